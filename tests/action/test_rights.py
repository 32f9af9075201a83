"""What a job may run, by the account that it holds."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest

from action import payloads
from skill_evals.app.action.by_event import mode_of
from skill_evals.app.action.mode import Held
from skill_evals.app.action.options import read_options
from skill_evals.app.action.rights import withheld
from skill_evals.app.action.step import Step
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.inputs import Inputs
from skill_evals.edges.github.payload import event_of
from skill_evals.model.config import Config
from skill_evals.model.suite import Tier
from skill_evals.run.ports.backend import Backend
from skill_evals.run.record_members import Members


class Paid:
    """Of a backend, what is asked here."""

    name = "messages"
    free = False
    tiers = frozenset({Tier.TRIGGERS.value})


def is_run(inputs: Mapping[str, str], environment: Mapping[str, str]) -> bool:
    return not reasons(inputs, environment, payloads.pull())


def reasons(inputs: Mapping[str, str], environment: Mapping[str, str], of: Mapping[str, object]) -> set[str]:
    """Why nothing is run."""
    payload = Members(where="the payload", values=of, cure="")
    event = event_of("pull_request", payload, payloads.ENVIRONMENT)
    step = Step(
        event=event,
        options=read_options(Inputs({f"INPUT_{name.upper()}": value for name, value in inputs.items()})),
        mode=mode_of(event, Held()),
        folder=Path(),
        github=cast(GitHub, None),  # asked only where something of the pull request's would act
    )
    return set(withheld(step, environment, lambda: True)(Config(), cast(Backend, Paid())).tiers.values())


@pytest.mark.parametrize(
    ("inputs", "environment", "runs"),
    [
        ({"api-key": "key"}, {}, True),
        ({}, {"ANTHROPIC_API_KEY": "key"}, True),
        ({}, {"ANTHROPIC_AUTH_TOKEN": "token"}, True),
        ({}, {}, False),
        ({"api-key": ""}, {"ANTHROPIC_API_KEY": ""}, False),
    ],
)
def test_a_model_is_asked_where_an_account_is_here(
    inputs: Mapping[str, str], environment: Mapping[str, str], *, runs: bool
) -> None:
    assert is_run(inputs, environment) is runs


@pytest.mark.parametrize(
    ("of", "says"),
    [
        (payloads.pull(), "or the secret that it names is not set"),
        (payloads.pull(head={**payloads.pull()["pull_request"]["head"], "ref": "dependabot/pip/a-1.2"}), "own secrets"),
        (payloads.pull(head_repo=payloads.FORK), "`/evaluate` measures it"),
        (payloads.pull(head_repo=None), "`/evaluate` measures it"),
    ],
    ids=["home", "Dependabot", "fork", "fork that is gone"],
)
def test_who_gets_no_account_is_told_why_and_what_to_do(of: Mapping[str, object], says: str) -> None:
    (reason,) = reasons({}, {}, of)
    assert says in reason
