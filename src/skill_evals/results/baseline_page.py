"""Reads from eval-magic's ``BASELINE.md`` what a promoted benchmark was measured with.

Rows are found anywhere in the file: eval-magic itself sometimes leaves a blank line inside the table (promote.rs), and
people write prose around it.
"""

import re

from skill_evals.model.benchmark_comparison import MeasuredWith

_ROW = re.compile(r"^\|[ \t]*+(Harness|Agent model|Judge model)[ \t]*+\|([^|\n]++)\|", re.MULTILINE)
_PLACEHOLDERS = frozenset({"", "unspecified", "(none)", "none", "unknown", "-", "—"})


def read_baseline_page(data: bytes) -> MeasuredWith:
    """What is stated; a placeholder, or a row that is not there, states nothing. The first row of a name counts."""
    found: dict[str, str] = {}
    for name, value in _ROW.findall(data.decode("utf-8", "replace")):
        found.setdefault(name, value.strip().strip("`"))
    stated = {name: value for name, value in found.items() if value.lower() not in _PLACEHOLDERS}
    return MeasuredWith(
        harness=stated.get("Harness"),
        agent_model=stated.get("Agent model"),
        judge_model=stated.get("Judge model"),
    )
