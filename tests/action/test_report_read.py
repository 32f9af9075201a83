"""report.json read back: the same comment for whatever a report may hold, and words for whatever a forger may write."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from report.test_check_run import report as small
from report.test_comment_fits import report as large
from skill_evals.edges.github.report_read import read_report
from skill_evals.errors import UsageError
from skill_evals.model.benchmark_comparison import AssertionFlip, BenchmarkComparison, BenchmarkSummary
from skill_evals.model.comparison import (
    CaseComparison,
    Comparison,
    Count,
    FamilyComparison,
    Lift,
    Reverted,
    SetResult,
    Tally,
    Use,
)
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.lint import LintResult, LintSummary
from skill_evals.model.plan import Baseline, Claim, Cut, Forecast, Job, Plan
from skill_evals.model.position import Span
from skill_evals.model.report import Audit, AuditedClaim, Report, RunSummary
from skill_evals.report import check_run, comment, summary
from skill_evals.report.report_json import report_json

TEXTS = st.text(st.characters(codec=None), max_size=12)
NAMES = st.text("abé-`|", min_size=1, max_size=6)
NUMBERS = st.integers(0, 999)
SHARES = st.floats(0, 1, allow_nan=False).map(lambda x: round(x, 6))
COUNTS = st.builds(
    lambda valid, wrong, errored: Count(correct=max(0, valid - wrong), valid=valid, errored=errored),
    st.integers(0, 9),
    st.integers(0, 9),
    st.integers(0, 2),
)
PLAIN_COUNTS = COUNTS.map(lambda count: replace(count, errored=0))

st.register_type_strategy(int, NUMBERS)
st.register_type_strategy(float, SHARES)
st.register_type_strategy(str, TEXTS)
st.register_type_strategy(Count, COUNTS)
CUTS = st.builds(lambda most, more: Cut(most=most + 1, wanted=most + 2 + more), NUMBERS, NUMBERS)

st.register_type_strategy(Use, st.builds(lambda used, more: Use(used=used, runs=used + more), NUMBERS, NUMBERS))


def few(kind: Any) -> Any:
    return st.lists(kind if isinstance(kind, st.SearchStrategy) else st.from_type(kind), max_size=2).map(tuple)


def built(kind: Any, /, **more: Any) -> Any:
    """Every field by its type, so that a field which is added and not written is found."""
    import typing
    from dataclasses import fields

    hints = typing.get_type_hints(kind)
    given = {}
    for one in fields(kind):
        hint = hints[one.name]
        if one.name in more:
            given[one.name] = more[one.name]
        elif typing.get_origin(hint) is tuple:
            given[one.name] = few(typing.get_args(hint)[0])
        else:
            given[one.name] = st.from_type(hint)
    return st.builds(kind, **given)


CASES = built(CaseComparison, id=NAMES, reverted=few(built(Reverted)))
FAMILIES = built(
    FamilyComparison,
    cases=few(CASES),
    sets=few(built(SetResult, kind=st.sampled_from(["down", "up", "spread"]), cases=few(NAMES))),
    base=st.none() | built(Tally),
    head=built(Tally),
    lift=st.none() | built(Lift),
)
SPANS = st.builds(
    lambda line, column, more: Span(line=line, column=column, end_line=line + more, end_column=column + 1),
    st.integers(1, 99),
    st.integers(1, 99),
    st.integers(0, 2),
)
FINDINGS = built(
    Diagnostic,
    span=SPANS,
    path=NAMES.map(lambda name: f"evals/{name}.json"),
    fix=st.none(),
    fixable=st.booleans(),
    elsewhere=st.booleans(),
)
LINTS = built(LintResult, diagnostics=few(FINDINGS), summary=built(LintSummary), times=st.just(()), crashed=few(NAMES))
BENCHMARKS = built(
    BenchmarkComparison,
    base=st.none() | built(BenchmarkSummary),
    head=st.none() | built(BenchmarkSummary),
    flips=few(built(AssertionFlip, base=PLAIN_COUNTS, head=PLAIN_COUNTS)),
)
REPORTS = built(
    Report,
    lint=LINTS,
    plan=st.none()
    | built(
        Plan, jobs=few(built(Job)), total=built(Forecast), cut=st.none() | CUTS, baseline=st.sampled_from(Baseline)
    ),
    run=st.none() | built(RunSummary, partial=st.none() | NAMES),
    comparison=st.none() | built(Comparison, families=few(FAMILIES)),
    benchmarks=few(BENCHMARKS),
    confusions=st.just(()),
    audit=st.none() | built(Audit, measured=few(built(AuditedClaim, claim=built(Claim), count=PLAIN_COUNTS))),
    replay=st.sampled_from([(), ("skill-evals", "run", "--all", "--replay", "out put/recordings")]),
    exit_code=st.integers(0, 3),
)


def texts(report: Report) -> tuple[object, ...]:
    return (
        comment.render(report),
        summary.render(report),
        check_run.check_run(report, name="skill-evals", head="c" * 40),
        check_run.has_something_to_say(report),
    )


def again(report: Report) -> Report:
    return read_report(report_json(report).encode())


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])
@given(REPORTS)
def test_what_comes_back_says_the_same(report: Report) -> None:
    assert texts(again(report)) == texts(report)


@pytest.mark.parametrize(("families", "cases", "findings"), [(1, 1, 0), (50, 40, 300)])
def test_a_large_report_says_the_same(families: int, cases: int, findings: int) -> None:
    report = large(families, cases, findings)
    assert texts(again(report)) == texts(report)


def forged(*path: str | int, value: object) -> bytes:
    found = json.loads(report_json(large(1, 1, 1)))
    place = found
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return json.dumps(found).encode()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("version",), 2),
        (("exit",), 7),
        (("gate", "failed"), "no"),
        (("lint", "summary", "errors"), -(10**18)),
        (("lint", "diagnostics"), {}),
        (("lint", "diagnostics", 0, "severity"), "fatal"),
        (("lint", "diagnostics", 0, "line"), 0),
        (("lint", "diagnostics", 0, "path"), "../../etc/passwd"),
        (("lint", "diagnostics", 0, "path"), "/etc/passwd"),
        (("compare", "outcome"), "splendid"),
        (("compare", "suites", 0, "cases", 0, "base"), "4/3"),
        (("compare", "suites", 0, "cases", 0, "base"), "٣/٣"),
        (("compare", "suites"), [{}] * 2_001),
        (("run", "usd"), 1e300),
        (("run", "calls"), True),
        (("replay",), ["curl", "https://evil.example"]),
        (("replay",), ["skill-evals", "run", "--all", "--replay", "--no-sandbox"]),
    ],
)
def test_a_forged_member_is_refused(path: tuple[str | int, ...], value: object) -> None:
    with pytest.raises(UsageError):
        read_report(forged(*path, value=value))


@pytest.mark.parametrize("path", [("notes",), ("withheld",), ("gate", "notes")])
def test_more_lines_than_a_comment_needs_are_counted_and_no_reason_to_refuse_our_own_report(
    path: tuple[str, ...],
) -> None:
    """One for each results file that cannot be read, say; nor may a stranger's flood anything."""
    found = read_report(forged(*path, value=[f"note {n}" for n in range(700)]))
    notes = {"notes": found.notes, "withheld": found.withheld}.get(path[0], found.gate.notes)
    assert (len(notes), notes[49]) == (51, "note 49")
    assert "650 more" in notes[50]


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"null",
        b"\xff",
        b"{",
        b"[" * 100_000,
        b'{"version": NaN}',
        b'{"version": 1e999}',
        b'{"exit": ' + b"9" * 5000 + b"}",
    ],
)
def test_what_is_no_report_is_refused(data: bytes) -> None:
    with pytest.raises(UsageError):
        read_report(data)


def test_a_report_of_another_version_lacks_a_member_and_is_told_so() -> None:
    found = json.loads(report_json(small()))
    del found["lint"]["summary"]["errors"]
    with pytest.raises(UsageError) as error:
        read_report(json.dumps(found).encode())
    assert "`errors` must be an integer" in error.value.message
    assert "same version of this action" in (error.value.cure or "")
