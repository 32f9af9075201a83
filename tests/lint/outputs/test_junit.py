"""Findings as JUnit XML: two parsers read them, whatever a name holds."""

from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings

from lint_findings import finding, names, result, results
from skill_evals.model.diagnostic import Severity
from skill_evals.model.lint import LintResult
from skill_evals.report.junit import junit


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)


def test_a_file_is_a_suite_and_a_finding_a_case() -> None:
    top = parsed(junit(result(finding("a.json"), finding("a.json", message="worse")), read=["a.json", "b.json"]))
    assert {name: top.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "3", "failures": "2", "errors": "0", "skipped": "0",
    }  # fmt: skip
    assert [(suite.get("name"), suite.get("tests"), suite.get("failures")) for suite in top] == [
        ("a.json", "2", "2"), ("b.json", "1", "0"),
    ]  # fmt: skip
    case = top[0][1]
    assert case.attrib == {"classname": "a.json", "name": "duplicate-id (I002) at 3:9"}
    assert case[0].tag == "failure"
    assert case[0].attrib == {"type": "error", "message": "worse"}
    assert case[0].text == "a.json:3:9: error: worse"


@pytest.mark.parametrize(
    ("failing", "failed"),
    [((Severity.ERROR,), ["error"]), ((Severity.ERROR, Severity.WARNING), ["error", "warning"])],
)
def test_what_does_not_fail_the_run_passes_with_its_message(failing: tuple[Severity, ...], failed: list[str]) -> None:
    top = parsed(junit(result(*[finding(severity=severity) for severity in Severity]), failing=failing))
    cases = list(top.iter("testcase"))
    assert [case[0].get("type") for case in cases if case[0].tag == "failure"] == failed
    assert all("wrong" in (case[0].text or "") for case in cases)
    assert {case[0].tag for case in cases} == {"failure", "system-out"}


def test_the_four_states_stay_four() -> None:
    found = result(
        finding("a.json"), finding("b.json", rule="internal-error", code="X001"), finding("c.json", elsewhere=True)
    )
    top = parsed(junit(found, read=["c.json"], unchecked={"d.json": "promptfoo: another runner's"}))
    states = {suite.get("name"): [outcome.tag for outcome in suite[0]] for suite in top}
    assert states == {"a.json": ["failure"], "b.json": ["error"], "c.json": [], "d.json": ["skipped"]}
    assert top[3][0][0].get("message") == "promptfoo: another runner's"
    assert (top.get("failures"), top.get("errors"), top.get("skipped"), top.get("tests")) == ("1", "1", "1", "4")


def test_nothing_read_is_an_empty_document() -> None:
    assert parsed(junit(result())).attrib == {
        "name": "skill-evals lint", "tests": "0", "failures": "0", "errors": "0", "skipped": "0",
    }  # fmt: skip


@given(results)
@settings(max_examples=100, deadline=None)
def test_it_can_be_read_back_whatever_it_holds(found: LintResult) -> None:
    text = junit(found)
    here = [diagnostic for diagnostic in found.diagnostics if not diagnostic.elsewhere]
    top = parsed(text.encode("utf-8").decode("utf-8"))
    assert len(list(top.iter("testcase"))) == len(here) == int(top.get("tests", ""))
    errors = sum(diagnostic.severity is Severity.ERROR for diagnostic in here)
    assert len(list(top.iter("failure"))) == errors == int(top.get("failures", ""))
    assert "##[" not in text
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())


@given(names)
@settings(max_examples=100, deadline=None)
def test_a_plain_name_stays_as_it_is_and_others_become_visible(name: str) -> None:
    (suite,) = parsed(junit(result(finding(name))))
    shown = suite.get("name", "")
    assert len(shown.splitlines()) == 1
    if name.isascii() and name.isprintable() and "#" not in name and not name.startswith((":", " ")):
        assert shown == name


def test_a_parser_of_the_field_opens_it() -> None:
    junitparser = pytest.importorskip("junitparser", reason="junitparser is not installed")
    found = result(finding("a.json", message="<x> & \x00 \uffff"), finding("b.json", severity=Severity.WARNING))
    opened = junitparser.JUnitXml.fromstring(
        junit(found, read=["c.json"], unchecked={"d.json": "waza"}).encode("utf-8")
    )
    assert (opened.tests, opened.failures, opened.errors, opened.skipped) == (4, 1, 0, 1)
    first = next(iter(next(iter(opened))))
    assert isinstance(first.result[0], junitparser.Failure)
    assert first.result[0].message == "<x> & \\x00 \\uffff"
