"""Lines are those of an editor: they end at a line feed, a carriage return, or both, and at nothing else."""

import pytest

from skill_evals.documents.lines import LineIndex, line_at

TEXT = "one\ntwo\r\nthree\rfo\u2028u\x0cr"


@pytest.mark.parametrize(
    ("number", "line"), [(1, "one"), (2, "two"), (3, "three"), (4, "fo\u2028u\x0cr"), (5, ""), (0, ""), (-1, "")]
)
def test_line_at(number: int, line: str) -> None:
    assert line_at(TEXT, number) == line


def test_positions() -> None:
    lines = LineIndex(TEXT)
    for number, word in enumerate(["one", "two", "three", "fo"], start=1):
        assert lines.position(TEXT.index(word)) == (number, 1)
    assert lines.position(len(TEXT)) == (4, 7)
    assert LineIndex("").position(0) == (1, 1)
