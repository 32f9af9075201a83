"""Rules with a part that is off by default: it speaks only where somebody asked for it."""

import pytest

from rules.trees import MemoryTree, lint_tree
from skill_evals.model.config import Config, LintConfig

LONG = b"---\nname: glaze-%d\ndescription: " + b"d" * 1000 + b"\n---\n\nRun `scripts/fire.py`.\n"
TREE = MemoryTree(files={f"skills/glaze-{n}/SKILL.md": LONG % n for n in range(26)})


def said(config: LintConfig) -> dict[str, int]:
    rules = [d.rule for d in lint_tree(TREE, config=Config(lint=config)).diagnostics]
    return {rule: rules.count(rule) for rule in ("listing-overflow", "broken-reference")}


@pytest.mark.parametrize(
    ("config", "sums", "named"),
    [
        (LintConfig(), 0, 0),
        (LintConfig(extend_select=("K",)), 0, 0),
        (LintConfig(extend_select=("listing-overflow",)), 1, 0),
        (LintConfig(extend_select=("K006",)), 0, 26),
        (LintConfig(select=("broken-reference",)), 0, 26),
        (LintConfig(preset="strict"), 1, 0),
        (LintConfig(preset="all"), 1, 26),
        (LintConfig(extend_select=("all",)), 1, 26),
    ],
)
def test_the_part_that_is_off_by_default(config: LintConfig, sums: int, named: int) -> None:
    assert said(config) == {"listing-overflow": sums, "broken-reference": named}
