"""What the YAML library says of a fault → what the author probably did, and the cure."""

import re

from skill_evals.model.light import light

_CONFLICT = re.compile(r"^<{7}(?: |$)", re.MULTILINE)


@light(frozen=True, slots=True, kw_only=True)
class YamlCause:
    """``offset`` is in code points of the text that was read."""

    offset: int
    message: str
    cure: str
    colon: bool = False
    """An unquoted `: ` inside a plain scalar: what lenient readers of frontmatter take for text."""


_TABS = ("a tab stands where YAML wants spaces", "indent with spaces, and quote a text that holds a tab")
_CAUSES: tuple[tuple[str, str, str], ...] = (
    (
        "mapping values are not allowed",
        "`: ` inside an unquoted text begins a second mapping",
        "quote the text, or write it as a block after `>-`",
    ),
    ("'\\t'", *_TABS),
    ("found a tab", *_TABS),
    (
        "could not find expected ':'",
        "a line is neither `key: value` nor part of the text before it",
        "add the colon, or indent or quote the text",
    ),
    (
        "while scanning a quoted scalar",
        "a quoted text is never closed, or goes on below its indentation",
        "close the quote",
    ),
    (
        "while scanning a double-quoted scalar",
        "a backslash begins an unknown escape in a double-quoted text",
        r"write `\\`, or use single quotes",
    ),
    ("cannot start any token", "a character that YAML keeps for itself begins an unquoted text", "quote the text"),
    ("while scanning an alias", "`*` at the start of an unquoted text refers to an anchor", "quote the text"),
    ("while scanning an anchor", "`&` at the start of an unquoted text sets an anchor", "quote the text"),
    (
        "while scanning a block scalar",
        "the header of a block text is followed by something else",
        "begin the text on the next line",
    ),
    (
        "while parsing a flow",
        "a `[` or `{` is not closed, or a comma is missing in it",
        "close it, or quote the text that begins with it",
    ),
    (
        "while parsing a block mapping",
        "a line does not fit the indentation of its mapping, or a text goes on after its closing quote",
        "align the keys, or quote the whole text",
    ),
    (
        "while parsing a block collection",
        "a line does not fit the indentation of its list",
        "align the `-` of the items",
    ),
    (
        "expected <document start>",
        "text stands after the end of the value",
        "indent it as part of the value, or remove it",
    ),
    ("expected the node content", "a value is missing", "write the value, or `null`"),
)


def conflict(text: str) -> YamlCause | None:
    """A merge conflict marker, which explains whatever else the library says."""
    found = _CONFLICT.search(text)
    if found is None:
        return None
    return YamlCause(
        offset=found.start(),
        message="a merge conflict marker stands in the file",
        cure="resolve the conflict and delete the lines of `<<<<<<<`, `=======` and `>>>>>>>`",
    )


def cause_of(error: Exception, text: str) -> YamlCause:
    """The cause of an error that the library raised while it read a text."""
    found = conflict(text)
    if found is not None:
        return found
    if (character := _unprintable(error)) is not None:
        return character
    said = f"{getattr(error, 'context', None) or ''} {getattr(error, 'problem', None) or ''}"
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if "end of stream" in said and "quoted scalar" in said:
        mark = getattr(error, "context_mark", mark)  # the quote that is never closed, rather than the end of the file
    offset = min(mark.index, len(text)) if mark is not None else 0
    for needle, message, cure in _CAUSES:
        if needle in said:
            return YamlCause(offset=offset, message=message, cure=cure, colon=needle == _CAUSES[0][0])
    detail = " ".join((said.strip() or str(error) or type(error).__name__).split())
    return YamlCause(offset=offset, message=detail, cure="correct the line, or quote the text on it")


def _unprintable(error: Exception) -> YamlCause | None:
    """A character that YAML forbids; the library's reader gives its position and code."""
    position, code = getattr(error, "position", None), getattr(error, "character", None)
    if not isinstance(position, int) or not isinstance(code, (int, str)):
        return None
    number = code if isinstance(code, int) else ord(code)
    hint = "; it looks like Windows-1252 read as Latin-1" if 0x80 <= number < 0xA0 else ""
    return YamlCause(
        offset=position,
        message=f"the character U+{number:04X} may not stand in YAML{hint}",
        cure="remove it, or write it as an escape in double quotes",
    )
