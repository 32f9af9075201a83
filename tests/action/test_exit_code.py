"""The code that the step ends with: by what was found, and by how strict the workflow's author is."""

from argparse import Namespace
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest

from action import payloads
from action.steps import step
from action.test_files import as_the_runner_reads
from report.test_check_run import finding, report
from skill_evals.app.action.outputs import OUTPUTS
from skill_evals.app.action.tell import exit_code
from skill_evals.cli import action
from skill_evals.edges.github.api import GitHub
from skill_evals.errors import UsageError
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


@pytest.mark.parametrize(("broken", "code"), [(RuntimeError("a bug"), "3"), (UsageError("a slip"), "2")])
def test_every_output_is_set_where_the_step_breaks_off(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: Exception, code: str
) -> None:
    def perform(*_: object) -> None:
        raise broken

    monkeypatch.setattr(action, "_perform", perform)
    monkeypatch.setattr(action, "_hide", lambda _: None)
    monkeypatch.setenv("GITHUB_OUTPUT", str(tmp_path / "output"))
    with pytest.raises(type(broken)):
        action.run(Namespace())
    found = as_the_runner_reads((tmp_path / "output").read_text(encoding="utf-8"))
    assert set(found) == set(OUTPUTS)
    assert (found["exit-code"], found["conclusion"]) == (code, "failure")
