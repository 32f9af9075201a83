"""The plan for machines: version 1 of its wire form (docs/formats.md)."""

from skill_evals.model.plan import Forecast, Job, Plan, Skip

VERSION = 1


def plan_json(plan: Plan) -> dict[str, object]:
    """A JSON object; a copy by hand, so that a change of our nouns cannot change what users parse."""
    return {
        "version": VERSION,
        "base": plan.base,
        "head": plan.head,
        "jobs": [_job(job) for job in plan.jobs],
        "skips": [_skip(skip) for skip in plan.skips],
        "total": forecast_json(plan.total),
        "baseline": plan.baseline.value,
        "cut": None if plan.cut is None else {"max_cases": plan.cut.most, "wanted": plan.cut.wanted},
        "unlisted": [
            {"model": one.model, "plugin": one.plugin, "skills": list(one.skills), "grown": list(one.grown)}
            for one in plan.unlisted
        ],
    }


def _job(job: Job) -> dict[str, object]:
    return {
        "skill": job.skill,
        "plugin": job.plugin,
        "suite": job.suite,
        "tier": job.tier.value,
        "model": job.model,
        "cases": list(job.cases),
        "left_out": list(job.left_out),
        "reasons": list(job.reasons),
        "forecast": forecast_json(job.forecast),
    }


def _skip(skip: Skip) -> dict[str, object]:
    return {"skill": skip.skill, "tier": skip.tier.value, "model": skip.model, "reason": skip.reason}


def forecast_json(forecast: Forecast) -> dict[str, object]:
    return {
        "calls": forecast.calls_low,
        "calls_high": forecast.calls_high,
        "usd_low": forecast.usd_low,
        "usd_high": forecast.usd_high,
        "api_calls": forecast.api_calls_low,
        "api_calls_high": forecast.api_calls_high,
        "judge_calls": forecast.judge_calls_low,
        "judge_calls_high": forecast.judge_calls_high,
        "assumes_turns": forecast.assumes_turns,
        "batched": forecast.is_batched,
    }
