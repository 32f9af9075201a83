"""What the backend looks for before anything is paid for: program, sandbox, credential, model and price."""

import os
from pathlib import Path

import pytest

from backends.claude_code.conftest import NOWHERE
from backends.claude_code.fake import program
from skill_evals.edges.backends.claude_code import installed
from skill_evals.edges.backends.claude_code.backend import ClaudeCodeBackend
from skill_evals.edges.backends.claude_code.create import create
from skill_evals.edges.backends.claude_code.installed import closed_to_others, find_cli, looked_at
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.edges.extras import install_line
from skill_evals.errors import BackendError, UsageError


def test_a_machine_without_the_sandbox_is_refused(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = "agents are refused, since the sandbox does not hold here: `one-port`"
    monkeypatch.setattr("skill_evals.edges.backends.claude_code.backend.agents_refused", lambda: words)
    path = program(programs)
    with pytest.raises(BackendError, match="`one-port`"):
        ClaudeCodeBackend(BackendOptions(), environment=NOWHERE, find=lambda: looked_at(path)).check()
    ClaudeCodeBackend(BackendOptions(sandbox=False), environment=NOWHERE, find=lambda: looked_at(path)).check()


@pytest.mark.parametrize(
    ("runner", "uses"),
    [
        ({}, "org/skill-evals-action/claude-code@v1"),
        (
            {"GITHUB_ACTION_REPOSITORY": "here/skill-evals-action", "GITHUB_ACTION_REF": "4" * 40},
            f"here/skill-evals-action/claude-code@{'4' * 40}",
        ),
    ],
)
def test_a_package_that_is_not_installed_is_named(
    monkeypatch: pytest.MonkeyPatch, runner: dict[str, str], uses: str
) -> None:
    monkeypatch.setattr(installed, "find_spec", lambda name: None)
    for name in ("GITHUB_ACTION_REPOSITORY", "GITHUB_ACTION_REF"):
        monkeypatch.setenv(name, runner.get(name, ""))
    with pytest.raises(UsageError, match="needs claude-agent-sdk, which is not installed") as caught:
        find_cli()
    here, _, in_a_workflow = (caught.value.cure or "").partition("; ")
    assert here == install_line("claude-code")
    assert in_a_workflow.endswith(f"`uses: {uses}`")


def test_a_package_without_the_program_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    class Spec:
        submodule_search_locations = (str(tmp_path),)

    monkeypatch.setattr(installed, "find_spec", lambda name: Spec)
    with pytest.raises(UsageError, match="installed without Claude Code"):
        find_cli()


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("2.0.30", "Claude Code 2.0.30 is none that this release knows"),
        ("3.0.0", "Claude Code 3.0.0 is none that this release knows"),
        ("nonsense", "Claude Code nonsense"),
    ],
)
def test_a_version_that_is_not_known_is_refused(programs: Path, version: str, words: str) -> None:
    with pytest.raises(BackendError, match=words):
        looked_at(program(programs, version=version))


def test_a_program_that_does_not_start_is_named(programs: Path) -> None:
    path = programs / "claude"
    path.write_text("not for execution")
    with pytest.raises(BackendError, match="does not start"):
        looked_at(path)


def test_a_program_that_runs_cannot_reach_is_named(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = program(programs)
    assert closed_to_others(path) is None
    programs.chmod(0o700)
    assert f"lies in {programs.resolve()}, which is closed" in (closed_to_others(path) or "")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    backend = ClaudeCodeBackend(BackendOptions(), environment=NOWHERE, find=lambda: looked_at(path))
    with pytest.raises(BackendError, match="which is closed to the users"):
        backend.check()


def test_models_are_anthropics() -> None:
    with pytest.raises(UsageError, match="has no model `claude-haiku-5-5`") as caught:
        create(BackendOptions(models=("claude-haiku-5-5",)))
    assert caught.value.cure == "write anthropic/claude-haiku-5-5"


def test_a_credential_is_asked_for(programs: Path) -> None:
    path = program(programs)
    backend = ClaudeCodeBackend(BackendOptions(sandbox=False), environment={}, find=lambda: looked_at(path))
    with pytest.raises(UsageError, match="the claude-code backend needs a credential"):
        backend.check()


def test_a_model_without_a_price_needs_a_cap_on_calls(programs: Path) -> None:
    path = program(programs)
    backend = ClaudeCodeBackend(BackendOptions(sandbox=False), environment=NOWHERE, find=lambda: looked_at(path))
    with pytest.raises(UsageError, match="no price of anthropic/claude-nine-9 is known"):
        backend.prepare(["anthropic/claude-nine-9"])
