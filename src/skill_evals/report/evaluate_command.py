"""The line ``/evaluate``, as people write it into a comment and as the comment's open rows offer it.

/evaluate [<40 hexadecimal digits>] [--skill NAME] [--tier triggers|evals] [--model KEY] [--confirm-runs N]
"""

import shlex
from dataclasses import dataclass

from skill_evals.errors import UsageError
from skill_evals.model.regex import regex
from skill_evals.model.suite import Tier
from skill_evals.report.shell import shell_word

WORD = "/evaluate"
USAGE = f"{WORD} [commit] [--skill name] [--tier triggers|evals] [--model key] [--confirm-runs number]"
MOST_RUNS = 40
"""An arm; what is not settled by so many is not offered either."""
_SHA = regex("[0-9a-f]{40}")
_LONGEST = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluateCommand:
    """Empty texts and None: not said, so that everything is meant that the plan finds, as the configuration has it."""

    sha: str = ""
    skill: str = ""
    tier: str = ""
    model: str = ""
    confirm_runs: int | None = None
    """Fresh runs an arm of every case that moved."""

    @property
    def line(self) -> str:
        """As it is written; ``parse`` reads it back."""
        given = {
            "--skill": self.skill,
            "--tier": self.tier,
            "--model": self.model,
            "--confirm-runs": "" if self.confirm_runs is None else str(self.confirm_runs),
        }
        options = (f"{name} {shell_word(value)}" for name, value in given.items() if value)
        return " ".join((WORD, *filter(None, (self.sha,)), *options))


def parse(body: str) -> EvaluateCommand:
    """The first line of a comment, which begins with the word.

    Raises:
        UsageError: it cannot be read, with the form that can.
    """
    first = body.split("\n", 1)[0].strip()
    try:
        words = shlex.split(first) if len(first) <= _LONGEST else []
    except ValueError:
        words = []
    if words[:1] != [WORD]:
        raise _wrong("the line cannot be read")
    rest = words[1:]
    sha = rest.pop(0) if rest and not rest[0].startswith("--") else ""
    if sha and not _SHA.fullmatch(sha):
        raise _wrong("the commit is not named by its 40 hexadecimal digits")
    given: dict[str, str] = {}
    for name, value in _pairs(rest):
        if name in given:
            raise _wrong(f"`{name}` is there twice")
        given[name] = value
    if given.get("--tier", "") not in {"", *Tier}:
        raise _wrong("`--tier` is neither triggers nor evals")
    return EvaluateCommand(
        sha=sha,
        skill=given.get("--skill", ""),
        tier=given.get("--tier", ""),
        model=given.get("--model", ""),
        confirm_runs=_runs(given.get("--confirm-runs")),
    )


def _pairs(words: list[str]) -> list[tuple[str, str]]:
    """``--name value`` and ``--name=value``."""
    found, rest = [], list(words)
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in {"--skill", "--tier", "--model", "--confirm-runs"}:
            raise _wrong(
                "it holds an option that is not known" if name.startswith("--") else "it holds a word too many"
            )
        if not equals:
            value = rest.pop(0) if rest else ""
        if not value or value.startswith("-") or not value.isprintable():
            raise _wrong(f"`{name}` has no value")
        found.append((name, value))
    return found


def _runs(text: str | None) -> int | None:
    if text is None:
        return None
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else 0
    if not 1 <= number <= MOST_RUNS:
        raise _wrong(f"`--confirm-runs` is no number from 1 to {MOST_RUNS}")
    return number


def _wrong(what: str) -> UsageError:
    return UsageError(f"this `{WORD}` is not understood: {what}", cure=f"write `{USAGE}`")
