"""Frontmatter that is surely simple → mapping, without the YAML library, whose import costs more than 1,000 skills.

It answers only where the line forms below leave no room for another reading and hold no trap; for anything else, None
sends the caller to the library. A property test holds both to the same value.
"""

import re

from skill_evals.model.regex import regex

_KEY = regex(r"([A-Za-z][A-Za-z0-9_.-]*):(?: +|$)")
_BLOCK_HEADER = regex(r"[>|]-?$")
_FLOW_WORDS = regex(r"\[[A-Za-z][\w/.-]*(?: [\w/.-]+)*(?:, *[A-Za-z][\w/.-]*(?: [\w/.-]+)*)*\]$", re.ASCII)
_FLOW_QUOTED = regex(r'\["[^"\\]*"(?:, *"[^"\\]*")*\]$')
_QUOTED = regex(r'"([^"\\]*)"')
_ESCAPED = regex(r'"(?:[^"\\]|\\["\\])*+"$')
_ESCAPE = regex(r"\\(.)")
_DOTTED = regex(r"[0-9]+\.[0-9]+\.[0-9]+$", re.ASCII)
_COUNT = regex(r"(?:0|[1-9][0-9]{0,14})$", re.ASCII)
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_BOOLEANS = {"true": True, "false": False}
_LEVELS = 4


class _NotSimpleError(Exception):
    pass


def simple_mapping(block: str) -> dict[str, object] | None:
    """The mapping of a block, a line break at its end, that is surely simple and clean YAML; else None."""
    lines = block.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if not all(line.isprintable() for line in lines):
        return None
    try:
        return _mapping(lines, _LEVELS)
    except _NotSimpleError:
        return None


def _mapping(lines: list[str], levels: int) -> dict[str, object]:
    members: dict[str, object] = {}
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line or line.startswith("#"):
            continue
        found = _KEY.match(line)
        if found is None or found[1] in members or found[1].lower() in _WORDS:
            raise _NotSimpleError
        end = at
        while end < len(lines) and lines[end].startswith((" ", "- ")):
            end += 1
        members[found[1]] = _value(line[found.end() :].rstrip(" "), lines[at:end], levels)
        at = end
    if not members:
        raise _NotSimpleError
    return members


def _value(rest: str, beneath: list[str], levels: int) -> object:
    """The value of a key: what stands on its line, and the lines beneath that belong to it."""
    if _BLOCK_HEADER.match(rest):
        return _block(rest, beneath)
    if not beneath:
        return _inline(rest)
    if rest:
        return _wrapped([rest, *beneath])
    if not levels:
        raise _NotSimpleError
    inner = _dedented(beneath)
    if inner[0].startswith("- "):
        return [_item(line) for line in inner]
    if not beneath[0].startswith(" "):
        raise _NotSimpleError
    return _mapping(inner, levels - 1)


def _dedented(lines: list[str]) -> list[str]:
    """The lines without the spaces that the first one begins with, which all of them must have."""
    margin = lines[0][: len(lines[0]) - len(lines[0].lstrip(" "))]
    if not all(line.startswith(margin) for line in lines):
        raise _NotSimpleError
    return [line[len(margin) :] for line in lines]


def _block(header: str, beneath: list[str]) -> str:
    """A folded or literal text whose lines are all indented alike, without blank ones."""
    if not beneath or not beneath[0].startswith(" "):
        raise _NotSimpleError
    inner = _dedented(beneath)
    if any(not line or line.startswith(" ") or line.endswith(" ") for line in inner):
        raise _NotSimpleError
    text = (" " if header[0] == ">" else "\n").join(inner)
    return text if header.endswith("-") else text + "\n"


def _wrapped(lines: list[str]) -> str:
    """An unquoted text over several lines, of which none is blank."""
    parts = [line.strip(" ") for line in lines]
    if not parts[0][0].isalpha() or not all(line.startswith(" ") for line in lines[1:]):
        raise _NotSimpleError
    if any(not part or part.startswith("#") or _breaks_text(part) for part in parts):
        raise _NotSimpleError
    return " ".join(parts)


def _item(line: str) -> object:
    if not line.startswith("- "):
        raise _NotSimpleError
    return _scalar(line[2:].strip(" "))


def _inline(text: str) -> object:
    if not text.startswith("["):
        return _scalar(text)
    if _FLOW_QUOTED.match(text):
        return _QUOTED.findall(text)
    if _FLOW_WORDS.match(text):
        return [_scalar(item.strip(" ")) for item in text[1:-1].split(",")]
    raise _NotSimpleError


def _scalar(text: str) -> object:
    if text.startswith(('"', "'")):
        return _quoted(text)
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if _COUNT.match(text):
        return int(text)
    if not (text[:1].isalpha() or _DOTTED.match(text)):
        raise _NotSimpleError
    if text.lower() in _WORDS or _breaks_text(text):
        raise _NotSimpleError
    return text


def _breaks_text(text: str) -> bool:
    """Whether an unquoted text would end, or be refused, before its end."""
    return ": " in text or " #" in text or text.endswith(":")


def _quoted(text: str) -> str:
    inner = text[1:-1]
    if len(text) < 2 or text[-1] != text[0]:
        raise _NotSimpleError
    if text[0] not in inner and "\\" not in inner:
        return inner
    if text[0] == '"' and _ESCAPED.match(text):
        return _ESCAPE.sub(r"\1", inner)
    raise _NotSimpleError
