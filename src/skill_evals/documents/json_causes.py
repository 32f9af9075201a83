"""The first fault of JSON text → where it stands, what it is, its likely cause, and the cure.

A parser knows what it expected; an author wants to know what they did. Causes are tried in the order of the list.
"""

import re
from collections.abc import Callable

from skill_evals.documents.document import Format
from skill_evals.documents.json_scan import Expected, Fault
from skill_evals.documents.json_site import Cause, Site
from skill_evals.documents.json_string_causes import (
    control,
    escape,
    half_a_pair,
    line_break,
    single_quote,
    smart_quote,
    unescaped_quote,
)
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.quoting import shown

_CONFLICT = re.compile(r"(?:<{7}|\|{7}|>{7})(?: |$)|={7}$", re.MULTILINE)
_WORD = re.compile(r"[A-Za-z_$][\w$.-]*")
_FOREIGN_WORDS = {
    "True": "true",
    "False": "false",
    "TRUE": "true",
    "FALSE": "false",
    "None": "null",
    "nil": "null",
    "NULL": "null",
    "Null": "null",
    "undefined": "null",
    "NaN": "null",
    "nan": "null",
    "Infinity": "null",
}
_SPACES = {"\u00a0": "a no-break space", "\ufeff": "a byte-order mark", "\u200b": "a zero-width space"}


def explain(text: str, fault: Fault, lines: LineIndex, format_: Format) -> Cause:
    """The likely cause of a fault that the scanner found in a text."""
    site = Site(text=text, fault=fault, lines=lines, format=format_)
    for probe in _PROBES:
        cause = probe(site)
        if cause is not None:
            return cause
    return _unexpected(site)


def _empty(site: Site) -> Cause | None:
    if site.text.strip(" \t\n\r"):
        return None
    return site.cause("the file is empty", "write a JSON value, or delete the file", start=0, length=0)


def _conflict(site: Site) -> Cause | None:
    start = site.lines.line_start(site.at)
    found = _CONFLICT.match(site.text, start)
    if found is None:
        return None
    return site.cause(
        "a merge conflict marker stands in the file",
        "resolve the conflict and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`",
        start=start,
        length=7,
    )


def _cut(site: Site) -> Cause | None:
    if site.at < len(site.text) or site.fault.opened is None:
        return None
    what = {"{": "object", "[": "array"}.get(site.text[site.fault.opened], "string")
    return site.cause(
        f"the text ends inside the {what} that opens on line {site.opened_line()}",
        f"the file was cut, or the {what} is never closed: restore its end",
        start=site.before() + 1,
        length=0,
    )


def _nul(site: Site) -> Cause | None:
    if site.char != "\0":
        return None
    return site.cause("a NUL byte stands in the text", "remove it; the file may have been damaged or be binary")


def _comment(site: Site) -> Cause | None:
    opener = site.text[site.at : site.at + 2]
    if opener not in ("//", "/*") and site.char != "#":
        return None
    if site.format is Format.JSONC and opener == "/*":
        return site.cause("a comment is opened and never closed", "close it with `*/`", length=2)
    if site.format is Format.JSONC:
        return site.cause("JSONC has no `#` comments", "write the comment as `// …`")
    return site.cause(
        "JSON has no comments",
        "remove the comment, or rename the file to .jsonc if its runner reads that",
        length=1 if site.char == "#" else 2,
    )


def _trailing_comma(site: Site) -> Cause | None:
    before = site.before()
    if site.char not in ("}", "]") or site.fault.expected not in (Expected.KEY, Expected.VALUE) or before < 0:
        return None
    if site.text[before] != ",":
        return None
    return site.cause(f"a comma stands before the closing `{site.char}`", "remove the comma", start=before)


def _double_comma(site: Site) -> Cause | None:
    if site.char != "," or site.fault.expected not in (Expected.KEY, Expected.VALUE):
        return None
    return site.cause("a comma stands where nothing precedes it", "remove the comma, or write what is missing")


def _foreign_word(site: Site) -> Cause | None:
    found = _WORD.match(site.text, site.at + (site.char == "-"))
    if found is None or site.fault.expected not in (Expected.VALUE, Expected.NUMBER):
        return None
    word = found[0]
    if word in _FOREIGN_WORDS:
        return site.cause(f"`{word}` is no JSON value", f"write `{_FOREIGN_WORDS[word]}`", length=len(word))
    return site.cause(f"`{shown(word)}` stands without quotes", "write text in double quotes", length=len(word))


def _unquoted_key(site: Site) -> Cause | None:
    found = _WORD.match(site.text, site.at)
    if found is None or site.fault.expected is not Expected.KEY:
        return None
    key = found[0]
    return site.cause(f"the key `{shown(key)}` stands without quotes", "write keys in double quotes", length=len(key))


def _number(site: Site) -> Cause | None:
    messages = {
        Expected.NUMBER: (
            "the number is not written as JSON writes it",
            "no leading zero or plus, no hexadecimal, digits on both sides of the point",
        ),
        Expected.SMALLER_NUMBER: ("the number is too large for a double", "write a smaller number, or a string"),
    }
    if site.fault.expected is Expected.VALUE and site.char and site.char in "+.":
        return site.cause(*messages[Expected.NUMBER])
    found = messages.get(site.fault.expected)
    return site.cause(*found) if found else None


def _wrong_bracket(site: Site) -> Cause | None:
    if site.char not in ("}", "]") or site.fault.expected is not Expected.COMMA or site.fault.opened is None:
        return None
    opener = site.text[site.fault.opened]
    closer = "}" if opener == "{" else "]"
    return site.cause(
        f"`{site.char}` does not close the `{opener}` of line {site.opened_line()}",
        f"write `{closer}`, or close what is open in between",
    )


def _missing_comma(site: Site) -> Cause | None:
    if site.fault.expected is not Expected.COMMA or not (site.char in '"{[-' or site.char.isalnum()):
        return None
    before = site.before()
    return site.cause("a comma is missing after this value", "write a comma between the two values", start=before)


def _missing_colon(site: Site) -> Cause | None:
    if site.fault.expected is not Expected.COLON:
        return None
    return site.cause("a key is not followed by a colon", 'write members as `"key": value`', start=site.before())


def _missing_value(site: Site) -> Cause | None:
    if site.fault.expected is not Expected.VALUE or site.char not in ("}", "]", ""):
        return None
    if site.char == "":
        return site.cause("the text ends where a value should stand", "the file was cut: restore its end")
    return site.cause("a key has no value", "write its value, or `null`")


def _after_the_end(site: Site) -> Cause | None:
    if site.fault.expected is not Expected.END:
        return None
    return site.cause(
        "text stands after the end of the JSON value",
        "a file holds one value: remove the rest, a stray bracket perhaps, or put the values into an array",
    )


def _space(site: Site) -> Cause | None:
    if site.char not in _SPACES:
        return None
    return site.cause(f"{_SPACES[site.char]} stands between the values", "replace it with a plain space or remove it")


def _unexpected(site: Site) -> Cause:
    return site.cause(
        f"`{shown(site.char)}` stands where {site.fault.expected} is expected",
        "correct or remove it",
    )


_PROBES: tuple[Callable[[Site], Cause | None], ...] = (
    _empty,
    _conflict,
    _nul,
    _cut,
    line_break,
    control,
    escape,
    half_a_pair,
    _comment,
    _trailing_comma,
    _double_comma,
    smart_quote,
    unescaped_quote,
    single_quote,
    _space,
    _foreign_word,
    _unquoted_key,
    _wrong_bracket,
    _missing_comma,
    _missing_colon,
    _missing_value,
    _after_the_end,
    _number,
)
