"""How far two backends agree, as JSON (docs/backends.md)."""

import json

from skill_evals.model.calibration import AgreementTable, AskedCase, Calibration


def calibration_json(found: Calibration, code: int) -> str:
    return (
        json.dumps(
            {
                "version": 1,
                "model": found.model,
                "seed": found.seed,
                "wanted": found.wanted,
                "low": found.is_low,
                "by_case": _table(found.by_case),
                "by_run": _table(found.by_run),
                "cases": [_case(case) for case in found.cases],
                "backends": [
                    {
                        "name": bill.name,
                        "harness": bill.harness,
                        "runs": bill.runs,
                        "calls": bill.calls,
                        "usd": bill.usd,
                        "in_flight": bill.in_flight,
                    }
                    for bill in found.bills
                ],
                "stopped": found.stopped,
                "exit": code,
            },
            indent=2,
        )
        + "\n"
    )


def _table(table: AgreementTable) -> dict[str, object]:
    return {
        "both": table.both,
        "first": table.first,
        "second": table.second,
        "neither": table.neither,
        "unmeasured": table.unmeasured,
        "kappa": table.kappa,
    }


def _case(case: AskedCase) -> dict[str, object]:
    return {
        "suite": case.suite,
        "query": case.query,
        "should_trigger": case.should_trigger,
        "first": list(case.first.runs),
        "second": list(case.second.runs),
        "details": list(case.details),
    }
