"""The inputs that cap a sweep, as the command line of ``pr`` has them."""

import argparse

import pytest

from action import payloads
from action.steps import step
from skill_evals.cli.action_inputs import arguments_of
from skill_evals.edges.github.api import GitHub
from skill_evals.errors import UsageError


def asked(github: GitHub, **inputs: str) -> argparse.Namespace:
    return arguments_of(step(github, "pull_request", payloads.pull(), **inputs))


def test_a_timeout_is_the_cap_in_minutes(github: GitHub) -> None:
    assert asked(github, timeout="45").max_minutes == 45
    assert asked(github, timeout="").max_minutes is None, "the configuration decides"


def test_a_cap_on_cases(github: GitHub) -> None:
    assert asked(github, **{"max-cases": "20"}).max_cases == 20
    assert asked(github).max_cases is None, "the configuration decides"


@pytest.mark.parametrize("written", ["0", "0.5", "30m", "-1"])
def test_a_timeout_is_whole_minutes(github: GitHub, written: str) -> None:
    with pytest.raises(UsageError, match="the input `timeout` is"):
        asked(github, timeout=written)
