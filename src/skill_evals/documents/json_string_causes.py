"""Faults in and around the strings of JSON text → their likely causes."""

from skill_evals.documents.json_scan import Expected
from skill_evals.documents.json_site import Cause, Site
from skill_evals.documents.quoting import shown

_SMART_QUOTES = "“”„‟«»‘’‚‛"
_CONTROLS = {"\t": r"\t", "\b": r"\b", "\f": r"\f"}


def line_break(site: Site) -> Cause | None:
    if site.fault.expected is not Expected.STRING_END or site.char not in ("\n", "\r"):
        return None
    return site.cause(
        f"the string that opens on line {site.opened_line()} is not closed on its line",
        r"close it with a quote, or write a line break inside it as `\n`",
        length=0,
    )


def control(site: Site) -> Cause | None:
    if site.fault.expected is not Expected.STRING_END or not site.char:
        return None
    name = {"\t": "a tab"}.get(site.char, f"the control character U+{ord(site.char):04X}")
    written = _CONTROLS.get(site.char, f"\\u{ord(site.char):04x}")
    return site.cause(f"{name} stands unescaped inside a string", f"write it as `{written}`")


def escape(site: Site) -> Cause | None:
    if site.fault.expected is not Expected.ESCAPE:
        return None
    escape = site.text[site.at : site.at + 2]
    if escape == "\\u":
        return site.cause(r"`\u` wants four hexadecimal digits", r"write the code as in `\u00e9`", length=2)
    return site.cause(
        f"`{shown(escape)}` is no escape of JSON",
        f"a backslash is written twice: `\\{shown(escape)}`" if escape != "\\'" else "write the apostrophe alone",
        length=2,
    )


def half_a_pair(site: Site) -> Cause | None:
    if site.fault.expected is not Expected.WHOLE_CHARACTER:
        return None
    escape = site.text[site.at : site.at + 6]
    return site.cause(
        f"`{escape}` is half of a surrogate pair, which strict readers refuse and others replace by U+FFFD",
        "write the character itself, or both halves",
        length=6,
    )


def smart_quote(site: Site) -> Cause | None:
    if not site.char or site.char not in _SMART_QUOTES:
        return None
    return site.cause(
        f"a typographic quote {site.char} stands where JSON has plain ones",
        'write `"`; an editor or a chat has probably changed it',
    )


def unescaped_quote(site: Site) -> Cause | None:
    """A word directly after a closing quote: the quote was meant as part of the string."""
    if site.fault.expected not in (Expected.COMMA, Expected.COLON) or site.at == 0 or not site.char:
        return None
    before = site.at - 1
    if site.text[before] != '"' or site.char in '{}[]":, \t\n\r':
        return None
    return site.cause(
        "text goes on after the closing quote: a quote inside the string is not escaped",
        r"write quotes inside a string as `\"`",
        start=before,
    )


def single_quote(site: Site) -> Cause | None:
    if site.char not in ("'", "`") or site.fault.expected in (Expected.COMMA, Expected.END):
        return None
    return site.cause(f"`{site.char}` does not open a string in JSON", 'write strings in double quotes: `"…"`')
