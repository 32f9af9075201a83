"""The code that the step ends with: by what was found, and by how strict the workflow's author is."""

from dataclasses import replace
from typing import cast

import pytest

from action import payloads
from action.steps import step
from report.test_check_run import finding, report
from skill_evals.app.action.tell import exit_code
from skill_evals.edges.github.api import GitHub
from skill_evals.model.lint import LintResult, LintSummary
from skill_evals.model.report import Report

NOTHING = report()
INFO = replace(NOTHING, lint=LintResult(diagnostics=(finding(),), summary=LintSummary(infos=1)))
WARNING = replace(NOTHING, lint=LintResult(diagnostics=(finding(),), summary=LintSummary(warnings=1)))
FAILED = report(finding(), exit_code=1)
INCOMPLETE = report(exit_code=3)
USAGE = replace(WARNING, exit_code=2)


@pytest.mark.parametrize(
    ("found", "inputs", "code"),
    [
        (NOTHING, {"fail-on": "info"}, 0),
        (INFO, {"fail-on": "warning"}, 0),
        (INFO, {"fail-on": "info"}, 1),
        (WARNING, {}, 0),
        (WARNING, {"fail-on": "warning"}, 1),
        (WARNING, {"fail-on": "info"}, 1),
        (FAILED, {}, 1),
        (FAILED, {"fail-on": "never"}, 0),
        (INCOMPLETE, {}, 0),
        (INCOMPLETE, {"on-incomplete": "fail"}, 3),
        (INCOMPLETE, {"on-incomplete": "fail", "fail-on": "never"}, 0),
        (replace(WARNING, exit_code=3), {"on-incomplete": "fail", "fail-on": "warning"}, 1),
        (USAGE, {"fail-on": "never"}, 2),
        (USAGE, {"fail-on": "warning"}, 2),
    ],
)
def test_exit_codes(found: Report, inputs: dict[str, str], code: int) -> None:
    asked = step(cast(GitHub, None), "pull_request", payloads.pull(), **inputs)
    assert exit_code(asked, found) == code
