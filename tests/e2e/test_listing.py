"""The real Claude Code shows a model the very lines that the emulation does, in the same place.

The profiles of `edges/backends/messages/profile.py` count as verified while this passes with the pinned Claude Code.
"""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.messages.model import listing_of
from servers.messages_api import MessagesApi
from servers.messages_wire import text
from skill_evals.app.reading import read_tree
from skill_evals.edges.backends.claude_code.installed import Cli
from skill_evals.edges.backends.messages.listing import entries
from skill_evals.edges.backends.messages.profile import Place, profile_of
from skill_evals.edges.files import WorkingTree
from skill_evals.model.config import Config

MODELS = (
    "claude-haiku-5-5",
    "claude-sonnet-5-5",
    "claude-opus-5-5",
    "claude-sonnet-5",
    "claude-opus-4-8",
    "claude-opus-4-6",
    "claude-sonnet-4-6",
    "claude-haiku-4-5",
)


def environment(home: Path, api: MessagesApi) -> dict[str, str]:
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "ANTHROPIC_BASE_URL": api.url,
        "ANTHROPIC_API_KEY": api.key,
        "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
        "DISABLE_AUTOUPDATER": "1",
        "DISABLE_TELEMETRY": "1",
    }


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """More skills than any listing has room for, of many lengths, and one of each peculiarity."""
    root = tmp_path_factory.mktemp("project")
    said = {f"zz{n}": f"description: {'word ' * (4 + n * 7 % 60)}end" for n in range(150)}
    said |= {
        "aa-long": f"description: {'long ' * 400}",
        "ab-when": "description: Reads forms.\nwhen_to_use: Use for paper.",
        "ac-other": "name: another\ndescription: Has another name.",
        "ad-hidden": "description: For people only.\ndisable-model-invocation: true",
    }
    for name, frontmatter in said.items():
        skill = root / ".claude" / "skills" / name / "SKILL.md"
        skill.parent.mkdir(parents=True)
        skill.write_text(f"---\n{frontmatter}\n---\nBody.\n")
    return root


@pytest.mark.parametrize("model", MODELS)
def test_the_listing_is_the_same(claude: Cli, project: Path, tmp_path: Path, model: str) -> None:
    with MessagesApi(lambda body: text("Done."), models=MODELS) as api:
        command = [str(claude.path), "-p", "Fill in the form.", "--model", model, "--output-format", "json"]
        subprocess.run(
            command, cwd=project, env=environment(tmp_path, api), capture_output=True, check=True, timeout=120
        )
        body = next(body for body in api.messages if body.get("tools"))
    profile = profile_of(model)
    skills = read_tree(WorkingTree(project), Config()).project.skills
    ours = list(entries(skills, profile).values())
    theirs = [line for line in listing_of(body).splitlines() if line.startswith(("- a", "- zz"))]
    assert theirs[: len(ours)] == ours
    assert place_of(body) is profile.place
    assert body.get("output_config", {}).get("effort") == profile.effort


def place_of(body: Mapping[str, Any]) -> Place:
    last = body["messages"][-1]
    return Place.SYSTEM_MESSAGE if last["role"] == "system" else Place.REMINDER
