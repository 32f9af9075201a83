"""Every file of `broken/` is read to the problems written beside it, and to a value only where a runner has one.

A golden holds, for each problem, its span and kind, the message and the cure; the last line says what the value is.
"""

from pathlib import Path

import pytest

from skill_evals.documents.document import UNREAD
from skill_evals.documents.read import format_of, read_document

from .document_tools import show

FOLDER = Path(__file__).parent / "broken"
FILES = sorted(path.name for path in FOLDER.iterdir() if format_of(path.name))


@pytest.mark.parametrize("name", FILES)
def test_problems_are_those_of_the_golden(name: str) -> None:
    document = read_document(name, (FOLDER / name).read_bytes())
    value = "unread" if document.value is UNREAD else repr(document.value)
    said = "".join(show(problem) for problem in document.problems) + f"value: {value}\n"
    assert said == (FOLDER / f"{name}.expected").read_text(encoding="utf-8")
