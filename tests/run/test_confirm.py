"""A set: both arms, alternating, afresh, with one look."""

import asyncio
from collections.abc import Callable

from skill_evals.model.evidence import Arm, Stage
from skill_evals.run.confirm import BothArms, Confirmation, Pairs
from skill_evals.run.engine import drive
from skill_evals.run.ports.request import RunRequest

from .scripted import POLICY, Scripted, grade, query, request


def confirmed(
    answer: Callable[[RunRequest], str], *, goes_on: Callable[[Pairs], bool] = lambda _: True, jobs: int = 1
) -> tuple[Confirmation, Scripted]:
    cases = [
        BothArms(id=text, base=request(query(text), arm=Arm.BASE), head=request(query(text), arm=Arm.HEAD))
        for text in ("one", "two")
    ]
    series = Confirmation(cases, stage=Stage.CONFIRM, policy=POLICY, goes_on=goes_on, grade=grade)
    backend = Scripted(answer, pause=jobs > 1)
    asyncio.run(drive([series], backend.run, jobs=jobs))
    return series, backend


def test_every_case_runs_afresh_in_both_arms_alternating() -> None:
    _, backend = confirmed(lambda _: "brew-tea")
    keys = [asked.key for asked in backend.asked]
    assert len(keys) == 2 * 2 * 12
    assert [(k.case, k.arm, k.index) for k in keys[:5]] == [
        ("one", Arm.BASE, 0),
        ("one", Arm.HEAD, 0),
        ("two", Arm.BASE, 0),
        ("two", Arm.HEAD, 0),
        ("one", Arm.BASE, 1),
    ]
    assert {k.stage for k in keys} == {Stage.CONFIRM}


def test_the_look_is_asked_once_with_the_runs_so_far() -> None:
    seen = []

    def goes_on(pairs: Pairs) -> bool:
        seen.append([(base.count.valid, head.count.valid) for base, head in pairs])
        return False

    series, backend = confirmed(lambda _: "brew-tea", goes_on=goes_on, jobs=3)
    assert seen == [[(4, 4), (4, 4)]]
    assert series.stopped_at_look
    assert len(backend.asked) == 2 * 2 * 4


def test_counts_stay_with_their_case_and_arm() -> None:
    lost = {("one", Arm.HEAD)}
    series, _ = confirmed(lambda asked: "-" if (asked.key.case, asked.key.arm) in lost else "brew-tea", jobs=5)
    counts = [[(runs.correct, runs.valid) for runs in pair] for pair in series.pairs]
    assert counts == [[(12, 12), (0, 12)], [(12, 12), (12, 12)]]


def test_errored_runs_are_counted_and_not_replaced() -> None:
    series, backend = confirmed(lambda asked: "error" if asked.key.arm is Arm.HEAD else "brew-tea")
    assert len(backend.asked) == 48
    assert [(pair[1].valid, pair[1].errored) for pair in series.pairs] == [(0, 12), (0, 12)]


def test_a_cap_ends_it_before_the_look_is_asked() -> None:
    series, _ = confirmed(lambda asked: "budget" if asked.key.index == 2 else "brew-tea")
    assert series.stopped == "the credit is used up"
    assert not series.stopped_at_look
