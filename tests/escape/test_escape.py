"""Whatever a command tries, it is contained; and each attack works outside, so a row that is green says something."""

from typing import Any

import pytest

from escape.attacks import ATTACKS, MARKER, STAYERS, Attack

BY_NAME = {attack.name: attack for attack in ATTACKS}


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.name)
def test_every_attack_is_contained(told: dict[str, Any], attack: Attack) -> None:
    done = told["inside"][attack.name]
    said = f"{done['stdout']}{done['stderr']}{done['error']}"
    assert "tried" in done["stdout"], said
    assert "ESCAPED" not in done["stdout"], said
    assert MARKER not in said
    if attack.ended_for is None:
        # What others write to the disk counts where a program cannot be looked into, and the limit here is small.
        assert done["error"] is None or "MiB of disk" in done["error"], said
    else:
        assert done["exit_code"] is None
        assert attack.ended_for in done["error"]


@pytest.mark.parametrize("attack", [a for a in ATTACKS if a.control], ids=lambda attack: attack.name)
def test_outside_it_works(told: dict[str, Any], attack: Attack) -> None:
    done = told["controls"][attack.name]
    assert "ESCAPED" in done["stdout"], done


@pytest.mark.parametrize("name", STAYERS)
def test_nothing_outlives_its_run(told: dict[str, Any], name: str) -> None:
    assert told["stay_outside"][name], "without the sandbox it stays"
    assert not told["stay_inside"][name]


def test_another_run_is_still_alive(told: dict[str, Any]) -> None:
    assert told["victim"]


def test_no_grader_follows_a_link_out(told: dict[str, Any]) -> None:
    for seen in told["looked"].values():
        assert seen["link"]
        assert seen["text"] is None


def test_the_places_are_what_they_say(place: str, told: dict[str, Any]) -> None:
    assert (told["uid"] == 0) == (place == "root")
