"""A checkout with CRLF line ends: every rule finds the same at the same places, and repairs keep the line ends."""

from dataclasses import replace
from pathlib import Path

import pytest

from lint.fix.test_goldens import CASES as REPAIRED
from lint.fix.test_goldens import fixing
from rules.test_rules import CASES, options_of
from rules.trees import MemoryTree, lint_tree, tree_of
from skill_evals.model.config import Config, LintConfig

Place = tuple[str, str, str, int, int, int, int]

OF_BYTES = {
    "stale-evals": "the content of a skill is hashed as bytes, as evolve does",
}
"""Rules whose findings depend on line ends, and why."""


def crlf(data: bytes) -> bytes:
    """With CRLF throughout; what has carriage returns of its own, or is no text, stays as it is."""
    return data if b"\r" in data or b"\0" in data else data.replace(b"\n", b"\r\n")


def checked_out(tree: MemoryTree) -> MemoryTree:
    return replace(tree, files={path: crlf(data) for path, data in tree.files.items()})


def found(tree: MemoryTree, rule: str) -> list[Place]:
    result = lint_tree(tree, config=Config(lint=LintConfig(select=(rule,))))
    return [
        (d.path, d.rule, d.message, d.span.line, d.span.column, d.span.end_line, d.span.end_column)
        for d in result.diagnostics
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_a_rule_finds_the_same_at_the_same_places(case: Path) -> None:
    rule = case.parent.name
    if rule in OF_BYTES:
        pytest.skip(OF_BYTES[rule])
    tree = tree_of(case / "repo")
    assert found(checked_out(tree), rule) == found(tree, rule)


@pytest.mark.parametrize("case", REPAIRED, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_a_repair_keeps_the_line_ends(case: Path) -> None:
    if options_of(case).get("untracked"):
        pytest.skip("which files are tracked is not told to the repair")
    wanted = {path: crlf(data) for path, data in tree_of(case / "fixed").files.items() if path != ".gitkeep"}
    changes = fixing(case, checked_out(tree_of(case / "repo"))).changes
    assert {change.path: change.after for change in changes} == wanted


def test_a_comment_silences_its_line_with_any_line_end() -> None:
    suite = b"""{
  // skill-evals: ignore[not-boolean] the runner of this repository reads it
  "triggers": [{"query": "count the sheep", "should_trigger": "true"}] // skill-evals: ignore[not-boolean] as above
}
"""
    tree = MemoryTree(files={"plugins/p/evals/sheep/triggers.jsonc": suite})
    assert found(tree, "not-boolean") == []
    assert found(checked_out(tree), "not-boolean") == []
    loud = MemoryTree(files={path: data.replace(b"ignore", b"count") for path, data in tree.files.items()})
    assert len(found(checked_out(loud), "not-boolean")) == 1
