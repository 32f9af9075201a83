"""A server, an environment that leads to it, and a small repository."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from command_line import call, skill
from git_repo import Repo
from servers.messages_api import MessagesApi, Script
from skill_evals.edges.backends.messages.credentials import BASE_URL, KEY, TOKEN
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.sandbox.probe import offline_agents_refused

__all__ = ["call"]

Serve = Callable[..., MessagesApi]


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Iterator[Serve]:
    """Starts a server and leads the environment to it."""
    with ExitStack() as stack:

        def start(script: Script, **more: Any) -> MessagesApi:
            api = stack.enter_context(MessagesApi(script, **more))
            monkeypatch.delenv(TOKEN, raising=False)
            monkeypatch.setenv(KEY, api.key)
            monkeypatch.setenv(BASE_URL, api.url)
            return api

        yield start


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits of a millisecond in place of seconds; a call may take a second."""
    place = "skill_evals.edges.backends.messages.create"
    monkeypatch.setattr(f"{place}.PATIENCE", Patience(first=0.001, longest=0.001, total=0.003))
    monkeypatch.setattr(f"{place}.SECONDS", 1.0)


@pytest.fixture(scope="session")
def shut_in() -> None:
    """For tests of what agents do: skipped, with the reason, where no agent may run."""
    refused = offline_agents_refused()
    if refused is not None:
        pytest.skip(refused)


POSITIVE, NEGATIVE = "Please count ten woolly sheep", "Write a poem about the cold blue sea"


@pytest.fixture
def meadow(repo: Repo) -> Repo:
    """One skill, one query that must activate it and one that must not."""
    queries = [{"query": POSITIVE, "should_trigger": True}, {"query": NEGATIVE, "should_trigger": False}]
    repo.commit(
        {
            "skills/sheep/SKILL.md": skill(),
            "skills/sheep/evals/triggers.json": json.dumps({"skill_name": "sheep", "queries": queries}, indent=1),
        }
    )
    return repo


RESULTS = "skills/sheep/evals/results.json"
SIDECAR = "skills/sheep/evals/results.provenance.json"


def stored(root: Path, model: str = "anthropic/claude-sonnet-5-5") -> list[dict[str, Any]]:
    """The trigger results that a run wrote."""
    found: list[dict[str, Any]] = json.loads((root / RESULTS).read_text())["models"][model]["triggers"]["results"]
    return found


def sidecar(root: Path, model: str = "anthropic/claude-sonnet-5-5") -> dict[str, Any]:
    found: dict[str, Any] = json.loads((root / SIDECAR).read_text())["models"][model]["triggers"]
    return found
