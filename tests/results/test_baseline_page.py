"""What BASELINE.md says that a benchmark was measured with."""

from skill_evals.model.benchmark_comparison import MeasuredWith
from skill_evals.results.baseline_page import read_baseline_page

PAGE = """\
# Baseline — bake-bread

Promoted by hand.

| Field | Value |
|---|---|
| Mode | revision |
| Harness | claude-code |
| Agent model | `some-model-4` |
| Judge model | unspecified |

| Promoted from commit | 0a1b2c3 |
"""


def test_rows_are_read_and_placeholders_state_nothing() -> None:
    assert read_baseline_page(PAGE.encode()) == MeasuredWith(harness="claude-code", agent_model="some-model-4")


def test_rows_outside_of_the_table_count_and_the_first_of_a_name_wins() -> None:
    page = "| Harness | one |\n\nprose | Harness | no |\n\n| Judge model | judge |\n| Harness | two |\n"
    assert read_baseline_page(page.encode()) == MeasuredWith(harness="one", judge_model="judge")


def test_any_bytes_are_read() -> None:
    assert read_baseline_page(b"\xff\xfe| Harness |") == MeasuredWith()
    assert read_baseline_page(b"| Harness |" + b" " * 200_000) == MeasuredWith()
