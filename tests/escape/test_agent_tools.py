"""Whatever an agent tries with its file tools, it reads and writes beneath its own workspace and nowhere else."""

import os
import sys
from functools import cache
from typing import Any

import pytest

from escape.attacks import MARKER
from escape.conftest import run_harness
from escape.surroundings import python
from escape.tool_attacks import TOOL_ATTACKS


@cache
def _report(place: str) -> dict[str, Any] | str:
    if not sys.platform.startswith("linux") or python() is None:
        return "the attacks are Linux's and need a Python among the system's programs"
    as_root = os.geteuid() == 0
    if place == "root" and not as_root:
        return "the tests do not run as root"
    return run_harness("escape.tool_attacks", drop=as_root and place == "user")


@pytest.fixture
def tried(place: str) -> dict[str, Any]:
    made = _report(place)
    if isinstance(made, str):
        pytest.skip(made)
    if made["refused"]:
        pytest.skip(f"agents are refused here, which is the other way of being safe: {made['refused']}")
    return made


@pytest.mark.xdist_group("agent-tools")
@pytest.mark.parametrize("name", TOOL_ATTACKS)
def test_every_attack_is_refused_in_words(tried: dict[str, Any], name: str) -> None:
    told = tried["told"][name]
    assert told["fault"] is None, told
    assert MARKER not in told["text"]
    assert told["is_error"] or told["text"] == "[no lines match]", told


@pytest.mark.xdist_group("agent-tools")
@pytest.mark.parametrize("name", TOOL_ATTACKS)
def test_the_kernel_refuses_what_the_tool_itself_would_let_through(tried: dict[str, Any], name: str) -> None:
    told = tried["blind"][name]
    assert told["fault"] is None, told
    assert MARKER not in told["text"]


@pytest.mark.xdist_group("agent-tools")
def test_nothing_outside_was_changed(tried: dict[str, Any]) -> None:
    assert tried["kept"] == [MARKER] * 4
    assert "made" not in tried["made"]
