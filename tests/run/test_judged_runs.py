"""A run of a task is judged before it is counted, and what a judge left open is asked for again, and nothing else."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from skill_evals.model.evidence import Arm, Evidence, Judgement, Judging, Outcome, RunKey, Stage, Usage
from skill_evals.model.plan import Foreseen
from skill_evals.model.suite import EvalCase, Tier
from skill_evals.run.budget import Budget, Caps
from skill_evals.run.ports.judge import Judged
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.runner import Runner

from .scripted import LISTING, MODEL, ManualClock, MemoryJournal, Scripted

TASK = EvalCase(key="tea", id="tea", prompt="Make tea.", at=(), fields={})


def request(index: int = 0) -> RunRequest:
    key = RunKey(
        arm=Arm.HEAD, stage=Stage.SCREENING, tier=Tier.EVALS, model=MODEL, suite="evals.json", case="tea", index=index
    )
    return RunRequest(key=key, catalogue=LISTING, target="brew-tea", task=TASK)


@dataclass
class OneSentence:
    """A judge of one sentence a task; ``credit``: answers that are left to it."""

    credit: int = 100
    usd: float = 0.01
    asked: list[RunKey] = field(default_factory=list)

    def name(self, case: EvalCase, model: str) -> str:
        return "one sentence"

    def costs(self, case: EvalCase, model: str) -> Foreseen:
        return Foreseen(calls=(1, 1), usd=(self.usd, self.usd))

    def notes(self) -> tuple[str, ...]:
        return ()

    def unanswered(self, request: RunRequest, evidence: Evidence, why: str) -> Evidence:
        return replace(evidence, judgements={0: Judgement(passed=None, error=why)})

    def prepare(self, cases: Sequence[tuple[str, EvalCase]]) -> None: ...

    def lacks(self, request: RunRequest, evidence: Evidence) -> bool:
        return not evidence.judgements

    async def judged(self, request: RunRequest, evidence: Evidence) -> Judged:
        if self.credit == 0:
            return Judged(evidence=self.unanswered(request, evidence, "no credit"), end="no credit")
        self.credit -= 1
        self.asked.append(request.key)
        judging = Judging(models=("judge",), prompt_hash="p", usage=Usage(calls=1, usd=self.usd))
        told = {0: Judgement(passed=True, evidence="it is hot")}
        return Judged(evidence=replace(evidence, judgements=told, judging=judging))

    async def close(self) -> None: ...


class Lines(MemoryJournal):
    """As in a file, of two lines about one run the later one counts."""

    def append(self, found: Evidence) -> None:
        self.kept[found.key] = found


class Kept:
    def __init__(self) -> None:
        self.runs: list[Evidence] = []

    def keep(self, request: RunRequest, evidence: Evidence) -> None:
        assert request.key == evidence.key
        self.runs.append(evidence)


def made(runner: Runner, *indices: int) -> list[Evidence]:
    async def one_after_the_other() -> list[Evidence]:
        return [await runner.make(request(index)) for index in indices]

    return asyncio.run(one_after_the_other())


def unlimited() -> Budget:
    return Budget(Caps(), ManualClock())


def backend() -> Scripted:
    return Scripted(lambda _: "brew-tea", usd=0.25)


def test_what_is_counted_kept_and_recorded_is_judged() -> None:
    journal, kept = Lines(), Kept()
    budget = unlimited()
    runner = Runner(backend=backend(), budget=budget, judge=OneSentence(), journal=journal, recording=kept)
    (evidence,) = made(runner, 0)
    assert evidence.judgements[0].passed is True
    assert [evidence] == runner.evidence == kept.runs == list(journal.kept.values())


def test_the_judge_s_calls_and_dollars_are_the_budget_s() -> None:
    budget = Budget(Caps(usd=0.6), ManualClock())
    runner = Runner(backend=backend(), budget=budget, judge=OneSentence(usd=0.05))
    found = made(runner, 0, 1, 2)
    assert [one.outcome for one in found] == [Outcome.ACTIVATED, Outcome.ACTIVATED, Outcome.BUDGET]
    assert (budget.calls, round(budget.usd, 2)) == (4, 0.6)


def test_a_run_that_could_not_be_judged_ends_the_sweep_and_is_judged_when_it_resumes() -> None:
    journal, poor = Lines(), OneSentence(credit=1)
    budget = unlimited()
    first = made(Runner(backend=backend(), budget=budget, judge=poor, journal=journal), 0, 1, 2)
    assert [one.outcome for one in first] == [Outcome.ACTIVATED, Outcome.ACTIVATED, Outcome.BUDGET]
    assert (first[1].judgements[0].error, budget.stopped) == ("no credit", "no credit")
    again, rich = backend(), OneSentence()
    budget = unlimited()
    second = made(Runner(backend=again, budget=budget, judge=rich, journal=Lines(journal.finished())), 0, 1, 2)
    assert [one.judgements[0].passed for one in second] == [True, True, True]
    assert [asked.index for asked in rich.asked] == [1, 2]
    assert [asked.key.index for asked in again.asked] == [2]
    assert round(budget.usd, 2) == 0.78


def test_what_is_broken_off_while_it_is_judged_is_not_run_again() -> None:
    class Killed(OneSentence):
        async def judged(self, request: RunRequest, evidence: Evidence) -> Judged:
            raise KeyboardInterrupt

    journal, again, rich = Lines(), backend(), OneSentence()
    with pytest.raises(KeyboardInterrupt):
        made(Runner(backend=backend(), budget=unlimited(), judge=Killed(), journal=journal), 0)
    (evidence,) = made(Runner(backend=again, budget=unlimited(), judge=rich, journal=Lines(journal.finished())), 0)
    assert (evidence.judgements[0].passed, again.asked, len(rich.asked)) == (True, [], 1)


def test_a_judge_that_is_broken_off_is_perhaps_paid_for_and_no_verdict() -> None:
    class Slow(OneSentence):
        async def judged(self, request: RunRequest, evidence: Evidence) -> Judged:
            assert request.meter is not None
            request.meter.reserve(0.04)
            runner.break_off()
            await asyncio.sleep(0)
            raise AssertionError("it is cancelled here")

    budget = unlimited()
    runner = Runner(backend=backend(), budget=budget, judge=Slow(), journal=Lines())
    (evidence,) = made(runner, 0)
    assert evidence.judgements[0].passed is None
    assert runner.made.in_flight == 1
    assert (budget.calls, round(budget.usd, 2)) == (2, 0.29)


def test_at_the_cap_a_resumed_run_is_not_judged_either() -> None:
    unjudged = Evidence(key=request().key, outcome=Outcome.FINISHED, usage=Usage(calls=1, usd=0.25))
    poor = Budget(Caps(usd=0.1, usd_per_run={(Tier.EVALS, MODEL): 0.2}), ManualClock())
    judge = OneSentence()
    (evidence,) = made(Runner(backend=backend(), budget=poor, judge=judge, journal=Lines({unjudged.key: unjudged})), 0)
    assert (evidence.outcome, judge.asked) == (Outcome.BUDGET, [])


def test_a_resumed_run_is_written_again_with_its_judgements() -> None:
    unjudged = Evidence(key=request().key, outcome=Outcome.FINISHED, usage=Usage(calls=1, usd=0.25))
    journal = Lines({unjudged.key: unjudged})
    budget = unlimited()
    made(Runner(backend=backend(), budget=budget, judge=OneSentence(), journal=journal), 0)
    assert journal.kept[unjudged.key].judgements[0].passed is True
