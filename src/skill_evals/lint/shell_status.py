"""The exit statuses that a shell command can end with, as far as they follow from its text."""

from skill_evals.lint.shell_words import Script, Simple, script_of

OTHER = -1
"""Some status that is not zero, not known which."""

_EITHER = frozenset({0, OTHER})
_ALWAYS_ZERO = frozenset({"true", ":", "echo", "printf"})
_FILTERS = frozenset({"cat", "head", "tail", "sort", "wc", "tee"})
"""At the end of a pipe they end with 0, whatever the commands before them did."""


def only_status(text: str) -> int | None:
    """The one status that a command can end with, whatever it finds; None where it depends, or cannot be told."""
    script = script_of(text)
    if script.odd or not script.commands:
        return None
    found = _statuses(script)
    only = next(iter(found)) if len(found) == 1 else OTHER
    return None if only == OTHER else only


def _statuses(script: Script) -> frozenset[int]:
    """Every status that the script can end with."""
    exits: set[int] = set()
    current: frozenset[int] = frozenset({0})
    joined = ";"
    for pipe in _pipelines(script):
        before = current
        runs_on = joined == ";" or any((status == 0) is (joined == "&&") for status in before)
        kept = frozenset() if joined == ";" else frozenset(s for s in before if (s == 0) is not (joined == "&&"))
        now: frozenset[int] = frozenset()
        if runs_on:
            now = _pipeline(pipe)
            if len(pipe) == 1 and pipe[0].name == "exit":
                # What follows runs only where this one did not.
                exits |= now if len(pipe[0].words) > 1 else before
                now = frozenset()
        current = kept | now
        joined = pipe[-1].then or ";"
        if joined == "&":
            current, joined = frozenset({0}), ";"
        if not current:
            break
    return frozenset(exits) | current


def _pipelines(script: Script) -> list[list[Simple]]:
    found: list[list[Simple]] = [[]]
    for command in script.commands:
        found[-1].append(command)
        if command.then not in ("|", "|&"):
            found.append([])
    return [pipe for pipe in found if pipe]


def _pipeline(pipe: list[Simple]) -> frozenset[int]:
    last = pipe[-1]
    if last.bare:
        return _EITHER
    if last.name in _ALWAYS_ZERO:
        return frozenset({0})
    if last.name == "false":
        return frozenset({1})
    if last.name == "exit" and len(last.words) > 1:
        return frozenset({int(last.words[1]) % 256}) if last.words[1].isdecimal() else _EITHER
    if len(pipe) > 1 and last.name in _FILTERS and (last.name == "tee" or _reads_the_pipe(last)):
        return frozenset({0})
    return _EITHER


def _reads_the_pipe(command: Simple) -> bool:
    return all(word.startswith("-") or word.isdecimal() for word in command.words[1:])
