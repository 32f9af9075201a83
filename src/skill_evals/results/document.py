"""The plain value of a results file, or why it has none."""

import re

from skill_evals.documents.document import Document, Problem, ProblemKind
from skill_evals.documents.read import format_of, read_document
from skill_evals.errors import ResultsError
from skill_evals.model.regex import regex

_CONFLICT = regex(r"^<{7}(?: .*)?$", re.MULTILINE)
_FATAL = frozenset({ProblemKind.INVALID, ProblemKind.NOT_UTF8, ProblemKind.UNREADABLE_SIZE})
_CURE = "restore it from git, or delete it and run the suite again"


def parse(path: str, data: bytes) -> object:
    """Dict, list, str, int, float, bool or None; the format follows from the name's ending.

    Raises:
        ResultsError: the bytes are not a document of that format; conflict markers are named as such.
    """
    if format_of(path) is None:
        raise ResultsError(f"{path} is in no format that results have", cure="name a .json, .jsonc, .yaml or .yml file")
    return value_of(read_document(path, data))


def value_of(document: Document) -> object:
    """As ``parse``, of a file that has been read as a document."""
    fault = next((problem for problem in document.problems if problem.kind in _FATAL), None)
    if fault is not None:
        raise _unreadable(document, fault)
    return document.value


def _unreadable(document: Document, fault: Problem) -> ResultsError:
    """Unresolved merges first: they are the usual cause, and the parser's own words would lead astray."""
    marker = _CONFLICT.search(document.text)
    if marker is None:
        place = f"{document.path}:{fault.span.line}:{fault.span.column}"
        return ResultsError(f"{place} cannot be read: {fault.message}", cure=_CURE)
    line = document.text.count("\n", 0, marker.start()) + 1
    return ResultsError(
        f"{document.path}:{line} holds the markers of an unresolved merge conflict",
        cure="take one side whole (git checkout --ours or --theirs, then git add), then run the suite again",
    )
