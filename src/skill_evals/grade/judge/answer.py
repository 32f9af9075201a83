"""The judge's answer, read as strictly as it was asked for: what is not there, twice there or unknown is no verdict."""

import json
from collections.abc import Iterable
from dataclasses import dataclass

from skill_evals.grade.judge.trace import Kind

_KINDS = {kind.value: kind for kind in Kind}
_BASES = ("quote", "absence", "none")
_VERDICTS = ("pass", "fail", "undecidable")


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What a judge says of one criterion, not yet checked. ``passed`` is None where it cannot tell."""

    passed: bool | None
    basis: str
    reasoning: str = ""
    quote: str = ""
    absent: str = ""
    searched: tuple[Kind, ...] = ()


class MalformedAnswerError(ValueError):
    """The answer is not of the form that was asked for; the message says in which way."""


def read_answer(text: str, numbers: Iterable[int]) -> dict[int, Claim | str]:
    """By criterion: the claim, or why there is none.

    Raises:
        MalformedAnswerError: it is no answer to these criteria at all.
    """
    wanted = list(numbers)
    found: dict[int, list[Claim]] = {number: [] for number in wanted}
    for entry in _entries(text):
        number, claim = _claim(entry)
        if number not in found:
            raise MalformedAnswerError(f"there is a verdict on criterion {number}, which was not asked for")
        found[number].append(claim)
    return {number: _single(claims) for number, claims in found.items()}


def _single(claims: list[Claim]) -> Claim | str:
    if len(claims) == 1:
        return claims[0]
    return f"there are {len(claims)} verdicts on it" if claims else "there is no verdict on it"


def _entries(text: str) -> list[object]:
    try:
        value: object = json.loads(text, object_pairs_hook=_unique)
    except MalformedAnswerError:
        raise
    except (ValueError, RecursionError):
        raise MalformedAnswerError("it is not JSON") from None
    entries = value.get("verdicts") if isinstance(value, dict) else None
    if not isinstance(entries, list):
        raise MalformedAnswerError("it has no list of verdicts")
    return entries


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise MalformedAnswerError("an object holds a name twice")
    return members


def _claim(entry: object) -> tuple[int, Claim]:
    if not isinstance(entry, dict):
        raise MalformedAnswerError("a verdict is not an object")
    number = entry.get("criterion")
    if not isinstance(number, int) or isinstance(number, bool):
        raise MalformedAnswerError("a verdict does not say on which criterion")
    verdict, basis = _word(entry, "verdict", _VERDICTS), _word(entry, "basis", _BASES)
    searched = entry.get("searched")
    if not isinstance(searched, list) or not all(isinstance(kind, str) and kind in _KINDS for kind in searched):
        raise MalformedAnswerError("`searched` is not a list of kinds of parts")
    return number, Claim(
        passed=None if verdict == "undecidable" else verdict == "pass",
        basis=basis,
        reasoning=_text(entry, "reasoning"),
        quote=_text(entry, "quote"),
        absent=_text(entry, "absent"),
        searched=tuple(dict.fromkeys(_KINDS[kind] for kind in searched)),
    )


def _text(entry: dict[str, object], name: str) -> str:
    value = entry.get(name)
    if not isinstance(value, str):
        raise MalformedAnswerError(f"`{name}` is not a text")
    return value


def _word(entry: dict[str, object], name: str, words: tuple[str, ...]) -> str:
    value = entry.get(name)
    if not isinstance(value, str) or value not in words:
        raise MalformedAnswerError(f"`{name}` is none of {', '.join(words)}")
    return value
