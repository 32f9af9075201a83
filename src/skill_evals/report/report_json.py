"""``report.json``: all that one run of ``pr`` knows, for machines; version 1 of its wire form (docs/formats.md)."""

import json

from skill_evals.model.report import Report, RunSummary
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
        "lint": lint_object(report.lint),
        "plan": None if report.plan is None else plan_json(report.plan),
        "unmeasured": report.unmeasured,
        "run": None if report.run is None else run_object(report.run),
        "compare": None if report.comparison is None else compare_json(report.comparison),
        "benchmarks": benchmark_json(report.benchmarks),
        "gate": {
            "failed": report.gate.failed,
            "reasons": list(report.gate.reasons),
            "notes": list(report.gate.notes),
        },
        "notes": list(report.notes),
        "exit": report.exit_code,
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
        "seconds": round(run.seconds, 3),
        "partial": run.partial,
    }
