"""JSON as Go's ``encoding/json`` writes it, since evolve's files are compared, hashed and merged as bytes.

Differences from Python's ``json``: ``<``, ``>``, ``&``, U+2028 and U+2029 are escaped; other non-ASCII text is not;
floats without a fraction have no ``.0``; plain notation reaches from 1e-6 up to 1e21. Objects keep the order that
they are given in: Go sorts maps, not structs, so the caller sorts what is a map.
"""

import math
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from skill_evals.model.regex import regex

INDENT = "  "

_SHORT = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_ESCAPED = regex('[\x00-\x1f"\\\\<>&\u2028\u2029\ud800-\udfff]')
_PLAIN_FROM = 1e-6
PLAIN_BELOW = 1e21


@lru_cache(maxsize=1 << 14)
def quote(text: str) -> str:
    """The JSON string of a text.

    A surrogate stands for one byte that is not UTF-8 (``surrogateescape``); Go writes each such byte as six ASCII
    characters, while a real U+FFFD is written as it is.
    """
    return f'"{_ESCAPED.sub(_escape, text)}"'


def number(value: float) -> str:
    """The shortest digits that read back as the same number.

    Raises:
        ValueError: not a number, or infinite; JSON has neither.
    """
    if isinstance(value, int):
        return str(value)
    if not math.isfinite(value):
        raise ValueError(f"{value} has no form in JSON")
    digits = repr(value)
    if value == 0 or _PLAIN_FROM <= abs(value) < PLAIN_BELOW:
        return plain(digits)
    mantissa, _, exponent = digits.partition("e")
    return f"{mantissa.removesuffix('.0')}e{exponent[0]}{exponent[1:].lstrip('0')}"


def plain(digits: str) -> str:
    """``repr`` of a finite float without an exponent, and without a fraction of zero."""
    mantissa, _, exponent = digits.partition("e")
    if not exponent:
        return digits.removesuffix(".0")
    sign = "-" if mantissa.startswith("-") else ""
    whole, _, fraction = mantissa.removeprefix("-").partition(".")
    point = len(whole) + int(exponent)
    figures = whole + fraction
    if point <= 0:
        return f"{sign}0.{'0' * -point}{figures}"
    return f"{sign}{figures.ljust(point, '0')}"


def compact(value: object) -> str:
    """Without any white space: the form that evolve hashes."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict):
        # Most members are plain, and for them the way through this function is longer than what it does.
        members = [
            f"{quote(name)}:{plain_form(member) if (plain_form := _PLAIN.get(type(member))) else compact(member)}"
            for name, member in value.items()
        ]
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(compact, value)) + "]"
    return _scalar(value)


def indented(value: object, *, margin: str = "") -> str:
    """Two spaces a level, one member a line, ``[]`` and ``{}`` for what is empty; no line end after it."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, dict) and value:
        inner = margin + INDENT
        lines = [
            f"{inner}{quote(name)}: "
            f"{plain_form(member) if (plain_form := _PLAIN.get(type(member))) else indented(member, margin=inner)}"
            for name, member in value.items()
        ]
        return "{\n" + ",\n".join(lines) + f"\n{margin}}}"
    if isinstance(value, (list, tuple)) and value:
        inner = margin + INDENT
        return "[\n" + ",\n".join([inner + indented(item, margin=inner) for item in value]) + f"\n{margin}]"
    return compact(value)


def _scalar(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return number(value)
    raise TypeError(f"{type(value).__name__} has no form in JSON")


_PLAIN: dict[type, Callable[[Any], str]] = {str: quote, int: str, bool: _scalar, type(None): _scalar}
"""How a value of exactly this type is written, for members of objects."""


def _escape(found: re.Match[str]) -> str:
    character = found.group()
    if "\ud800" <= character <= "\udfff":
        return "\\ufffd"
    return _SHORT.get(character) or f"\\u{ord(character):04x}"
