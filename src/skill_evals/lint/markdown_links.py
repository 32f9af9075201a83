"""Links of a skill's body, and files that its prose names, with their places."""

from collections.abc import Iterator

from skill_evals.documents.document import Document
from skill_evals.model.light import light
from skill_evals.model.position import Span
from skill_evals.model.regex import regex

_BREAK = regex(r"\r\n|\n|\r")
_MAYBE = regex(r"\](?=\(\s*(?:<([^>\n]+)>|([^)\s]+))|:\s*(?:<([^>\n]+)>|(\S+)))")
"""Where a link or its definition may begin. What follows is looked at and not taken: another one may begin in it."""
MOST_BRACKETS = 4_000
"""More opening brackets than any real text holds: the parser takes quadratic time for a run of them, and the text is a
stranger's. At the bound it takes some tenths of a second."""
_SCHEME = regex(r"[A-Za-z][A-Za-z0-9+.-]*:|//|[/#~?]")
_PLACEHOLDER = regex(r"[<>{}$*\\]|\.\.\.|…")
_NAMED = regex(r"`((?:assets|references|scripts|templates)/[\w./-]*[\w-]\.\w{1,6})`")


@light(frozen=True, slots=True, kw_only=True)
class Link:
    """Where a text points within the repository: a path as it is written, without fragment or query."""

    target: str
    span: Span


def relative_targets(document: Document) -> frozenset[str]:
    """What may be a relative link of the body, and more: a cheap look, so that few bodies need a Markdown parser."""
    if "](" not in document.text:
        return frozenset()
    found = (_target(next(filter(None, one.groups()))) for one in _MAYBE.finditer(_body(document)))
    return frozenset(target for target in found if target is not None)


def is_parsable(document: Document) -> bool:
    """Whether the body may be handed to the parser; else its links are not checked."""
    return _body(document).count("[") <= MOST_BRACKETS


def relative_links(document: Document) -> Iterator[Link]:
    """The relative links and images of the body, code excepted, in order."""
    from markdown_it import MarkdownIt  # costs more than most lint runs, and few bodies need it

    body = _body(document)
    lines = body.split("\n")
    first = document.body_line or 1
    for block in MarkdownIt("commonmark").parse(body):
        at = block.map[0] if block.map else 0
        end = block.map[1] if block.map else 0
        for token in block.children or ():
            written = token.attrs.get("href") or token.attrs.get("src")
            target = _target(str(written)) if written else None
            if target is not None:
                yield Link(target=target, span=_place(lines, at, end, target, first))


def named_files(document: Document) -> Iterator[Link]:
    """Files in the skill's usual folders that the body names in code spans."""
    first = document.body_line or 1
    for number, line in enumerate(_body(document).split("\n"), start=first):
        for found in _NAMED.finditer(line):
            start, end = found.span(1)
            span = Span(line=number, column=start + 1, end_line=number, end_column=end + 1)
            yield Link(target=found[1], span=span)


def _body(document: Document) -> str:
    if document.body_line is None:
        return ""
    return "\n".join(_BREAK.split(document.text)[document.body_line - 1 :])


def _target(written: str) -> str | None:
    """The path of a link; None where it leads out of the repository or only shows how a link is written."""
    from urllib.parse import unquote  # as above

    if _SCHEME.match(written):
        return None
    path = unquote(written.partition("#")[0].partition("?")[0])
    return None if not path or _PLACEHOLDER.search(path) else path


def _place(lines: list[str], start: int, end: int, target: str, first: int) -> Span:
    """Where the target stands in the block's lines; the block's first line where it is written in another way."""
    for number in range(start, min(end, len(lines))):
        column = lines[number].find(target)
        if column >= 0:
            at = number + first
            return Span(line=at, column=column + 1, end_line=at, end_column=column + 1 + len(target))
    return Span(line=start + first, column=1, end_line=start + first, end_column=1)
