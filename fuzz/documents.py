"""Whatever stands in a document: a value, or a problem that says why there is none; and a place for every node."""

import json
from collections.abc import Iterator
from itertools import islice

from skill_evals.documents.document import Document
from skill_evals.documents.lines import lines_of
from skill_evals.documents.node import Node
from skill_evals.documents.read import read_document
from skill_evals.lint.markdown_links import named_files, relative_links, relative_targets
from skill_evals.model.position import Part, Pointer, Span

MOST_NODES = 300
"""Nodes of a document whose places are looked at: a lookup walks from the root."""


def json_text(data: bytes) -> None:
    check(read_document("a.json", data))


def jsonc_text(data: bytes) -> None:
    check(read_document("a.jsonc", data))


def yaml_text(data: bytes) -> None:
    check(read_document("a.yaml", data))


def frontmatter_text(data: bytes) -> None:
    document = read_document("skills/a/SKILL.md", data)
    check(document)
    lines = lines_of(document.text)
    for link in (*relative_links(document), *named_files(document)):
        check_span(link.span, lines)
    assert all(relative_targets(document))


def check(document: Document) -> None:
    """The promises of documents/document.py."""
    assert document.readable or document.problems, "neither a value nor a problem"
    lines = lines_of(document.text)
    for problem in document.problems:
        assert problem.message.isprintable(), "a message that cannot be printed"
        assert len(problem.message) < 400, "a message without bound"
        assert problem.cure, "a problem without a cure"
        check_span(problem.span, lines)
    if document.tree is not None:
        for at in islice(pointers(document.tree), MOST_NODES):
            for part in Part:
                check_span(document.span(at, part), lines)
    if document.readable:
        json.dumps(document.value)


def check_span(span: Span, lines: list[str]) -> None:
    assert (1, 1) <= (span.line, span.column) <= (span.end_line, span.end_column), f"turned around: {span}"
    assert span.end_line <= len(lines), f"past the last line: {span}"
    assert span.column <= len(lines[span.line - 1]) + 1, f"begins past its line: {span}"
    assert span.end_column <= len(lines[span.end_line - 1]) + 2, f"ends past its line: {span}"


def pointers(root: Node) -> Iterator[Pointer]:
    """Breadth first, so that an alias of many nodes hides nothing beside it."""
    rest: list[tuple[Pointer, Node]] = [((), root)]
    for at, node in rest:
        yield at
        if len(rest) <= MOST_NODES:
            rest += [((*at, name), child) for name, child in node.children[:MOST_NODES]]
