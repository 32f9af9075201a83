"""``report.json``: all that one run of ``pr`` knows, for machines; version 1 of its wire form (docs/formats.md)."""

import json

from skill_evals.model.report import Audit, AuditedClaim, Report, RunSummary
from skill_evals.report.benchmark_json import benchmark_json
from skill_evals.report.compare_json import compare_json
from skill_evals.report.lint_json import lint_object
from skill_evals.report.plan_json import forecast_json, plan_json

VERSION = 1


def report_json(report: Report) -> str:
    """One document, ASCII only, with a newline at its end; a stage that did not take place is null."""
    return json.dumps(report_object(report), indent=2) + "\n"


def report_object(report: Report) -> dict[str, object]:
    return {
        "version": VERSION,
        "base": report.base,
        "head": report.head,
        "base_reason": report.base_reason,
        "lint": {**lint_object(report.lint), "crashed": list(report.lint.crashed)},
        "plan": None if report.plan is None else plan_json(report.plan),
        "unmeasured": report.unmeasured,
        "withheld": list(report.withheld),
        "run": None if report.run is None else run_object(report.run),
        "compare": None if report.comparison is None else compare_json(report.comparison),
        "benchmarks": benchmark_json(report.benchmarks),
        "audit": None if report.audit is None else _audit(report.audit),
        "gate": {
            "failed": report.gate.failed,
            "reasons": list(report.gate.reasons),
            "notes": list(report.gate.notes),
        },
        "notes": list(report.notes),
        "replay": list(report.replay),
        "exit": report.exit_code,
    }


def _audit(audit: Audit) -> dict[str, object]:
    return {
        "claimed": audit.claimed,
        "vouched": audit.vouched,
        "measured": len(audit.measured),
        "disagreeing": [_audited(one) for one in audit.disagreeing],
        "agreeing": [_audited(one) for one in audit.measured if one.agrees],
    }


def _audited(one: AuditedClaim) -> dict[str, object]:
    claim = one.claim
    return {
        "skill": claim.skill,
        "suite": claim.suite,
        "tier": claim.tier.value,
        "model": claim.model,
        "case": claim.case,
        "claimed": claim.passed,
        "counts": claim.counts,
        "measured": one.passed,
        "head": str(one.count),
        "base": None if one.of_base is None else str(one.of_base),
        "base_errored": 0 if one.of_base is None else one.of_base.errored,
    }


def run_object(run: RunSummary) -> dict[str, object]:
    return {
        "backend": run.backend,
        "models": list(run.models),
        "calls": run.calls,
        "control_calls": run.control_calls,
        "lift_calls": run.lift_calls,
        "culprit_calls": run.culprit_calls,
        "judge_calls": run.judge_calls,
        "api_calls": run.api_calls,
        "judges": list(run.judges),
        "shared": run.shared,
        "resumed": run.resumed,
        "naive_calls": run.naive_calls,
        "in_flight": run.in_flight,
        "errored": run.errored,
        "usd": run.usd,
        "spending": {
            "cases": run.spending.cases,
            "judge": run.spending.judge,
            "lift": run.spending.lift,
            "culprits": run.spending.culprits,
            "controls": run.spending.controls,
        },
        "forecast": None if run.forecast is None else forecast_json(run.forecast),
        "models_from": run.models_from or None,
        "account": run.account,
        "seconds": round(run.seconds, 3),
        "partial": run.partial,
    }
