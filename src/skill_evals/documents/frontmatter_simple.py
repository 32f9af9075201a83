"""Frontmatter that is surely simple → mapping, without the YAML library, whose import costs more than 1,000 skills.

It answers only where the line forms below leave no room for another reading and hold no trap; for anything else, None
sends the caller to the library. A property test holds both to the same value.
"""

import re

_KEY = re.compile(r"([A-Za-z][A-Za-z0-9_-]*):(?: +|$)")
_NESTED_KEY = re.compile(r"([A-Za-z][A-Za-z0-9_.-]*):(?: +|$)")
_BLOCK_HEADER = re.compile(r"[>|]-?$")
_FLOW_ITEM = re.compile(r"[A-Za-z][\w/-]*(?: [\w/-]+)*$", re.ASCII)
_DOTTED = re.compile(r"[0-9]+\.[0-9]+\.[0-9]+$", re.ASCII)
_COUNT = re.compile(r"(?:0|[1-9][0-9]{0,14})$", re.ASCII)
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off", "y", "n"))
_BOOLEANS = {"true": True, "false": False}


class _NotSimpleError(Exception):
    pass


def simple_mapping(block: str) -> dict[str, object] | None:
    """The mapping of a block, a line break at its end, that is surely simple and clean YAML; else None."""
    lines = block.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if not all(line.isprintable() for line in lines):
        return None
    try:
        value = _mapping(lines)
    except _NotSimpleError:
        return None
    return value or None


def _mapping(lines: list[str]) -> dict[str, object]:
    members: dict[str, object] = {}
    at = 0
    while at < len(lines):
        line = lines[at]
        at += 1
        if not line or line.startswith("#"):
            continue
        name, rest = _member(_KEY, line, members)
        end = at
        while end < len(lines) and lines[end].startswith((" ", "- ")):
            end += 1
        beneath = lines[at:end]
        at = end
        members[name] = _value(rest, beneath)
    return members


def _member(pattern: re.Pattern[str], line: str, members: dict[str, object]) -> tuple[str, str]:
    """The key of a line and the text after it."""
    found = pattern.match(line)
    if found is None or found[1] in members or found[1].lower() in _WORDS:
        raise _NotSimpleError
    return found[1], line[found.end() :].rstrip(" ")


def _value(rest: str, beneath: list[str]) -> object:
    if _BLOCK_HEADER.match(rest):
        return _block(rest, beneath)
    if rest and not beneath:
        return _inline(rest)
    if rest or not beneath:
        raise _NotSimpleError
    indentation = _indentation(beneath)
    inner = [line[indentation:] for line in beneath]
    if inner[0].startswith("- "):
        return [_item(line) for line in inner]
    if not indentation:
        raise _NotSimpleError
    members: dict[str, object] = {}
    for line in inner:
        name, text = _member(_NESTED_KEY, line, members)
        members[name] = _inline(text)
    return members


def _indentation(lines: list[str]) -> int:
    """The spaces that every one of the lines begins with, and no more than these."""
    indentation = len(lines[0]) - len(lines[0].lstrip(" "))
    margin = " " * indentation
    for line in lines:
        if not line.startswith(margin) or line[indentation : indentation + 1] in (" ", ""):
            raise _NotSimpleError
    return indentation


def _block(header: str, beneath: list[str]) -> str:
    """A folded or literal text whose lines are all indented alike, without blank ones."""
    if not beneath:
        raise _NotSimpleError
    indentation = _indentation(beneath)
    if not indentation or any(line.endswith(" ") for line in beneath):
        raise _NotSimpleError
    text = (" " if header[0] == ">" else "\n").join(line[indentation:] for line in beneath)
    return text if header.endswith("-") else text + "\n"


def _item(line: str) -> object:
    if not line.startswith("- "):
        raise _NotSimpleError
    return _scalar(line[2:].strip(" "))


def _inline(text: str) -> object:
    if text.startswith("["):
        items = [item.strip(" ") for item in text[1:-1].split(",")]
        if not text.endswith("]") or not all(map(_FLOW_ITEM.match, items)):
            raise _NotSimpleError
        return [_scalar(item) for item in items]
    return _scalar(text)


def _scalar(text: str) -> object:
    first = text[:1]
    if first in ("'", '"'):
        inner = text[1:-1]
        if len(text) < 2 or text[-1] != first or first in inner or "\\" in inner:
            raise _NotSimpleError
        return inner
    if text in _BOOLEANS:
        return _BOOLEANS[text]
    if _COUNT.match(text):
        return int(text)
    if not (first.isalpha() or _DOTTED.match(text)):
        raise _NotSimpleError
    if ": " in text or " #" in text or text.endswith(":") or text.lower() in _WORDS:
        raise _NotSimpleError
    return text
