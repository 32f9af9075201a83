"""One run: the journal first, shared where it may be, within the budget."""

import asyncio
from collections.abc import Sequence

import pytest

from skill_evals.errors import BackendError
from skill_evals.model.evidence import Arm, Evidence, Outcome, Stage
from skill_evals.run.budget import Budget, Caps
from skill_evals.run.ports.request import Catalogue, RunRequest
from skill_evals.run.runner import Runner

from .scripted import LISTING, ManualClock, MemoryJournal, Scripted, query, request


def runner(backend: Scripted, *, caps: Caps | None = None, journal: MemoryJournal | None = None) -> Runner:
    return Runner(backend=backend, budget=Budget(caps or Caps(), ManualClock()), journal=journal)


def made(of: Runner, requests: Sequence[RunRequest]) -> list[Evidence]:
    async def all_at_once() -> list[Evidence]:
        return list(await asyncio.gather(*(of.make(one) for one in requests)))

    return asyncio.run(all_at_once())


@pytest.mark.parametrize("pause", [True, False])
def test_identical_queries_of_several_suites_share_one_run(pause: bool) -> None:
    backend = Scripted(lambda _: "brew-tea", pause=pause)
    journal = MemoryJournal()
    of = runner(backend, journal=journal)
    mine = request(suite="tea.json", target="brew-tea")
    other = request(suite="bread.json", target="bake-bread")
    one, two = made(of, [mine, other])
    assert len(backend.asked) == 1
    assert (one.outcome, one.key) == (Outcome.ACTIVATED, mine.key)
    assert (two.outcome, two.key, two.activations) == (Outcome.OTHER_SKILL, other.key, ("brew-tea",))
    assert two.usage.calls == 0
    assert (of.made.made, of.made.shared) == (1, 1)
    assert set(journal.kept) == {mine.key, other.key}


def test_a_query_that_nobody_answers_is_silence_to_every_suite() -> None:
    of = runner(Scripted(lambda _: "-"))
    found = made(of, [request(suite="tea.json"), request(suite="bread.json", target="bake-bread")])
    assert [one.outcome for one in found] == [Outcome.NO_SKILL, Outcome.NO_SKILL]


def test_what_differs_in_arm_listing_index_or_query_is_not_shared() -> None:
    backend = Scripted(lambda _: "-")
    other_listing = Catalogue(skills=LISTING.skills, digest="changed")
    made(
        runner(backend),
        [
            request(suite="a.json"),
            request(suite="b.json", arm=Arm.BASE),
            request(suite="c.json", listing=other_listing),
            request(suite="d.json", index=1),
            request(query("another"), suite="e.json"),
        ],
    )
    assert len(backend.asked) == 5


def test_confirmation_is_shared_with_nothing() -> None:
    backend = Scripted(lambda _: "-")
    stages = [Stage.SCREENING, Stage.CONFIRM, Stage.SPREAD]
    made(runner(backend), [request(suite=suite, stage=stage) for stage in stages for suite in ("a.json", "b.json")])
    assert [asked.key.stage for asked in backend.asked].count(Stage.CONFIRM) == 2
    assert [asked.key.stage for asked in backend.asked].count(Stage.SPREAD) == 2


def test_a_finished_run_is_never_paid_for_again() -> None:
    journal = MemoryJournal()
    first = Scripted(lambda _: "brew-tea", usd=0.25)
    made(runner(first, journal=journal), [request(), request(index=1)])
    again = Scripted(lambda _: "-")
    resumed = runner(again, journal=MemoryJournal(journal.finished()), caps=Caps(calls=3))
    found = made(resumed, [request(), request(index=1), request(index=2)])
    assert [asked.key.index for asked in again.asked] == [2]
    assert [one.outcome for one in found] == [Outcome.ACTIVATED, Outcome.ACTIVATED, Outcome.NO_SKILL]
    assert (resumed.made.resumed, resumed.made.made) == (2, 1)


def test_what_the_killed_sweep_spent_counts_against_the_cap() -> None:
    journal = MemoryJournal()
    made(runner(Scripted(lambda _: "-"), journal=journal), [request(), request(index=1)])
    budget = Budget(Caps(calls=2), ManualClock())
    resumed = Runner(backend=Scripted(lambda _: "-"), budget=budget, journal=MemoryJournal(journal.finished()))
    found = made(resumed, [request(), request(index=1), request(index=2)])
    assert found[2].outcome is Outcome.BUDGET
    assert budget.stopped == "the cap of 2 calls was reached"


def test_at_the_cap_nothing_more_is_asked_and_what_was_refused_is_kept_nowhere() -> None:
    backend = Scripted(lambda _: "-", pause=True)
    journal = MemoryJournal()
    of = runner(backend, caps=Caps(calls=2), journal=journal)
    found = made(of, [request(index=n) for n in range(5)])
    assert [one.outcome for one in found].count(Outcome.BUDGET) == 3
    assert len(backend.asked) == len(journal.kept) == len(of.evidence) == 2


def test_a_backend_whose_credit_ends_stops_the_sweep() -> None:
    backend = Scripted(lambda asked: "budget" if asked.key.index == 1 else "-")
    of = runner(backend)
    for n in range(4):
        made(of, [request(index=n)])
    assert [asked.key.index for asked in backend.asked] == [0, 1]
    assert [one.key.index for one in of.evidence] == [0]


def test_while_one_run_waits_for_the_disk_the_next_is_asked_for() -> None:
    """And never more at once than there are places."""

    class Slow(MemoryJournal):
        """The disk is done with the first run once the second was asked for."""

        def __init__(self) -> None:
            super().__init__()
            self.is_asked = asyncio.Event()

        async def on_disk(self) -> None:
            await asyncio.wait_for(self.is_asked.wait(), 60)

    class Backend(Scripted):
        async def run(self, request: RunRequest) -> Evidence:
            if len(self.asked) == 1:
                journal.is_asked.set()
            return await super().run(request)

    backend, journal = Backend(lambda _: "-", pause=True), Slow()
    of = Runner(backend=backend, budget=Budget(Caps(), ManualClock()), journal=journal, places=1)
    found = made(of, [request(index=n) for n in range(3)])
    assert [one.outcome for one in found] == [Outcome.NO_SKILL] * 3
    assert (len(journal.kept), backend.most_under_way) == (3, 1)


def test_who_waited_for_a_run_that_broke_down_is_not_left_waiting() -> None:
    class Broken(Scripted):
        async def run(self, request: RunRequest) -> Evidence:
            await asyncio.sleep(0)
            raise BackendError("no recording")

    async def both() -> list[Evidence | BaseException]:
        of = runner(Broken(lambda _: "-"))
        wanted = (of.make(request(suite="a.json")), of.make(request(suite="b.json")))
        return list(await asyncio.gather(*wanted, return_exceptions=True))

    first, second = asyncio.run(both())
    assert isinstance(first, Evidence)
    assert isinstance(second, Evidence)
    assert [(one.outcome, one.detail) for one in (first, second)] == [(Outcome.BUDGET, "no recording")] * 2
