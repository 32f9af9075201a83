"""YAML that reads, though perhaps not as its author meant: a cut string, a tab as indentation.

A comment after a value is usual and right, so ` #` alone says nothing. It has probably cut a string

- where a letter or digit follows the `#` at once (`Fix issue #12`, `post to #general`, `color: #fff`), since people
  write a space after the `#` of a comment; where only one space precedes it, since formatters put two before a
  comment; and where what is left is words, or nothing at all, rather than a number or a boolean;
- or where what is left opens a bracket, a quote or a backtick that it does not close (``Explain `x # y` ``).

Anything else, `npm test # all of them` too, is taken for a comment: a missed cut costs less than a scolded comment.
"""

import re

_HASH = re.compile(r"([ \t]+)(#[^\n\r]*)")
_TOUCHING = re.compile(r"#\w")
_PAIRS = (("(", ")"), ("[", "]"), ("{", "}"))
_ANNOUNCED = re.compile(r"(?:[ \t\n\r]|#[^\n\r]*+)*+[-:?]")


def cut_by_hash(text: str, end: int, value: object) -> tuple[int, int] | None:
    """The offsets of what a `#` has probably cut off a plain scalar that ends at ``end``; None for a comment."""
    found = _HASH.match(text, end)
    if found is None or not (value is None or isinstance(value, str)):
        return None
    left = value or ""
    if _TOUCHING.match(found[2]) and found[1] == " " and (not left or " " in left):
        return found.span(2)
    return found.span(2) if _leaves_open(left) else None


def _leaves_open(text: str) -> bool:
    return (
        text.count('"') % 2 == 1
        or text.count("`") % 2 == 1
        or any(text.count(opener) > text.count(closer) for opener, closer in _PAIRS)
    )


def tab_in_indentation(text: str, start: int) -> int | None:
    """The offset of a tab that indents the line of a token; None for none. The library takes them inside brackets."""
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    indentation = text[line_start:start]
    if "\t" in indentation and not indentation.strip(" \t"):
        return line_start + indentation.index("\t")
    return None


def place_of_nothing(text: str, after: int, before: int) -> int:
    """Where a value that is left out would stand: behind the sign that announces it, after the last part read.

    The library places it at the next token, lines below.
    """
    found = _ANNOUNCED.match(text, after, before)
    return found.end() if found else before
