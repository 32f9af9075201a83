"""A night's report as a sweep leaves it, with its sidecar."""

import json
from pathlib import Path

from skill_evals.model.comparison import (
    CaseClass,
    CaseComparison,
    Comparison,
    ComparisonOutcome,
    Count,
    FamilyComparison,
    Tally,
)
from skill_evals.model.lint import LintResult, LintSummary
from skill_evals.model.report import GateDecision, Report, RunSummary
from skill_evals.model.suite import Tier
from skill_evals.report.report_json import report_json

ANCHOR, HEAD = "a" * 40, "b" * 40
QUERIES = tuple(f"Please count {number} sheep" for number in range(4))


def case(query: str, of: CaseClass) -> CaseComparison:
    return CaseComparison(
        id=query, should_trigger=True, case_class=of, base=Count(correct=3, valid=3), head=Count(correct=3, valid=3)
    )


def report(
    outcome: str = "unchanged",
    *,
    head: str = ANCHOR,
    classes: tuple[CaseClass, ...] = (CaseClass.STILL_PASSING,) * 4,
    base_reason: str = "run live",
) -> Report:
    found = FamilyComparison(
        skill="sheep",
        skill_dir="skills/sheep",
        plugin="",
        suite="skills/sheep/evals/triggers.json",
        tier=Tier.TRIGGERS,
        model="some/model",
        outcome=ComparisonOutcome(outcome),
        base=Tally(passed=4, failed=0, errored=0),
        head=Tally(passed=4, failed=0, errored=0),
        cases=tuple(map(case, QUERIES, classes)),
        base_reason=base_reason,
    )
    return Report(
        base=ANCHOR,
        head=head,
        base_reason="named",
        lint=LintResult(diagnostics=(), summary=LintSummary()),
        gate=GateDecision(failed=outcome == "regressed"),
        exit_code=1 if outcome == "regressed" else 0,
        run=RunSummary(backend="messages", models=("some/model",), calls=24),
        comparison=Comparison(outcome=ComparisonOutcome(outcome), families=(found,), alpha=0.01),
    )


def sidecar(cli: str = "2.1.0", content: str = "c" * 64) -> dict[str, object]:
    sweep = {
        "backend": "messages", "product_version": "1.2.3", "ran_at": "2026-05-01T03:20:00Z", "surface": "5" * 64,
        "content_hash": content, "catalogue": "7" * 64, "cli_version": cli, "harness_profile": "cc-emulated-1",
    }  # fmt: skip
    cases = [{"key": query, "sweep": 0, "spec_hash": "9" * 64, "runs": []} for query in QUERIES]
    triggers = {"sweeps": [sweep], "cases": cases}
    return {"version": 1, "plugin": "", "skill": "sheep", "models": {"some/model": {"triggers": triggers}}}


def left(folder: Path, told: Report, **of_sidecar: str) -> Path:
    """The folder of an artefact."""
    beside = folder / "results" / "skills" / "sheep" / "evals"
    beside.mkdir(parents=True)
    (folder / "report.json").write_text(report_json(told), encoding="utf-8")
    (beside / "results.provenance.json").write_text(json.dumps(sidecar(**of_sidecar)), encoding="utf-8")
    return folder
