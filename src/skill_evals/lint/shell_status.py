"""The exit statuses that a shell command can end with, as far as they follow from its text."""

from collections.abc import Sequence
from typing import TypeVar

from skill_evals.lint.shell_words import Script, Simple, script_of

OTHER = -1
"""Some status that is not zero, not known which."""

_Part = TypeVar("_Part", Simple, list[Simple])

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
    exits: frozenset[int] = frozenset()
    current: frozenset[int] = frozenset({0})
    for chain in _split(_split(script.commands, ("|", "|&")), ("&&", "||")):
        if chain[-1][-1].then == "&":
            # It runs beside what follows, and does not end the script.
            current = frozenset({0})
            continue
        left, current = _chain(chain, current)
        exits |= left
        if not current:
            break
    return exits | current


def _chain(chain: list[list[Simple]], before: frozenset[int]) -> tuple[frozenset[int], frozenset[int]]:
    """The statuses with which a chain of `&&` and `||` leaves the script, and those with which it goes on."""
    exits: frozenset[int] = frozenset()
    current = before
    joined = ""
    for pipe in chain:
        wanted = joined == "&&"
        kept = frozenset(status for status in current if joined and (status == 0) is not wanted)
        now: frozenset[int] = frozenset()
        if not joined or kept != current:
            now = _pipeline(pipe)
            if len(pipe) == 1 and pipe[0].name == "exit":
                exits |= now if len(pipe[0].words) > 1 else current - kept
                now = frozenset()
        current = kept | now
        joined = pipe[-1].then
    return exits, current


def _split(parts: Sequence[_Part], joints: tuple[str, ...]) -> list[list[_Part]]:
    """Parts in groups, each of which goes on as long as one of these operators follows."""
    groups: list[list[_Part]] = [[]]
    for part in parts:
        groups[-1].append(part)
        if _follows(part) not in joints:
            groups.append([])
    return [group for group in groups if group]


def _follows(part: Simple | list[Simple]) -> str:
    return part.then if isinstance(part, Simple) else part[-1].then


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
