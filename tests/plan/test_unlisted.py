"""A description that grows may push others out of a client's listing: which ones, for which model, because of whom."""

from dataclasses import replace

import pytest

from sides import changed, side, skill, triggers
from skill_evals.model.config import Config
from skill_evals.model.plan import Plan, Unlisted
from skill_evals.plan.nouns import BackendTraits, Side
from skill_evals.plan.planner import make_plan
from skill_evals.report.plan_json import plan_json
from skill_evals.report.plan_text import plan_text
from skill_evals.skills.listing import Room, name_line, whole_line

MODEL = "anthropic/one"
BACKEND = BackendTraits(
    name="messages", deterministic=False, free=False, tiers=frozenset({"triggers"}), model_keys=(MODEL,)
)
CASES = {"query": True, "another": False}


def neighbours(**descriptions: str) -> Side:
    listed = [skill(name, words) for name, words in descriptions.items()]
    return side(*listed, suites=[triggers(name, CASES) for name in descriptions])


BASE = neighbours(a="x" * 10, b="y" * 10, c="z" * 10)
ROOM = Room(total=sum(len(whole_line(one)) + 1 for one in BASE.project.skills), bundled=0)
"""Exactly what the base takes."""


def plan(head: Side, base: Side | None = BASE, room: Room | None = ROOM) -> Plan:
    backend = replace(BACKEND, rooms={} if room is None else {MODEL: room})
    return make_plan(head, base, None if base is None else changed(), Config(), backend)


def test_who_stands_last_loses_its_text() -> None:
    found = plan(neighbours(a="x" * 11, b="y" * 10, c="z" * 10))
    assert found.unlisted == (Unlisted(model=MODEL, plugin="p", skills=("c",), grown=("a",)),)


@pytest.mark.parametrize(
    "head",
    [
        BASE,
        neighbours(a="x" * 9, b="y" * 11, c="z" * 10),
        neighbours(a="x" * 10, b="y" * 10),
        neighbours(a="x" * 10, b="y" * 10, c=""),
    ],
    ids=["the same", "as long together", "one less", "one without text"],
)
def test_what_still_fits_is_no_loss(head: Side) -> None:
    assert plan(head).unlisted == ()


def test_a_new_skill_may_push_others_out() -> None:
    found = plan(neighbours(a="x" * 10, aa="new", b="y" * 10, c="z" * 10))
    assert [(one.skills, one.grown) for one in found.unlisted] == [(("c",), ("aa",))]


def test_what_had_no_text_before_does_not_lose_it() -> None:
    tight = replace(ROOM, total=ROOM.total - 1)
    found = plan(neighbours(a="x" * 11, b="y" * 10, c="z" * 10), room=tight)
    assert found.unlisted == ()


@pytest.mark.parametrize(("base", "room"), [(None, ROOM), (BASE, None)], ids=["no base", "no such listing"])
def test_nothing_is_said_where_nothing_is_known(base: Side | None, room: Room | None) -> None:
    assert plan(neighbours(a="x" * 99, b="y" * 10, c="z" * 10), base, room).unlisted == ()


def test_names_keep_their_place_in_the_room() -> None:
    names = sum(len(name_line(one)) + 1 for one in BASE.project.skills)
    found = plan(neighbours(a="x" * 10, b="y" * 10, c="z" * 200), room=Room(total=names + 2 * 12, bundled=0))
    assert found.unlisted == ()


def test_it_stands_in_every_form_of_the_plan() -> None:
    found = plan(neighbours(a="x" * 11, b="y" * 10, c="z" * 10))
    assert (
        "note  The listing that `anthropic/one` is shown has no room any more for the description of `c`, since `a` "
        "grew: it is listed by name alone\n"
    ) in plan_text(found)
    assert plan_json(found)["unlisted"] == [{"model": MODEL, "plugin": "p", "skills": ["c"], "grown": ["a"]}]
