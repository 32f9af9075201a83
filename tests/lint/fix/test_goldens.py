"""Every ``fixed/`` beside a rule's case holds the files that ``--fix`` changes in it, byte for byte (tests/rules)."""

import re
from pathlib import Path

import pytest

from rules.test_rules import HERE, options_of
from rules.trees import MemoryTree, tree_of
from skill_evals.app.fix import Fixing, fix
from skill_evals.app.lint import LintRequest
from skill_evals.lint.rules import RULES
from skill_evals.model.config import Config, LintConfig

CASES = sorted(path.parent for path in HERE.glob("*/*/fixed"))


def fixing(case: Path, tree: MemoryTree) -> Fixing:
    config = Config(lint=LintConfig(select=(case.parent.name,)))
    return fix(LintRequest(files=tree, config=config), unsafe=options_of(case).get("unsafe_fixes", False))


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_fixes_change_exactly_what_the_case_expects(case: Path) -> None:
    wanted = {path: data for path, data in tree_of(case / "fixed").files.items() if path != ".gitkeep"}
    assert {change.path: change.after for change in fixing(case, tree_of(case / "repo")).changes} == wanted


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_a_second_time_there_is_nothing_to_change(case: Path) -> None:
    tree = tree_of(case / "repo")
    first = fixing(case, tree)
    again = fixing(case, MemoryTree(files={**tree.files, **{c.path: c.after for c in first.changes}}))
    assert (again.changes, again.fixed) == ((), ())
    assert [(d.path, d.message) for d in again.linted.result.diagnostics] == [
        (d.path, d.message) for d in first.linted.result.diagnostics
    ]


def test_every_fixable_rule_has_a_case_in_which_something_is_fixed() -> None:
    shown = {case.parent.name for case in CASES if len(tree_of(case / "fixed").files) > 0}
    assert shown == {rule.name for rule in RULES if rule.fixable}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_a_finding_is_fixable_where_it_has_a_fix_and_then_its_rule_says_so(case: Path) -> None:
    fixable = {rule.name for rule in RULES if rule.fixable}
    found = fixing(case, tree_of(case / "repo"))
    for diagnostic in (*found.fixed, *found.refused, *found.linted.result.diagnostics):
        assert diagnostic.fixable is (diagnostic.fix is not None)
        assert not diagnostic.fixable or diagnostic.rule in fixable


def test_the_page_names_every_fixable_rule_and_no_other() -> None:
    page = (HERE.parent.parent / "docs" / "fixing.md").read_text()
    rows = re.findall(r"^\| `([a-z0-9-]+)` \|", page, flags=re.MULTILINE)
    assert sorted(rows) == sorted(rule.name for rule in RULES if rule.fixable)
