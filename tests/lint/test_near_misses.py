"""What real authors write and a rule could take for a fault (``tests/rules/*/near-miss-*``): no rule calls it an error."""

from pathlib import Path

import pytest

from rules.test_rules import HERE, options_of
from rules.trees import lint_tree, tree_of
from skill_evals.model.diagnostic import Severity

CASES = sorted(path.parent for path in HERE.glob("*/near-miss-*/expected.txt"))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_nothing_in_a_near_miss_is_an_error(case: Path) -> None:
    assert not options_of(case)
    found = lint_tree(tree_of(case / "repo")).diagnostics
    assert [(d.rule, d.path, d.span.line, d.message) for d in found if d.severity is Severity.ERROR] == []
