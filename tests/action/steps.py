"""A step of a workflow as the functions behind it take it, made from a payload and inputs."""

from pathlib import Path
from typing import Any

from action.payloads import ENVIRONMENT
from skill_evals.app.action.mode import Mode, Task
from skill_evals.app.action.options import read_options
from skill_evals.app.action.step import Step
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.inputs import Inputs
from skill_evals.edges.github.payload import event_of
from skill_evals.run.record_members import Members


def step(github: GitHub, name: str, payload: dict[str, Any], **inputs: str) -> Step:
    given = {f"INPUT_{key.upper().replace('_', '-')}": value for key, value in inputs.items()}
    return Step(
        event=event_of(name, Members(where="payload", values=payload), ENVIRONMENT),
        options=read_options(Inputs(given)),
        mode=Mode(task=Task.PUBLISH, because="a test"),
        folder=Path(),
        github=github,
    )
