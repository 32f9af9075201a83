"""Block YAML as Go's yaml.v3 writes a generic value with an indent of two (evolve, internal/encfmt).

ruamel.yaml and PyYAML quote, escape and order otherwise, and these bytes are compared, so the few forms that results
need are written here. Three deviations, all where yaml.v3 writes what does not read back: a text that begins with a
line end, one with U+0085, U+2028 or U+2029, and the name ``<<`` are double-quoted.
"""

import re
from collections.abc import Iterator
from functools import cmp_to_key

from skill_evals.results.gojson import PLAIN_BELOW, compact

_WORDS = frozenset(
    {"", "~", ".nan", ".NaN", ".NAN"}
    | {sign + form for sign in ("", "+", "-") for form in (".inf", ".Inf", ".INF")}
    | {
        form
        for word in ("null", "true", "false", "y", "n", "yes", "no", "on", "off")
        for form in (word, word.capitalize(), word.upper())
    }
)
"""Texts that YAML 1.1 or 1.2 reads as something else."""

_NUMBER = re.compile(
    r"""[-+]?(?:
        0[bB][01]+ | 0[oO]?[0-7]+ | 0[xX][0-9a-fA-F]+
      | (?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?
    )""",
    re.VERBOSE,
)
_SIXTIES = re.compile(r"[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?")
_CLOCK = r"\d{1,2}:\d{1,2}:\d{1,2}(?:\.\d+)?"
_TIME = re.compile(rf"\d{{4}}-\d{{1,2}}-\d{{1,2}}(?:[Tt]{_CLOCK}(?:Z|[-+]\d\d:\d\d)| {_CLOCK})?")
_NOT_PLAIN = re.compile(
    r"""(?: --- | \.\.\. | [\ #,\[\]{}&*!|>'"%@`] ).*    # begins like something else
      | [?:-](?:[\ \t].*)?
      | .*(?: :(?:[\ \t].*)? | [\ \t]\#.* | \  )         # a member, a comment, a space at the end
    """,
    re.VERBOSE,
)
_SPECIAL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff\U00010000-\U0010ffff]")
"""What only double quotes can hold; yaml.v3 takes everything beyond the basic plane for unprintable."""

_NAMED = {
    0: "0", 7: "a", 8: "b", 9: "t", 10: "n", 11: "v", 12: "f", 13: "r", 0x1B: "e", 0x22: '"', 0x5C: "\\",
    0x85: "N", 0x2028: "L", 0x2029: "P",
}  # fmt: skip
_ESCAPED = re.compile(f'["\\\\\n{_SPECIAL.pattern[1:]}')
_FIGURES = 6
"""Figures before the point from which on ``%g`` goes over to an exponent: one more than these."""


def block(value: object) -> str:
    """The YAML text of a value of dicts, lists, texts, numbers, booleans and None, with its final line end."""
    return "\n".join(_lines(value, "")) + "\n"


def _lines(value: object, margin: str) -> Iterator[str]:
    if isinstance(value, dict) and value:
        for name in sorted(value, key=cmp_to_key(_natural)):
            yield from _led(f"{margin}{_key(name)}:", value[name], margin)
    elif isinstance(value, list) and value:
        for item in value:
            yield from _item(item, margin)
    else:
        yield margin + _scalar(value, margin)


def _led(lead: str, value: object, margin: str) -> Iterator[str]:
    """A member: its value beside its name, or below it and further in."""
    if isinstance(value, (dict, list)) and value:
        yield lead
        yield from _lines(value, margin + "  ")
    else:
        yield f"{lead} {_scalar(value, margin + '  ')}"


def _item(value: object, margin: str) -> Iterator[str]:
    """An item: its first line stands beside the dash."""
    inner = margin + "  "
    if isinstance(value, (dict, list)) and value:
        lines = _lines(value, inner)
        yield f"{margin}- {next(lines).removeprefix(inner)}"
        yield from lines
    else:
        yield f"{margin}- {_scalar(value, inner)}"


def _scalar(value: object, margin: str) -> str:
    if isinstance(value, str):
        return _literal(value, margin) if _can_be_literal(value) else _quoted(value)
    if isinstance(value, float):
        # evolve's value has passed through JSON, where a whole number has no fraction.
        whole = value.is_integer() and abs(value) < PLAIN_BELOW
        return str(int(value)) if whole else _general(value)
    return compact(value)


def _key(name: str) -> str:
    return _double(name) if "\n" in name or name == "<<" else _quoted(name)


def _can_be_literal(text: str) -> bool:
    beginning_or_end = text.startswith("\n") or text.endswith(" ")
    return "\n" in text and not (beginning_or_end or " \n" in text or _SPECIAL.search(text.replace("\t", "")))


def _literal(text: str, margin: str) -> str:
    hint = "2" if text.startswith(" ") else ""
    chomp = "-" if not text.endswith("\n") else "+" if text.endswith("\n\n") else ""
    lines = text.removesuffix("\n").split("\n")
    return "\n".join([f"|{hint}{chomp}", *(margin + line if line else "" for line in lines)])


def _quoted(text: str) -> str:
    if "\n" in text or _SPECIAL.search(text) or _means_something_else(text):
        return _double(text)
    return "'" + text.replace("'", "''") + "'" if _NOT_PLAIN.fullmatch(text) else text


def _double(text: str) -> str:
    return '"' + _ESCAPED.sub(_escape, text) + '"'


def _escape(found: re.Match[str]) -> str:
    code = ord(found.group())
    if code in _NAMED:
        return "\\" + _NAMED[code]
    return f"\\x{code:02X}" if code < 1 << 8 else f"\\u{code:04X}" if code < 1 << 16 else f"\\U{code:08X}"


def _means_something_else(text: str) -> bool:
    if text in _WORDS or _SIXTIES.fullmatch(text) or _TIME.fullmatch(text):
        return True
    return text[:1] in set("+-.0123456789") and _NUMBER.fullmatch(text.replace("_", "")) is not None


def _general(value: float) -> str:
    """Go's ``%g`` with the shortest digits, of a number that is not whole."""
    digits = repr(value)
    if "e" in digits:
        return digits
    figures, _, fraction = digits.removeprefix("-").partition(".")
    if len(figures) <= _FIGURES:
        return digits
    sign = "-" if value < 0 else ""
    return f"{sign}{figures[0]}.{figures[1:]}{fraction}e+{len(figures) - 1:02d}"


def _natural(one: str, other: str) -> int:
    """Numbers by their value, other signs before letters: the order that yaml.v3 gives the names of a map."""
    place = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if place is None:
        return len(one) - len(other)
    a, b = one[place], other[place]
    if a.isalpha() and b.isalpha():
        return -1 if a < b else 1
    if a.isalpha() or b.isalpha():
        after_digit = place > 0 and one[place - 1].isdecimal()
        return -1 if a.isalpha() == after_digit else 1
    return -1 if (_figures(one, place, "0" in (a, b)), a) < (_figures(other, place, "0" in (a, b)), b) else 1


def _figures(text: str, place: int, zero: bool) -> tuple[int, int]:  # noqa: FBT001  (private, one caller)
    """Value and length of the number's rest from a place on; a zero weighs by the figures before it."""
    rest = re.match(r"[0-9]*", text[place:])
    before = re.search(r"[0-9]*$", text[:place])
    figures = rest.group() if rest else ""
    leading = "1" if zero and before and before.group().strip("0") else "0"
    return int(leading + figures), len(figures)
