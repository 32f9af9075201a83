"""Untrusted text in GitHub's Markdown: prompts, names and evidence come from strangers.

A comment can notify people, link, close issues, break out of a table or forge the marker of another comment. Text is
therefore either a code span (GitHub links and mentions nothing in code) or prose with every character that means
something to Markdown escaped.
"""

import re
from collections.abc import Sequence

from skill_evals.report.escape import UNSEEN

_INVISIBLE = re.compile(rf"[\x00-\x1f{UNSEEN}]+")
_SPECIAL = re.compile(r"([\\`*_{}\[\]()<>#|~&!+])")
_MENTION = re.compile(r"[@#]|GH-|://|www\.", re.IGNORECASE)
_HASH = re.compile(r"\b[0-9a-f]{7,40}\b")
_SIX = re.compile(".{1,6}")
_TICKS = re.compile("`+")
_ZERO_WIDTH_SPACE = "\u200b"


def flat(text: str) -> str:
    """One line: control characters, line separators and marks that reorder or hide text become one space."""
    return _INVISIBLE.sub(" ", text).strip()


def cut(text: str, limit: int) -> str:
    """At most ``limit`` code points, the last an ellipsis where something was cut."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def code(text: str, limit: int = 120) -> str:
    """A code span that holds in a table cell too: its fence is longer than any run of backticks inside.

    A pipe is escaped, which GitHub undoes inside cells; a backslash right before one would undo the escape, so a space
    parts them.
    """
    inner = cut(flat(text), limit) or " "
    inner = inner.replace("\\|", "\\ |").replace("|", "\\|")
    longest = max((len(run) for run in _TICKS.findall(inner)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if inner[:1] in "` " or inner[-1:] in "` \\" else ""
    return f"{fence}{pad}{inner}{pad}{fence}"


def prose(text: str, limit: int = 400) -> str:
    """Plain text: no formatting, no link, no mention, no reference to an issue or a commit."""
    escaped = _SPECIAL.sub(r"\\\1", cut(flat(text), limit))
    escaped = _MENTION.sub(lambda m: m[0][0] + _ZERO_WIDTH_SPACE + m[0][1:], escaped)
    return _HASH.sub(lambda m: _ZERO_WIDTH_SPACE.join(_SIX.findall(m[0])), escaped)


def sentence(text: str, limit: int = 600) -> str:
    """One of our own sentences, with names in it between backticks: those become code, everything else is prose.

    A name that holds backticks shifts the pairs; either way every piece of it is escaped.
    """
    pieces = cut(flat(text), limit).split("`")
    if len(pieces) % 2 == 0:
        pieces[-2:] = ["`".join(pieces[-2:])]
    return "".join(code(piece) if number % 2 else _spaced(piece) for number, piece in enumerate(pieces))


def _spaced(piece: str) -> str:
    """Prose that keeps the spaces which part it from the code beside it."""
    lead = " " if piece[:1] == " " else ""
    tail = " " if piece[-1:] == " " and piece.strip() else ""
    return f"{lead}{prose(piece, len(piece) + 1)}{tail}"


def paragraphs(lines: list[str]) -> str:
    """Lines as a text that ends in a newline, with no two blank lines in a row."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    return "\n".join(kept).strip() + "\n"


def few(lines: list[str], most: int) -> list[str]:
    """Items of a list, at most so many, and how many more there are."""
    return lines if len(lines) <= most else [*lines[:most], f"- … and {len(lines) - most:,} more"]


def row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Lines of a table; none where there are no rows."""
    return [row(*head), row(*("---" for _ in head)), *(row(*cells) for cells in rows)] if rows else []


def details(summary: str, body: list[str]) -> list[str]:
    """A folded section; the blank lines let Markdown work inside it."""
    return [f"<details><summary>{summary}</summary>", "", *body, "", "</details>", ""] if body else []


def units(text: str) -> int:
    """Length in UTF-16 units, by which GitHub bounds a comment."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
