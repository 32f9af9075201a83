"""Whatever an agent tries with its file tools, it reads and writes beneath its own workspace and nowhere else."""

from pathlib import Path
from typing import Any

import pytest

from escape.attacks import MARKER
from escape.conftest import report_of
from escape.tool_attacks import TOOL_ATTACKS


@pytest.fixture
def tried(place: str, shared: Path) -> dict[str, Any]:
    made = report_of("escape.tool_attacks", place, shared)
    if isinstance(made, str):
        pytest.skip(made)
    if made["refused"]:
        pytest.skip(f"agents are refused here, which is the other way of being safe: {made['refused']}")
    return made


@pytest.mark.parametrize("name", TOOL_ATTACKS)
def test_every_attack_is_refused_in_words(tried: dict[str, Any], name: str) -> None:
    told = tried["told"][name]
    assert told["fault"] is None, told
    assert MARKER not in told["text"]
    assert told["is_error"] or told["text"] == "[no lines match]", told


@pytest.mark.parametrize("name", TOOL_ATTACKS)
def test_the_kernel_refuses_what_the_tool_itself_would_let_through(tried: dict[str, Any], name: str) -> None:
    told = tried["blind"][name]
    assert told["fault"] is None, told
    assert MARKER not in told["text"]


def test_nothing_outside_was_changed(tried: dict[str, Any]) -> None:
    assert tried["kept"] == [MARKER] * 4
    assert "made" not in tried["made"]
