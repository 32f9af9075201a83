"""What the tests of this folder share: reading text, and cutting a span out of it."""

import re

from skill_evals.documents.document import Document, Problem
from skill_evals.documents.node import Node
from skill_evals.documents.read import read_document
from skill_evals.model.position import Span

BREAK = re.compile(r"\r\n|\n|\r")


def read(text: str, name: str = "evals.json") -> Document:
    return read_document(name, text.encode())


def cut(text: str, span: Span) -> str:
    """The text that a span covers, found by counting lines and not by the product's index."""
    starts = [0, *(found.end() for found in BREAK.finditer(text))]
    return text[starts[span.line - 1] + span.column - 1 : starts[span.end_line - 1] + span.end_column - 1]


def show(problem: Problem) -> str:
    span = problem.span
    place = f"{span.line}:{span.column}-{span.end_line}:{span.end_column}"
    return f"{place} {problem.kind.value}\n  {problem.message}\n  {problem.cure}\n"


def nodes(node: Node) -> list[Node]:
    """A node and everything beneath it."""
    found = [node]
    for at in found:
        found.extend(child for _, child in at.children)
    return found
