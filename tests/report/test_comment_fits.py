"""However much there is to say, the comment stays under the platform's bound, whole, with the worst first."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from skill_evals.model.comparison import (
    CaseClass,
    CaseComparison,
    Comparison,
    ComparisonOutcome,
    Count,
    FamilyComparison,
    Tally,
    Use,
)
from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.lint import LintResult, LintSummary
from skill_evals.model.plan import Forecast, Job, Plan, Skip, Unlisted
from skill_evals.model.position import START
from skill_evals.model.report import GateDecision, Report, RunSummary
from skill_evals.model.suite import Tier
from skill_evals.report import comment, summary
from skill_evals.report.markdown import units

FREE = Forecast(calls_low=1, calls_high=1, usd_low=0.0, usd_high=0.0)
LONG = "Please look at `this` | and <!-- that -->, @everybody; " * 6


def case(number: int, case_class: CaseClass, head: Count) -> CaseComparison:
    return CaseComparison(
        id=f"{number}: {LONG}",
        should_trigger=True,
        case_class=case_class,
        base=Count(correct=3, valid=3),
        head=head,
        confirmed=case_class is CaseClass.BROKEN,
        note=LONG,
        reasons=(f"base: {LONG}"[:166], f"head: {LONG}"[:166]) if case_class is CaseClass.BROKEN else (),
    )


def family(number: int, cases: int) -> FamilyComparison:
    broken = [case(n, CaseClass.BROKEN, Count(correct=0, valid=3)) for n in range(cases)]
    fine = [case(n + cases, CaseClass.STILL_PASSING, Count(correct=3, valid=3)) for n in range(cases)]
    return FamilyComparison(
        skill=f"skill-{number}",
        skill_dir=f"skills/skill-{number}",
        plugin="p",
        suite=f"evals/skill-{number}/triggers.json",
        tier=Tier.TRIGGERS,
        model="anthropic/claude",
        outcome=ComparisonOutcome.REGRESSED,
        base=Tally(passed=2 * cases, failed=0, errored=0),
        head=Tally(passed=cases, failed=cases, errored=0),
        cases=(*fine, *broken),
    )


def report(families: int, cases: int, findings: int) -> Report:
    found = [
        Diagnostic(
            rule="duplicate-id",
            code="I002",
            severity=Severity.ERROR,
            path=f"evals/{n}.json",
            span=START,
            message=LONG,
        )
        for n in range(findings)
    ]
    all_families = tuple(family(n, cases) for n in range(families))
    jobs = tuple(
        Job(
            skill=f.skill,
            skill_dir=f.skill_dir,
            plugin="p",
            tier=f.tier,
            model=f.model,
            suite=f.suite,
            cases=tuple(c.id for c in f.cases),
            reasons=(LONG,),
            forecast=FREE,
        )
        for f in all_families
    )
    skips = tuple(Skip(skill=f"s{n}", tier=Tier.EVALS, model=None, reason=LONG) for n in range(families))
    return Report(
        base="b" * 40,
        head="a" * 40,
        base_reason="merge base of `main` and HEAD",
        lint=LintResult(diagnostics=tuple(found), summary=LintSummary(errors=findings)),
        plan=Plan(base="b" * 40, head="a" * 40, jobs=jobs, skips=skips, total=FREE),
        run=RunSummary(backend="messages", models=("anthropic/claude",), calls=7, naive_calls=70, usd=1.25),
        comparison=Comparison(outcome=ComparisonOutcome.REGRESSED, families=all_families),
        gate=GateDecision(failed=True, reasons=(LONG,)),
        exit_code=1,
    )


@pytest.mark.bug(1)
@pytest.mark.parametrize(("families", "cases", "findings"), [(1, 1, 0), (2, 10, 5), (1, 200, 0), (50, 40, 300)])
def test_it_fits_and_is_whole(families: int, cases: int, findings: int) -> None:
    text = comment.render(report(families, cases, findings))
    assert units(text) <= comment.BUDGET
    assert text.startswith(comment.MARKER)
    assert text.count("<details>") == text.count("</details>")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {4}, "every row has the cells of its table"


def of_each(change: Callable[[FamilyComparison, str], FamilyComparison]) -> Report:
    found = report(600, 2, 1)
    assert found.comparison is not None
    changed = tuple(change(one, f"{one.skill}: {LONG}") for one in found.comparison.families)
    return replace(found, comparison=replace(found.comparison, families=changed))


def with_notes(number: int) -> dict[str, Report]:
    """Everything else that there may be one of for each suite, file or model."""
    found, lines = report(1, 2, 1), tuple(f"{n}: {LONG}" for n in range(number))
    assert found.plan is not None
    assert found.comparison is not None
    unlisted = tuple(Unlisted(model=line, plugin="p", skills=(line,), grown=(line,)) for line in lines)
    return {
        "notes": replace(found, notes=lines),
        "of the gate": replace(found, gate=replace(found.gate, notes=lines)),
        "reasons of the gate": replace(found, gate=replace(found.gate, reasons=lines)),
        "of the comparison": replace(found, comparison=replace(found.comparison, notes=lines)),
        "listings": replace(found, plan=replace(found.plan, unlisted=unlisted)),
        "bases": of_each(lambda one, line: replace(one, base_reason=line)),
        "use": of_each(lambda one, _: replace(one, base_use=Use(used=1, runs=3), head_use=Use(used=2, runs=3))),
        "unmeasured": of_each(lambda one, line: replace(one, outcome=ComparisonOutcome.INVALID, notes=(line, ""))),
    }


@pytest.mark.bug(1)
@pytest.mark.parametrize("kind", with_notes(0))
def test_whatever_there_is_one_of_for_each_suite_is_counted_too(kind: str) -> None:
    text = comment.render(with_notes(600)[kind])
    assert units(text) <= comment.BUDGET
    assert "more" in text or kind == "reasons of the gate"
    assert len(summary.render(with_notes(600)[kind]).encode()) <= summary.LIMIT


def test_what_is_cut_is_counted() -> None:
    text = comment.render(report(1, 200, 300))
    assert "more; the summary lists them" in text
    assert "more; the annotations and the summary have them" in text


def test_broken_cases_come_before_anything_else() -> None:
    text = comment.render(report(2, 10, 5))
    assert text.index("| ❌ ") < text.index("**Lint**") < text.index("<details>")


def test_the_summary_has_what_the_comment_leaves_out() -> None:
    many = report(3, 60, 60)
    text = summary.render(many)
    assert text.count("| ❌ ") == 180 > comment.render(many).count("| ❌ ")
    assert all(f"evals/{n}.json" in text for n in range(60))


@pytest.mark.bug(28)
def test_the_summary_stays_under_its_own_bound() -> None:
    assert len(summary.render(report(200, 60, 3000)).encode()) <= summary.LIMIT


def test_nothing_measured_is_not_said_to_be_fine() -> None:
    quiet = replace(report(1, 1, 0), comparison=None, run=None, gate=GateDecision(failed=False), exit_code=0)
    assert "nothing had to run" in comment.render(quiet)
    invalid = Comparison(outcome=ComparisonOutcome.INVALID, families=())
    text = comment.render(replace(quiet, comparison=invalid))
    assert "⚠️" in text
    assert "not measured" in text
