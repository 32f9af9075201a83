"""Requests, and a folder for programs that every user of the machine may execute."""

import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from skill_evals.edges.backends.claude_code.backend import ClaudeCodeBackend
from skill_evals.edges.backends.claude_code.installed import looked_at
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.sandbox.probe import agents_refused
from skill_evals.model.evidence import Arm, RunKey, Stage
from skill_evals.model.skill import Skill, Surface
from skill_evals.model.suite import EvalCase, Tier, TriggerCase
from skill_evals.run.ports.request import Catalogue, Install, RunRequest, TreeFile

KEY = "MARKER-of-the-key"
MODEL = "anthropic/claude-sonnet-5-5"
NOWHERE = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"}

Make = Callable[..., ClaudeCodeBackend]


@pytest.fixture
def programs() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        yield folder


@pytest.fixture(params=[True, False], ids=["shut in", "as you"])
def sandbox(request: pytest.FixtureRequest) -> bool:
    refused = agents_refused() if request.param else None
    if refused is not None:
        pytest.skip(refused)
    return bool(request.param)


@pytest.fixture
def make(sandbox: bool) -> Make:
    def made(program: Path, environment: Mapping[str, str] = NOWHERE, **options: Any) -> ClaudeCodeBackend:
        given = BackendOptions(sandbox=sandbox, **options)
        return ClaudeCodeBackend(given, environment=environment, find=lambda: looked_at(program))

    return made


def _skill(name: str) -> tuple[Skill, Install]:
    surface = Surface(name=name, description=f"about {name}", digest=name)
    files = {"SKILL.md": TreeFile(data=f"---\nname: {name}\ndescription: about {name}\n---\n".encode())}
    skill = Skill(name=name, directory=f"skills/{name}", path=f"skills/{name}/SKILL.md", surface=surface)
    return skill, Install(name=name, files=files)


def _request(tier: Tier, names: tuple[str, ...], **more: Any) -> RunRequest:
    found = [_skill(name) for name in names]
    return RunRequest(
        key=RunKey(
            arm=Arm.HEAD, stage=Stage.SCREENING, tier=tier, model=MODEL, suite="evals.json", case="one", index=0
        ),
        catalogue=Catalogue(skills=tuple(skill for skill, _ in found), digest="d"),
        target="sheep",
        installs=tuple(install for _, install in found),
        **more,
    )


def trigger(query: str = "Count them.", skills: tuple[str, ...] = ("sheep", "ant")) -> RunRequest:
    case = TriggerCase(key=query, query=query, should_trigger=True, at=(), query_at=(), label_at=())
    return _request(Tier.TRIGGERS, skills, trigger=case)


def task(prompt: str = "Count them.", *, fixtures: Mapping[str, bytes] | None = None, **more: Any) -> RunRequest:
    case = EvalCase(key="one", id="one", prompt=prompt, at=(), fields={}, **more)
    return _request(Tier.EVALS, ("sheep",), task=case, fixtures=fixtures)
