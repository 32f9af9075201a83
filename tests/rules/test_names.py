"""Names that no folder of a test can hold everywhere: line breaks, and links whose end is not known."""

import pytest

from skill_evals.lint.rules.invalid_document import RULE
from skill_evals.model.diagnostic import Severity
from skill_evals.report.github_commands import github_commands
from skill_evals.report.lint_text import lint_text

from .trees import MemoryTree, lint_tree

SUITE = b'{"skill_name": "greet", "evals": [{"id": 1, "prompt": "Greet Ada", "expectations": ["Names Ada"]}]}'


@pytest.mark.parametrize("path", ["skills/greet/evals/ev\nals.json", "skills/gre\net/SKILL.md", "evals/a\x1b[2J.yaml"])
def test_a_name_with_a_control_character_is_an_error_that_every_format_survives(path: str) -> None:
    result = lint_tree(MemoryTree(files={path: SUITE}))
    assert [(d.path, d.severity) for d in result.diagnostics if d.rule == RULE.name] == [(path, Severity.ERROR)]
    assert all(line.startswith("::") for line in github_commands(result).splitlines())
    assert "\x1b" not in lint_text(result, source=lambda *_: None)
    assert path not in lint_text(result, source=lambda *_: None)


def test_other_files_may_be_called_what_they_like() -> None:
    result = lint_tree(MemoryTree(files={"notes/a\nb.txt": b"x"}))
    assert result.diagnostics == ()


def test_a_link_whose_end_is_not_known_is_a_warning() -> None:
    found = lint_tree(MemoryTree(files={}, links={"skills/greet/SKILL.md": None})).diagnostics
    assert [(d.rule, d.severity) for d in found] == [(RULE.name, Severity.WARNING)]
    assert "not known here" in found[0].message
