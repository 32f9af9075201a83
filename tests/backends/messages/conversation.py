"""One run of a task on the backend, against a server that plays the agent."""

import asyncio
import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from backends.agent.requests import request_of, tally
from servers.messages_api import MessagesApi
from skill_evals.edges.backends.messages.create import create
from skill_evals.edges.backends.messages.credentials import KEY
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.model.evidence import Arm, Evidence
from skill_evals.model.skill import Skill, Surface
from skill_evals.model.suite import Check, EvalCase
from skill_evals.run.catalogues import no_skill
from skill_evals.run.ports.request import Catalogue, Install, Meter, RunRequest

HASTY = Patience(first=0.001, longest=0.001, total=0.003)
MODEL = "anthropic/claude-sonnet-5-5"


def checked(kind: str, **fields: object) -> Check:
    return Check(kind=kind, fields=fields, at=())


def task_request(
    prompt: str = "Add up in.csv",
    *,
    model: str = MODEL,
    checks: tuple[Check, ...] = (),
    skill: Install | None = None,
    lift: bool = False,
    max_turns: int | None = None,
    seconds: int | None = None,
    meter: Meter | None = None,
) -> RunRequest:
    install = skill or tally()
    surface = Surface(name=install.name, description="Add up the numbers of a table.")
    listed = Skill(name=install.name, directory="s", path="s/SKILL.md", surface=surface)
    request = request_of(*([] if lift else [install]), fixtures={"in.csv": b"1\n2\n"})
    return replace(
        request,
        key=replace(request.key, model=model, arm=Arm.LIFT if lift else Arm.HEAD),
        catalogue=no_skill() if lift else Catalogue(skills=(listed,), digest="d"),
        task=EvalCase(
            key="sum",
            id="sum",
            prompt=prompt,
            at=(),
            fields={},
            checks=checks,
            max_turns=max_turns,
            timeout_seconds=seconds,
        ),
        meter=meter,
    )


def run(api: MessagesApi, request: RunRequest, *, seconds: float = 5.0, **options: Any) -> Evidence:
    """``serve`` has led the environment to the server."""
    assert os.environ[KEY] == api.key
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(f"{create.__module__}.PATIENCE", HASTY)
        patch.setattr(f"{create.__module__}.SECONDS", seconds)
        backend = create(BackendOptions(**options))

    async def main() -> Evidence:
        try:
            return await backend.run(request)
        finally:
            await backend.close()

    return asyncio.run(main())


def told(found: Evidence) -> list[tuple[str, str]]:
    """Each call by its tool and what it gave."""
    return [(call.name, call.result or "") for call in found.tool_calls or ()]


def user_blocks(body: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [block for message in body["messages"] if message["role"] == "user" for block in message["content"]]
