"""Where a guarantee cannot be shown, commands are refused, and the report says which one is missing and why."""

import os
import sys
from typing import Any

import pytest

from escape.conftest import run_harness
from escape.surroundings import python
from skill_evals.edges.sandbox import probe as probing

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or python() is None, reason="seccomp is Linux's, and needs a system Python"
)


@pytest.fixture(scope="module", params=["root", "user"])
def old(request: pytest.FixtureRequest) -> tuple[str, dict[str, Any]]:
    as_root = os.geteuid() == 0
    if request.param == "root" and not as_root:
        pytest.skip("the tests do not run as root")
    found = run_harness("escape.old_kernel", drop=as_root and request.param == "user")
    if isinstance(found, str):
        pytest.skip(found)
    return str(request.param), found


def test_what_landlock_gave_no_longer_holds_and_the_rest_does(old: tuple[str, dict[str, Any]]) -> None:
    place, found = old
    lost = {one["name"]: one["reason"] for one in found["guarantees"] if not one["holds"]}
    as_user = {"runner", "signals", "leftovers"} if place == "user" else set()
    assert {"files", "one-port"} | as_user >= set(lost) >= {"files", "one-port"}
    assert "Landlock: Function not implemented" in lost["files"]
    assert ("signals" in lost) == (place == "user"), "as root another uid keeps signals apart"


def test_a_command_is_skipped_with_the_guarantee_and_runs_only_when_told_to(old: tuple[str, dict[str, Any]]) -> None:
    _, found = old
    assert found["done"]["exit_code"] is None
    assert "`files`" in found["done"]["skipped"]
    assert "--no-sandbox" in found["done"]["skipped"]
    assert found["anyway"]["exit_code"] == 0


def test_elsewhere_nothing_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    probing.probe.cache_clear()
    monkeypatch.setattr(sys, "platform", "darwin")
    try:
        assert not any(one.holds for one in probing.probe())
        assert "darwin has none of the mechanisms" in (probing.commands_refused() or "")
    finally:
        probing.probe.cache_clear()
