"""Controls: what makes every Tier 1 run of an arm and model invalid."""

import asyncio

import pytest

from skill_evals.model.evidence import Arm, Evidence, Outcome, Stage
from skill_evals.run.controls import LISTING, TARGET, ControlResult, controls, judged
from skill_evals.run.engine import drive
from skill_evals.run.ports.request import RunRequest

from .scripted import MODEL, Scripted


def asked(positive: str, negative: str) -> tuple[ControlResult, list[RunRequest]]:
    """A letter a try; t: the control skill was activated, o: the other one, - nothing, e an error."""
    words = {"t": TARGET, "o": LISTING.skills[1].name, "-": "-", "e": "error"}

    def answer(request: RunRequest) -> str:
        assert request.trigger is not None
        return words[(positive if request.trigger.should_trigger else negative)[request.key.index]]

    backend = Scripted(answer)
    pair = controls(Arm.BASE, MODEL)
    asyncio.run(drive(pair, backend.run, jobs=2))
    return judged(Arm.BASE, MODEL, pair), backend.asked


@pytest.mark.parametrize(
    ("positive", "negative", "runs"),
    [("t", "-", 2), ("t", "o", 2), ("--t", "-", 4), ("eet", "-", 4), ("t", "t-", 3), ("t", "e-", 3)],
)
def test_controls_that_did_as_they_must(positive: str, negative: str, runs: int) -> None:
    result, requests = asked(positive, negative)
    assert result.fault is None
    assert len(requests) == runs == len(result.evidence)


@pytest.mark.parametrize(
    ("positive", "negative", "fault"),
    [
        ("---", "-", "the control skill stayed silent 3 times on a query that must activate it"),
        ("ooo", "-", "the control skill stayed silent 3 times on a query that must activate it"),
        ("t", "tt", "the control skill was activated 2 times on a query that has nothing to do with it"),
        ("t", "tet", "the control skill was activated 2 times on a query that has nothing to do with it"),
        ("eee", "-", "the control could not be measured: the service is down"),
        ("-ee", "-", "the control could not be measured: the service is down"),
        ("t", "eee", "the control could not be measured: the service is down"),
    ],
)
def test_controls_that_make_the_run_invalid(positive: str, negative: str, fault: str) -> None:
    assert asked(positive, negative)[0].fault == fault


def test_they_are_runs_of_their_own_stage_in_a_listing_of_their_own() -> None:
    _, requests = asked("t", "-")
    assert {request.key.stage for request in requests} == {Stage.CONTROL}
    assert {request.catalogue.digest for request in requests} == {LISTING.digest}
    assert len({request.key for request in requests}) == 2


def test_a_recording_without_controls_is_no_fault() -> None:
    class Replay(Scripted):
        async def run(self, request: RunRequest) -> Evidence:
            return Evidence(key=request.key, outcome=Outcome.ERROR, detail="not recorded: no such run")

    pair = controls(Arm.HEAD, MODEL)
    asyncio.run(drive(pair, Replay(lambda _: "-").run, jobs=1))
    assert judged(Arm.HEAD, MODEL, pair).fault is None
