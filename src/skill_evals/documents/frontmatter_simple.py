"""Frontmatter that is surely simple → mapping, without the YAML library, whose import costs more than 1,000 skills.

It answers only where the line forms below leave no room for another reading and hold no trap; for anything else, None
sends the caller to the library. A property test holds both to the same value.
"""

from skill_evals.documents.simple_scalars import (
    BLOCK_HEADER,
    WORDS,
    NotSimpleError,
    block,
    breaks_text,
    dedented,
    inline,
    scalar,
)
from skill_evals.model.regex import regex

_KEY = regex(r"([A-Za-z][A-Za-z0-9_.-]*):(?: +|$)")
_LEVELS = 4


def simple_mapping(text: str) -> dict[str, object] | None:
    """The mapping of a frontmatter's text, a line break at its end, that is surely simple and clean YAML; else None."""
    lines = text.replace("\r\n", "\n").removesuffix("\n").split("\n")
    if not all(line.isprintable() for line in lines):
        return None
    try:
        return _mapping(lines, _LEVELS)
    except NotSimpleError:
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
        if found is None or found[1] in members or found[1].lower() in WORDS:
            raise NotSimpleError
        end = at
        while end < len(lines) and lines[end].startswith((" ", "- ")):
            end += 1
        members[found[1]] = _value(line[found.end() :].rstrip(" "), lines[at:end], levels)
        at = end
    if not members:
        raise NotSimpleError
    return members


def _value(rest: str, beneath: list[str], levels: int) -> object:
    """The value of a key: what stands on its line, and the lines beneath that belong to it."""
    if BLOCK_HEADER.match(rest):
        return block(rest, beneath)
    if not beneath:
        return inline(rest)
    if rest:
        return _wrapped([rest, *beneath])
    if not levels:
        raise NotSimpleError
    inner = dedented(beneath)
    if inner[0].startswith("- "):
        return [_item(line) for line in inner]
    if not beneath[0].startswith(" "):
        raise NotSimpleError
    return _mapping(inner, levels - 1)


def _wrapped(lines: list[str]) -> str:
    """An unquoted text over several lines, of which none is blank."""
    parts = [line.strip(" ") for line in lines]
    if not parts[0][0].isalpha() or not all(line.startswith(" ") for line in lines[1:]):
        raise NotSimpleError
    if any(not part or part.startswith("#") or breaks_text(part) for part in parts):
        raise NotSimpleError
    return " ".join(parts)


def _item(line: str) -> object:
    if not line.startswith("- "):
        raise NotSimpleError
    return scalar(line[2:].strip(" "))
