"""The same queries put to two backends, as often to each: what is measured in the cheap one holds for the real one."""

from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace

from skill_evals.app.calibrate_draw import CalibrateRequest, Draw, is_positive
from skill_evals.app.sweep.stop import heeding, looped
from skill_evals.compare.calibration import by_case, by_run
from skill_evals.model.calibration import Answers, AskedCase, BackendBill, Calibration
from skill_evals.model.evidence import Evidence
from skill_evals.run.activation import activated
from skill_evals.run.budget import Budget, Caps
from skill_evals.run.engine import drive
from skill_evals.run.ports.backend import Backend, Remote, harness_of
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.runner import Runner


def calibrate(request: CalibrateRequest, drawn: Draw) -> Calibration:
    """Where it is stopped early, what was measured until then is told.

    Raises:
        UsageError: no credential, no such model, no price of it and no cap on calls.
        BackendError: a backend cannot run at all.
        StoppedError: an early end was asked for before anything was run.
    """
    backends = (request.first, request.second)
    remote = [backend for backend in backends if isinstance(backend, Remote)]
    with nullcontext() if request.stop is None else request.stop.breaking():
        for backend in remote:
            backend.check()  # before anybody is asked, since one of them may not be installed
        for backend in remote:
            backend.prepare([drawn.model])
    run = request.config.run
    caps = Caps(calls=run.max_calls, usd=run.max_cost_usd, minutes=run.max_minutes)
    budget = Budget(caps, request.clock)
    if request.progress is not None:
        request.progress.started(drawn.calls, cases=len(drawn.requests), cap_usd=run.max_cost_usd)
    told = _told(request, drawn, budget)
    cases = tuple(_case(*three) for three in zip(drawn.requests, *(asked for asked, _ in told), strict=True))
    first, second = (bill for _, bill in told)
    return Calibration(
        model=drawn.model,
        seed=request.seed,
        cases=cases,
        by_case=by_case(cases),
        by_run=by_run(cases),
        bills=(first, second),
        wanted=request.wanted,
        stopped=budget.stopped,
    )


def exit_code(found: Calibration) -> int:
    """3 where it was stopped or nothing could be told, else 0: too little agreement is for people to weigh."""
    return 3 if found.stopped is not None or found.by_run.kappa is None else 0


@dataclass(slots=True, eq=False)
class _Runs:
    """A series of the engine: so many runs of one query."""

    request: RunRequest
    count: int
    evidence: dict[int, Evidence] = field(default_factory=dict)
    _given: bool = False

    def ready(self) -> Sequence[RunRequest]:
        if self._given:
            return ()
        self._given = True
        key = self.request.key
        return tuple(replace(self.request, key=replace(key, index=index)) for index in range(self.count))

    def take(self, request: RunRequest, evidence: Evidence) -> None:
        self.evidence[request.key.index] = evidence

    def answers(self) -> Answers:
        """A run that was not made was not measured."""
        found = (self.evidence.get(index) for index in range(self.count))
        return Answers(
            runs=tuple(
                activated(self.request.target, one.activations) if one is not None and one.outcome.measured else None
                for one in found
            )
        )


def _told(request: CalibrateRequest, drawn: Draw, budget: Budget) -> list[tuple[list[_Runs], BackendBill]]:
    """One backend after the other, so that neither waits for the other's calls."""
    told: list[tuple[list[_Runs], BackendBill]] = []
    runners: list[tuple[Backend, Runner]] = []

    async def asked() -> None:
        for backend in (request.first, request.second):
            runner = Runner(backend=backend, budget=budget, progress=request.progress)
            runners.append((backend, runner))
            series = [_Runs(one, request.runs) for one in drawn.requests]
            with heeding(request.stop, budget, runner.break_off, backend=backend, progress=request.progress):
                await drive(series, runner.make, jobs=request.config.run.jobs)
            told.append((series, _bill(backend, drawn.model, runner)))

    async def closed() -> None:
        for backend, runner in runners:
            await runner.ended()
            if isinstance(backend, Remote):
                await backend.close()

    looped(asked, closed, request.stop)
    return told


def _bill(backend: Backend, model: str, runner: Runner) -> BackendBill:
    harness = harness_of(backend, model)
    costs = [one.usage.usd for one in runner.evidence]
    return BackendBill(
        name=backend.name,
        harness=" ".join(filter(None, (harness.profile, harness.cli_version))),
        runs=runner.made.made,
        calls=sum(one.usage.calls for one in runner.evidence),
        usd=None if None in costs else sum(cost for cost in costs if cost is not None),
        in_flight=runner.made.in_flight,
    )


def _case(request: RunRequest, first: _Runs, second: _Runs) -> AskedCase:
    answers = (first.answers(), second.answers())
    pairs = zip(*(one.runs for one in answers), strict=True)
    apart = next((n for n, (a, b) in enumerate(pairs) if a is not b), None)
    details = ("", "") if apart is None else (_detail(first, apart), _detail(second, apart))
    return AskedCase(
        suite=request.key.suite,
        query="" if request.trigger is None else request.trigger.query,
        should_trigger=is_positive(request),
        first=answers[0],
        second=answers[1],
        details=details,
    )


def _detail(series: _Runs, index: int) -> str:
    found = series.evidence.get(index)
    return "it was not run" if found is None else found.detail or found.outcome.value
