"""Where findings were asked to be silent: by a comment, a path or a case."""

import pytest

from lint.made_up import PATH, at, lint, on_suite
from skill_evals.lint.fault import Fault
from skill_evals.model.config import LintConfig, PathIgnore

SILENT: list[tuple[str, Fault, LintConfig, bool]] = [
    ("on-line", Fault(path=PATH, message="a", span=at(3)), LintConfig(), True),
    ("on-line", Fault(path=PATH, message="a", span=at(5)), LintConfig(), True),
    ("on-line", Fault(path=PATH, message="a", span=at(6)), LintConfig(), False),
    ("on-line", Fault(path=PATH, message="a", span=at(2)), LintConfig(), False),
    # A comment behind text speaks about its own line, not about the one below.
    ("X9", Fault(path=PATH, message="a", span=at(4)), LintConfig(), False),
    ("X9", Fault(path=PATH, message="a", span=at(3)), LintConfig(), True),
    ("other", Fault(path=PATH, message="a", span=at(3)), LintConfig(), False),
    (
        "a",
        Fault(path=PATH, message="a"),
        LintConfig(path_ignores=(PathIgnore(path="evals/**", rules=("a",), reason="generated"),)),
        True,
    ),
    (
        "a",
        Fault(path=PATH, message="a"),
        LintConfig(path_ignores=(PathIgnore(path="other/**", rules=("a",), reason="generated"),)),
        False,
    ),
    (
        "a",
        Fault(path=PATH, message="a", at=("triggers", 1, "query")),
        LintConfig(case_ignores={f"{PATH}#two": ("a",)}),
        True,
    ),
    (
        "a",
        Fault(path=PATH, message="a", at=("triggers", 0, "query")),
        LintConfig(case_ignores={f"{PATH}#two": ("a",)}),
        False,
    ),
    ("a", Fault(path=PATH, message="a", at=("triggers",)), LintConfig(case_ignores={f"{PATH}#two": ("a",)}), False),
]


@pytest.mark.parametrize(("name", "fault", "config", "silent"), SILENT)
def test_where_a_rule_was_asked_to_be_silent(name: str, fault: Fault, config: LintConfig, silent: bool) -> None:
    found = lint(on_suite(fault, name=name), config=config)
    assert [d.rule for d in found.diagnostics] == ([] if silent else [name])
