"""HTML from parts. Text is escaped where it becomes markup, so that nothing a stranger wrote is markup by accident."""

import html
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from skill_evals.report.escape import INVISIBLE
from skill_evals.report.markdown import cut

_LONGEST = 4_000


@dataclass(frozen=True, slots=True)
class Markup:
    """Made by this module, and safe to stand in the page as it is."""

    text: str


Part = str | Markup


def safe(part: Part) -> str:
    """Text escaped, and made visible where it would be invisible or turn the line's direction; markup as it is."""
    if isinstance(part, Markup):
        return part.text
    return html.escape(INVISIBLE.sub(lambda found: f"\\u{ord(found.group()):04x}", cut(part, _LONGEST)))


def tag(name: str, *parts: Part, kind: str = "", title: str = "") -> Markup:
    """An element with a class and a tooltip."""
    attributes = f' class="{html.escape(kind)}"' if kind else ""
    attributes += f' title="{safe(title)}"' if title else ""
    return Markup(f"<{name}{attributes}>{''.join(map(safe, parts))}</{name}>")


def joined(parts: Iterable[Part]) -> Markup:
    return Markup("".join(map(safe, parts)))


def code(text: str) -> Markup:
    return tag("code", text)


def ticked(words: str) -> Markup:
    """Our own sentences with names between backticks."""
    pieces = words.split("`")
    if len(pieces) % 2 == 0:
        return Markup(safe(words))
    return joined(code(piece) if place % 2 else piece for place, piece in enumerate(pieces))


def table(heads: Sequence[Part], rows: Iterable[Sequence[Part]], *, kind: str = "") -> Markup:
    """Cells that are markup for a whole cell, such as those of a heat map, stand as they are."""
    head = tag("tr", *(tag("th", one) for one in heads))
    body = (tag("tr", *(one if _is_cell(one) else tag("td", one) for one in row)) for row in rows)
    return tag("div", tag("table", tag("thead", head), tag("tbody", *body), kind=kind), kind="wide")


def fold(title: Part, *parts: Part, is_open: bool = False) -> Markup:
    return Markup(f"<details{' open' if is_open else ''}>{tag('summary', title).text}{joined(parts).text}</details>")


def items(lines: Iterable[Part]) -> Markup:
    found = [tag("li", line) for line in lines]
    return tag("ul", *found) if found else Markup("")


def _is_cell(part: Part) -> bool:
    return isinstance(part, Markup) and part.text.startswith(("<td", "<th"))
