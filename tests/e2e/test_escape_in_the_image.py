"""The attacks of tests/escape once more, inside the image: contained there by the same means, in spite of Docker and of
what GitHub's runner mounts; or refused, where Docker takes the means away.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from e2e.container import PLACES, report_of
from e2e.runner import DOCKER
from escape.attacks import ATTACKS, Attack
from escape.test_agent_tools import (
    test_every_attack_is_refused_in_words,
    test_nothing_outside_was_changed,
    test_the_kernel_refuses_what_the_tool_itself_would_let_through,
)
from escape.test_escape import (
    test_another_run_is_still_alive,
    test_every_attack_is_contained,
    test_no_grader_follows_a_link_out,
    test_nothing_outlives_its_run,
)
from escape.test_refused import (
    test_a_command_is_skipped_with_the_guarantee_and_runs_only_when_told_to,
    test_what_landlock_gave_no_longer_holds_and_the_rest_does,
)
from escape.test_the_proxy import (
    Attacker,
    test_no_other_way_leads_out,
    test_nothing_else_goes_out,
    test_spending_ends_at_the_cap,
)
from skill_evals.run.isolation import FOR_COMMANDS, PROMISES

__all__ = [
    "test_a_command_is_skipped_with_the_guarantee_and_runs_only_when_told_to",
    "test_another_run_is_still_alive",
    "test_every_attack_is_contained",
    "test_every_attack_is_refused_in_words",
    "test_no_grader_follows_a_link_out",
    "test_no_other_way_leads_out",
    "test_nothing_else_goes_out",
    "test_nothing_outlives_its_run",
    "test_nothing_outside_was_changed",
    "test_spending_ends_at_the_cap",
    "test_the_kernel_refuses_what_the_tool_itself_would_let_through",
    "test_what_landlock_gave_no_longer_holds_and_the_rest_does",
]

REFUSED_ANYWAY = {"key ring of the user", "answer key through a hard link"}
"""Attacks that fail outside the sandbox, too: by Docker's list of system calls, and since each mount is a place of its own."""
LANDLOCK = ("landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self")


@pytest.fixture(scope="module", params=PLACES)
def place(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def made(image: str, place: str, module: str, factory: pytest.TempPathFactory) -> Any:
    found = report_of(image, place, module, factory.mktemp("escape"))
    assert not found.get("refused"), found["refused"]
    return found


@pytest.fixture(scope="module")
def told(image: str, place: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return made(image, place, "escape.harness", tmp_path_factory)


@pytest.fixture(scope="module")
def tried(image: str, place: str, tmp_path_factory: pytest.TempPathFactory) -> Any:
    return made(image, place, "escape.tool_attacks", tmp_path_factory)


@pytest.fixture(scope="module")
def old(image: str, place: str, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Any]:
    return "root" if place == "image" else "user", made(image, place, "escape.old_kernel", tmp_path_factory)


@pytest.fixture
def attacker(image: str, place: str, tmp_path: Path) -> Attacker:
    """On the machine's own network, where the proxy is."""

    def attack(told: dict[str, Any]) -> dict[str, Any]:
        found: dict[str, Any] = report_of(image, place, "escape.agent_harness", tmp_path, told, "host")
        assert not found["refused"], found["refused"]
        return found

    return attack


@pytest.mark.parametrize("attack", [one for one in ATTACKS if one.control], ids=lambda attack: attack.name)
def test_outside_it_works_but_for_what_the_container_refuses(told: dict[str, Any], attack: Attack) -> None:
    said = told["controls"][attack.name]["stdout"]
    assert ("ESCAPED" in said) == (attack.name not in REFUSED_ANYWAY), said


def test_the_places_are_what_they_say(place: str, told: dict[str, Any]) -> None:
    assert (told["uid"] == 0) == (place == "image")


def doctor(image: str, *options: str) -> dict[str, dict[str, Any]]:
    done = subprocess.run(
        [*DOCKER, "--workdir", "/tmp", *options, image, "doctor", "--format", "json"],
        capture_output=True,
        text=True,
        check=False,
    )
    return {one["guarantee"]: one for one in json.loads(done.stdout)["sandbox"]}


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--user", "1001:118"),
        ("--user", "1001:118", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"),
        ("--read-only", "--tmpfs", "/tmp"),
    ],
    ids=["as GitHub runs it", "an ordinary user", "an ordinary user without any right", "a root that is read-only"],
)
def test_doctor_tells_that_all_holds(image: str, options: tuple[str, ...]) -> None:
    found = doctor(image, *options)
    assert list(found) == list(PROMISES)
    assert [one for one in found.values() if not one["holds"]] == []


@pytest.fixture
def without_landlock(tmp_path: Path) -> tuple[str, str]:
    """As an engine does whose list of system calls is older than they are."""
    profile = tmp_path / "profile.json"
    denied = {"names": LANDLOCK, "action": "SCMP_ACT_ERRNO"}
    profile.write_text(json.dumps({"defaultAction": "SCMP_ACT_ALLOW", "syscalls": [denied]}), encoding="utf-8")
    return "--security-opt", f"seccomp={profile}"


@pytest.mark.parametrize(
    ("user", "lost"),
    [((), set()), (("--user", "1001:118"), {"runner", "signals", "leftovers"})],
    ids=PLACES,
)
def test_where_docker_takes_landlock_away_doctor_says_what_is_lost(
    image: str, without_landlock: tuple[str, str], user: tuple[str, ...], lost: set[str]
) -> None:
    found = doctor(image, *without_landlock, *user)
    broken = {name for name, one in found.items() if not one["holds"]}
    always = {"files", "one-port"}
    assert always <= broken <= always | lost
    assert always & set(FOR_COMMANDS), "so commands are refused"
    assert all("Landlock" in found[name]["reason"] for name in always)


def test_root_that_may_become_nobody_else_runs_nothing(image: str) -> None:
    """It cannot give a run a uid of its own, and says so."""
    found = doctor(image, "--cap-drop", "ALL")
    assert not [name for name in FOR_COMMANDS if found[name]["holds"]]
    assert all(one["reason"] for one in found.values())
