"""A judge beside people: the same runs, the same criteria, and how far the verdicts agree."""

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from skill_evals.app.sweep.stop import heeding, looped
from skill_evals.compare.agreement import agreement
from skill_evals.edges.judge.foresight import total_of
from skill_evals.edges.judge.judge import MessagesJudge
from skill_evals.model.evidence import Evidence, Judgement
from skill_evals.model.labels import JudgeCalibration, JudgeCost, JudgedLabel, LabelledRun
from skill_evals.model.plan import Foreseen
from skill_evals.model.suite import Check, EvalCase
from skill_evals.run.budget import Budget
from skill_evals.run.meter import RunMeter
from skill_evals.run.ports.request import Catalogue, RunRequest
from skill_evals.run.ports.stop import Stop
from skill_evals.run.under_way import UnderWay

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
    stop: Stop | None = None


def foreseen(request: CalibrateRequest) -> Foreseen:
    return total_of(request.judge.foreseen(_asked(run, None), run.evidence) for run in request.runs)


def calibrate(request: CalibrateRequest) -> JudgeCalibration:
    """Ask the judge about every run. Where it is stopped early, what was judged until then is told.

    Raises:
        UsageError: there is no credential or two, no such model, or no price of it and no cap on calls.
        BackendError: the judge cannot be asked at all.
        StoppedError: an early end was asked for before anything was judged.
    """
    with nullcontext() if request.stop is None else request.stop.breaking():
        request.judge.prepare([(PEOPLE, _case(run)) for run in request.runs])
    before, under_way = foreseen(request), UnderWay()
    found: list[JudgeCalibration] = []

    async def asked() -> None:
        with heeding(request.stop, request.budget, under_way.break_off):
            found.append(await _calibrated(request, before, under_way))

    async def closed() -> None:
        await under_way.ended()
        await request.judge.close()

    looped(asked, closed, request.stop)
    return found[0]


async def _calibrated(request: CalibrateRequest, before: Foreseen, under_way: UnderWay) -> JudgeCalibration:
    meter = request.budget.reserve(request.runs[0].evidence.key)
    places = asyncio.Semaphore(request.jobs)
    ends: list[str] = []
    broken_off = 0

    async def one(run: LabelledRun) -> Evidence:
        nonlocal broken_off
        async with places:
            if ends or meter is None or request.budget.stopped is not None:
                return run.evidence
            told = await under_way.unless_broken_off(request.judge.judged(_asked(run, meter), run.evidence))
            if told is None:
                broken_off += 1
                return run.evidence
            if told.end is not None:
                ends.append(told.end)
            return told.evidence

    judged = await asyncio.gather(*map(one, request.runs))
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
            in_flight=broken_off,
        ),
        stopped=stopped,
    )


def exit_code(found: JudgeCalibration) -> int:
    """3 where it was stopped, 1 where the judge agrees less than wanted, else 3 where that or a verdict could not be
    measured, else 0.
    """
    told = found.agreement
    if found.stopped is None and told.kappa is not None and told.kappa < found.wanted:
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
