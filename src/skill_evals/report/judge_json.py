"""How far a judge agrees with people, as JSON (docs/judge.md)."""

import json

from skill_evals.model.labels import JudgeCalibration, JudgedLabel

_WORDS = {True: "pass", False: "fail", None: None}


def judge_json(found: JudgeCalibration, code: int) -> str:
    told, cost = found.agreement, found.cost
    return (
        json.dumps(
            {
                "version": 1,
                "models": list(found.models),
                "kappa": told.kappa,
                "wanted": found.wanted,
                "accuracy": told.accuracy,
                "interval": None if told.interval is None else list(told.interval),
                "table": {
                    "pass_pass": told.pass_pass,
                    "pass_fail": told.pass_fail,
                    "fail_pass": told.fail_pass,
                    "fail_fail": told.fail_fail,
                },
                "unjudged": told.unjudged,
                "split": told.split,
                "criteria": [_criterion(one) for one in found.labels],
                "calls": cost.calls,
                "usd": cost.usd,
                "foreseen": None if cost.foreseen is None else list(cost.foreseen),
                "in_flight": cost.in_flight,
                "stopped": found.stopped,
                "exit": code,
            },
            indent=2,
        )
        + "\n"
    )


def _criterion(one: JudgedLabel) -> dict[str, object]:
    return {
        "file": one.run.source,
        "run": one.run.id,
        "criterion": one.place,
        "rubric": one.label.rubric,
        "people": _WORDS[one.label.verdict],
        "judge": _WORDS[one.judgement.passed],
        "evidence": one.judgement.evidence,
        "error": one.judgement.error,
    }
