"""JSON that a stranger wrote: with bounds on its depth and its numbers, and with every member's type checked."""

import json
import re
from enum import StrEnum
from typing import NoReturn, TypeVar

from skill_evals.errors import UsageError
from skill_evals.run.record_members import Members

Word = TypeVar("Word", bound=StrEnum)

_SHARE = re.compile(r"([0-9]{1,9})/([0-9]{1,9})")
_LONGEST_NUMBER = 15
"""Digits; every integer of ours has fewer, and a float holds that many."""


def read_object(data: bytes, where: str, *, cure: str) -> Members:
    """The object that a document is.

    Raises:
        UsageError: it is none, or holds what no document of ours holds.
    """
    try:
        found = json.loads(data.decode("utf-8"), parse_int=_integer, parse_float=_number, parse_constant=_constant)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{where} is no JSON document of ours", cure=cure) from error
    if not isinstance(found, dict):
        raise UsageError(f"{where} is no object", cure=cure)
    return Members(where=where, values=found, cure=cure)


def _integer(text: str) -> int:
    if len(text.lstrip("-")) > _LONGEST_NUMBER:
        raise ValueError("an integer of too many digits")
    return int(text)


def _number(text: str) -> float:
    found = float(text)
    if abs(found) >= 10.0**_LONGEST_NUMBER:
        raise ValueError("a number out of bounds")
    return found


def _constant(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def text_or_none(members: Members, name: str) -> str | None:
    return None if members.absent(name) else members.text(name)


def number_or_none(members: Members, name: str) -> float | None:
    return None if members.absent(name) else members.number(name)


def word(members: Members, name: str, kind: type[Word]) -> Word:
    """One of an enumeration's words."""
    try:
        return kind(members.text(name))
    except ValueError:
        raise members.wrong(name, f"one of {', '.join(kind)}") from None


def share_or_none(members: Members, name: str) -> tuple[int, int] | None:
    return None if members.absent(name) else share(members, name)


def share(members: Members, name: str) -> tuple[int, int]:
    """``2/3``."""
    found = _SHARE.fullmatch("" if members.absent(name) else members.text(name))
    part, whole = (int(found[1]), int(found[2])) if found else (1, 0)
    if part > whole:
        raise members.wrong(name, "a share, such as `2/3`")
    return part, whole
