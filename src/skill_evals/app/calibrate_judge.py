"""A judge beside people: the same runs, the same criteria, and how far the verdicts agree."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from skill_evals.compare.agreement import agreement
from skill_evals.edges.judge.foresight import total_of
from skill_evals.edges.judge.judge import MessagesJudge
from skill_evals.model.evidence import Evidence, Judgement
from skill_evals.model.labels import JudgeCalibration, JudgeCost, JudgedLabel, LabelledRun
from skill_evals.model.plan import Foreseen
from skill_evals.model.suite import Check, EvalCase
from skill_evals.run.budget import Budget
from skill_evals.run.meter import RunMeter
from skill_evals.run.ports import Catalogue, RunRequest

PEOPLE = "people"
"""Whose runs are judged: of no model, so that the judge is the default one where none is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrateRequest:
    """``wanted``: the least kappa; ``jobs``: calls at once."""

    runs: tuple[LabelledRun, ...]
    judge: MessagesJudge
    budget: Budget
    wanted: float
    jobs: int


def foreseen(request: CalibrateRequest) -> Foreseen:
    return total_of(request.judge.foreseen(_asked(run, None), run.evidence) for run in request.runs)


def calibrate(request: CalibrateRequest) -> JudgeCalibration:
    """Ask the judge about every run.

    Raises:
        UsageError: there is no credential or two, no such model, or no price of it and no cap on calls.
        BackendError: the judge cannot be asked at all.
    """
    request.judge.prepare([(PEOPLE, _case(run)) for run in request.runs])
    return asyncio.run(_calibrated(request, foreseen(request)))


async def _calibrated(request: CalibrateRequest, before: Foreseen) -> JudgeCalibration:
    meter = request.budget.reserve(request.runs[0].evidence.key)
    places = asyncio.Semaphore(request.jobs)
    ends: list[str] = []

    async def one(run: LabelledRun) -> Evidence:
        async with places:
            if ends or meter is None:
                return run.evidence
            told = await request.judge.judged(_asked(run, meter), run.evidence)
            if told.end is not None:
                ends.append(told.end)
            return told.evidence

    try:
        judged = await asyncio.gather(*map(one, request.runs))
    finally:
        await request.judge.close()
    stopped = next(iter(ends), request.budget.stopped)
    judgings = [evidence.judging for evidence in judged if evidence.judging is not None]
    costs = [judging.usage.usd for judging in judgings]
    pairs = zip(request.runs, judged, strict=True)
    labels = tuple(label for run, told in pairs for label in _labels(run, told, stopped))
    return JudgeCalibration(
        labels=labels,
        agreement=agreement(labels),
        models=tuple(sorted({model for judging in judgings for model in judging.models})),
        wanted=request.wanted,
        cost=JudgeCost(
            calls=sum(judging.usage.calls for judging in judgings),
            usd=None if None in costs else sum(cost for cost in costs if cost is not None),
            foreseen=before.usd,
        ),
        stopped=stopped,
    )


def exit_code(found: JudgeCalibration) -> int:
    """1 where the judge agrees less than wanted, else 3 where that or a verdict could not be measured, else 0."""
    told = found.agreement
    if told.kappa is not None and told.kappa < found.wanted:
        return 1
    return 3 if told.kappa is None or told.unjudged else 0


def _labels(run: LabelledRun, told: Evidence, stopped: str | None) -> Sequence[JudgedLabel]:
    lacking = Judgement(passed=None, error=f"not asked: {stopped}")
    return [
        JudgedLabel(run=run, place=n, label=label, judgement=told.judgements.get(n - 1, lacking))
        for n, label in enumerate(run.labels, start=1)
    ]


def _asked(run: LabelledRun, meter: RunMeter | None) -> RunRequest:
    nothing = Catalogue(skills=(), digest="")
    return RunRequest(key=run.evidence.key, catalogue=nothing, target="", task=_case(run), meter=meter)


def _case(run: LabelledRun) -> EvalCase:
    checks = tuple(Check(kind="llm", fields={"text": label.rubric}, at=()) for label in run.labels)
    return EvalCase(
        key=run.id, id=run.id, prompt="", at=(), fields={}, checks=checks, expected_output=run.expected_output
    )
