"""Findings as JSON: every output keeps to the schema that is shipped."""

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator, ValidationError

from command_line import Call
from lint_findings import finding, result, results
from skill_evals.model.lint import LintResult
from skill_evals.report.lint_json import lint_json

ROOT = Path(__file__).resolve().parents[3]


@cache
def validator() -> Draft202012Validator:
    schema = json.loads(files("skill_evals").joinpath("schemas/lint-output.schema.json").read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema)


def valid(text: str) -> Any:
    document = json.loads(text)
    validator().validate(document)
    return document


@given(results)
@settings(max_examples=60, deadline=None)
def test_whatever_is_found_keeps_to_the_schema(found: LintResult) -> None:
    assert len(valid(lint_json(found))["diagnostics"]) == sum(not d.elsewhere for d in found.diagnostics)


@pytest.mark.parametrize(
    "folder", sorted(path.parent for path in (ROOT / "tests" / "rules").glob("*/*/repo"))[::9], ids=str
)
def test_what_the_rules_find_keeps_to_the_schema(folder: Path, call: Call) -> None:
    done = call("lint", "--root", folder / "repo", folder / "repo", "--preset", "all", "--format", "json")
    assert valid(done.out)["version"] == 1


def test_what_is_accepted_is_counted_only_where_there_is_any() -> None:
    assert "accepted" not in valid(lint_json(result(finding())))["summary"]
    assert valid(lint_json(result(accepted=3)))["summary"]["accepted"] == 3


@pytest.mark.parametrize(
    ("member", "value"),
    [("line", 0), ("severity", "fatal"), ("code", "I2"), ("rule", "Duplicate id"), ("fixable", None)],
)
def test_the_schema_refuses_what_no_output_holds(member: str, value: object) -> None:
    document = json.loads(lint_json(result(finding())))
    document["diagnostics"][0][member] = value
    with pytest.raises(ValidationError):
        validator().validate(document)
