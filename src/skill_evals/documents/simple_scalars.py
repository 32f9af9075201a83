"""Values of YAML that leave no room for another reading: one-line scalars, flat lists in brackets, plain block texts.

Whatever is not surely of these forms, or is a trap in them, raises NotSimpleError, which sends the caller to the
library.
"""

import re

from skill_evals.model.regex import regex

BLOCK_HEADER = regex(r"[>|]-?$")
WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
"""In lower case; as keys or texts without quotes they are other things to other readers."""
_FLOW_WORDS = regex(r"\[[A-Za-z][\w/.-]*(?: [\w/.-]+)*(?:, *[A-Za-z][\w/.-]*(?: [\w/.-]+)*)*\]$", re.ASCII)
_FLOW_QUOTED = regex(r'\["[^"\\]*"(?:, *"[^"\\]*")*\]$')
_QUOTED = regex(r'"([^"\\]*)"')
_ESCAPED = regex(r'"(?:[^"\\]|\\["\\])*+"$')
_ESCAPE = regex(r"\\(.)")
_DOTTED = regex(r"[0-9]+\.[0-9]+\.[0-9]+$", re.ASCII)
_COUNT = regex(r"(?:0|[1-9][0-9]{0,14})$", re.ASCII)
_BOOLEANS = {"true": True, "false": False}


class NotSimpleError(Exception):
    """What it takes to read this is the library's to know."""


def dedented(lines: list[str]) -> list[str]:
    """The lines without the spaces that the first one begins with, which all of them must have."""
    margin = lines[0][: len(lines[0]) - len(lines[0].lstrip(" "))]
    if not all(line.startswith(margin) for line in lines):
        raise NotSimpleError
    return [line[len(margin) :] for line in lines]


def block(header: str, beneath: list[str]) -> str:
    """A folded or literal text whose lines are all indented alike, without blank ones."""
    if not beneath or not beneath[0].startswith(" "):
        raise NotSimpleError
    inner = dedented(beneath)
    if any(not line or line.startswith(" ") or line.endswith(" ") for line in inner):
        raise NotSimpleError
    text = (" " if header[0] == ">" else "\n").join(inner)
    return text if header.endswith("-") else text + "\n"


def inline(text: str) -> object:
    """The value of a key that stands on its line."""
    if not text.startswith("["):
        return scalar(text)
    if _FLOW_QUOTED.match(text):
        return _QUOTED.findall(text)
    if _FLOW_WORDS.match(text):
        return [scalar(item.strip(" ")) for item in text[1:-1].split(",")]
    raise NotSimpleError


def scalar(text: str) -> object:
    """A text, a boolean or a count."""
    if text.startswith(('"', "'")):
        return _quoted(text)
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if _COUNT.match(text):
        return int(text)
    if not (text[:1].isalpha() or _DOTTED.match(text)):
        raise NotSimpleError
    if text.lower() in WORDS or breaks_text(text):
        raise NotSimpleError
    return text


def breaks_text(text: str) -> bool:
    """Whether an unquoted text would end, or be refused, before its end."""
    return ": " in text or " #" in text or text.endswith(":")


def _quoted(text: str) -> str:
    inner = text[1:-1]
    if len(text) < 2 or text[-1] != text[0]:
        raise NotSimpleError
    if text[0] not in inner and "\\" not in inner:
        return inner
    if text[0] == '"' and _ESCAPED.match(text):
        return _ESCAPE.sub(r"\1", inner)
    raise NotSimpleError
