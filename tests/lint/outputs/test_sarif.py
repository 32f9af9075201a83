"""Findings as SARIF: what code scanning needs, and the official schema."""

import json
import subprocess
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft7Validator

from command_line import Call, small, triggers
from git_repo import Repo
from lint_findings import finding, result, results
from skill_evals.lint.explain import catalogue
from skill_evals.lint.rules import RULES
from skill_evals.model.diagnostic import Severity
from skill_evals.model.lint import LintResult
from skill_evals.model.position import Span
from skill_evals.report import sarif as module
from skill_evals.report.sarif import message, sarif, uri

OFFICIAL = Path(__file__).resolve().parents[4] / "shared" / "schemas" / "sarif-2.1.0.schema.json"


def run_of(found: LintResult) -> Any:
    document = json.loads(sarif(found, catalogue(), version="1.2.3"))
    assert document["version"] == "2.1.0"
    (run,) = document["runs"]
    return run


@cache
def official() -> Draft7Validator:
    if not OFFICIAL.is_file():
        pytest.skip("the official schema is not beside this checkout (../shared/schemas)")
    return Draft7Validator(json.loads(OFFICIAL.read_text(encoding="utf-8")))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(results)
def test_the_official_schema_takes_whatever_is_found(found: LintResult) -> None:
    official().validate(json.loads(sarif(found, catalogue(), version="1.2.3")))


def test_every_rule_is_listed_with_help_page_and_default_level() -> None:
    driver = run_of(result())["tool"]["driver"]
    listed = {rule["id"]: rule for rule in driver["rules"]}
    assert list(listed) == [*(rule.name for rule in RULES), "internal-error", "baseline"]
    for rule in RULES:
        entry = listed[rule.name]
        assert entry["shortDescription"]["text"]
        assert entry["help"]["markdown"].startswith(rule.summary)
        assert entry["helpUri"] in entry["help"]["text"]
        assert entry["helpUri"].endswith(f"/docs/rules/{rule.name}.md")
        assert entry["defaultConfiguration"] == {
            "enabled": rule.default,
            "level": {"error": "error", "warning": "warning", "info": "note"}[rule.severity.value],
        }
        assert entry["properties"]["code"] == rule.code


def test_a_result_says_rule_level_and_place() -> None:
    run = run_of(result(finding("evals/a.json", severity=Severity.INFO, message="wrong")))
    (found,) = run["results"]
    assert run["tool"]["driver"]["rules"][found["ruleIndex"]]["id"] == found["ruleId"] == "duplicate-id"
    assert found["level"] == "note"
    assert found["message"] == {"text": "wrong"}
    place = found["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "evals/a.json", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 3, "startColumn": 9, "endLine": 3, "endColumn": 12}
    assert run["columnKind"] == "unicodeCodePoints"
    assert "%SRCROOT%" in run["originalUriBaseIds"]
    assert run["automationDetails"]["id"] == "skill-evals/lint/"


def test_what_lies_elsewhere_is_left_out_and_errors_come_first() -> None:
    run = run_of(result(finding(severity=Severity.WARNING), finding(elsewhere=True), finding(message="e")))
    assert [found["level"] for found in run["results"]] == ["error", "warning"]


def test_findings_that_agree_in_all_but_the_line_have_fingerprints_of_their_own() -> None:
    second = Span(line=9, column=1, end_line=9, end_column=2)
    run = run_of(
        result(finding(fingerprint="ab"), finding(fingerprint="ab", span=second), finding("b.json", fingerprint="ab"))
    )
    assert [found["partialFingerprints"] for found in run["results"]] == [
        {"skillEvals/v1": "ab:1"}, {"skillEvals/v1": "ab:2"}, {"skillEvals/v1": "ab:1"},
    ]  # fmt: skip


@given(results)
@settings(max_examples=50, deadline=None)
def test_the_name_of_a_file_comes_back_from_its_uri(found: LintResult) -> None:
    for diagnostic in found.diagnostics:
        written = uri(diagnostic.path)
        assert written.isascii()
        assert not set(written) & set(" :?#[]@\n%".replace("%", ""))
        assert unquote_to_bytes(written) == diagnostic.path.encode("utf-8", "surrogateescape")


def test_a_strangers_words_make_no_link() -> None:
    assert message("see [here](https://example.org)") == "see [here\\](https://example.org)"
    assert message("a\udcffb").encode() == b"a\\xffb"


def test_a_rule_that_failed_makes_the_run_unsuccessful() -> None:
    (invocation,) = run_of(result(finding(rule="internal-error"), crashed=("duplicate-id",)))["invocations"]
    assert invocation["executionSuccessful"] is False
    assert "duplicate-id" in invocation["toolExecutionNotifications"][0]["message"]["text"]
    (fine,) = run_of(result())["invocations"]
    assert fine == {"executionSuccessful": True, "toolExecutionNotifications": []}


def test_more_than_code_scanning_takes_is_cut_and_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST", 2)
    run = run_of(result(*[finding(message=str(n)) for n in range(3)]))
    assert len(run["results"]) == 2
    assert "1 findings are left out" in run["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]


def test_moved_lines_and_a_renamed_file_keep_the_fingerprint(repo: Repo, call: Call) -> None:
    small(repo)
    suite = "skills/sheep/evals/triggers.json"
    repo.write({suite: triggers("goat")})

    def prints() -> list[str]:
        (run,) = call("lint", repo.root, "--format", "sarif").json["runs"]
        return [found["partialFingerprints"]["skillEvals/v1"] for found in run["results"]]

    before = prints()
    assert before
    repo.write({suite: triggers("goat").replace("{", "\n\n{", 1)})
    assert prints() == before
    subprocess.run(["mv", suite, suite.replace("triggers", "trigger-eval")], cwd=repo.root, check=True)
    assert prints() == before
