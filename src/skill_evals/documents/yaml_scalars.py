"""Plain YAML scalars → values by the core schema of YAML 1.2 (section 10.3.2), and where other readers differ.

A date is text in the core schema. Readers of YAML 1.1 (PyYAML) and those between the two (Go's yaml.v3) take more forms
for numbers, booleans and dates: such a scalar is a trap, since the author cannot know who reads it.
"""

import re
from collections.abc import Callable

from skill_evals.documents.bounds import MAX_NUMBER_LENGTH

_NULL = frozenset(("", "~", "null", "Null", "NULL"))
_BOOLEANS = {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}
_INTEGER = re.compile(r"[-+]?[0-9]++\Z")
_BASED = re.compile(r"0o[0-7]++\Z|0x[0-9a-fA-F]++\Z")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]++|[0-9]++(?:\.[0-9]*+)?)(?:[eE][-+]?[0-9]++)?\Z")
_INFINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z")
_NAN = frozenset((".nan", ".NaN", ".NAN"))
_MAY_BE_MORE_THAN_TEXT = re.compile(r"[-+.0-9tTfFnN~]|\Z")


class TooLongError(Exception):
    """A number longer than MAX_NUMBER_LENGTH."""


def plain_value(text: str) -> object:
    """The value of a plain scalar. Raises TooLongError."""
    if not _MAY_BE_MORE_THAN_TEXT.match(text):
        return text
    if text in _NULL:
        return None
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    return _number(text)


def _number(text: str) -> object:
    """The number that a plain scalar is, else its text."""
    if text in _NAN:
        return float("nan")
    if _INFINITE.match(text):
        return float(text.replace(".", ""))
    integer, based = _INTEGER.match(text), _BASED.match(text)
    if not (integer or based or _FLOAT.match(text)):
        return text
    if len(text) > MAX_NUMBER_LENGTH:
        raise TooLongError
    if integer:
        return int(text)
    return int(text, 0) if based else float(text)


def tagged_value(tag: str, text: str) -> tuple[bool, object]:
    """Whether a tag, without the core schema's prefix, fits a scalar's text; and its value. Raises TooLongError."""
    if tag in ("str", "!"):
        return True, text
    value = plain_value(text)
    if tag == "float" and type(value) is int:
        return True, float(value)
    fits = {
        "null": value is None,
        "bool": type(value) is bool,
        "int": type(value) is int,
        "float": type(value) is float,
    }
    return fits.get(tag, False), value


_WORDS = {
    **dict.fromkeys(("yes", "Yes", "YES", "on", "On", "ON"), "true"),
    **dict.fromkeys(("no", "No", "NO", "off", "Off", "OFF"), "false"),
}
_OCTAL = re.compile(r"[-+]?0[0-9_]*[0-9]\Z")
_NEW_OCTAL = re.compile(r"0o[0-7]+\Z")
_BINARY = re.compile(r"[-+]?0b[01_]+\Z")
_GROUPED = re.compile(r"[-+]?[1-9][0-9]*(?:_[0-9]+)+(?:\.[0-9_]*)?\Z")
_SEXAGESIMAL = re.compile(r"[-+]?[1-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9]*)?\Z")
_EXPONENT = re.compile(r"[-+]?(?:[0-9]+[eE][-+]?[0-9]+|[0-9]*\.?[0-9]+[eE][0-9]+)\Z")
_TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}.*)?\Z")
_NOT_JSON = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")

_TRAPS: tuple[tuple[Callable[[str], object], str], ...] = (
    (_OCTAL.match, "a number with a leading zero, octal for some readers and decimal for others"),
    (_NEW_OCTAL.match, "a number for YAML 1.2 and text for YAML 1.1"),
    (_BINARY.match, "text for YAML 1.2 and a number for other readers"),
    (_GROUPED.match, "text for YAML 1.2 and a number for other readers"),
    (_SEXAGESIMAL.match, "text for YAML 1.2 and a number to the base of 60 for YAML 1.1"),
    (_EXPONENT.match, "a number for YAML 1.2 and text for YAML 1.1"),
    (_TIMESTAMP.match, "text for YAML 1.2 and a date for other readers"),
    (_NOT_JSON.match, "a number that JSON, and so the runner, cannot hold"),
)


def disagreement(text: str) -> str | None:
    """How readers differ on a plain scalar; None where they don't."""
    if text in ("=", "<<"):
        return "text for YAML 1.2 and refused by YAML 1.1"
    if text in _WORDS:
        return f"text for YAML 1.2 and `{_WORDS[text]}` for YAML 1.1"
    if not text[:1].isdigit() and text[:1] not in ("+", "-", "."):
        return None
    return next((says for matches, says in _TRAPS if matches(text)), None)


def is_date(text: str) -> bool:
    """Whether readers of YAML 1.1 take a plain scalar for a date or a time."""
    return _TIMESTAMP.match(text) is not None
