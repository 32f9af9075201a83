"""A judge where there is only the token of a Claude subscription, which is good for Claude Code alone."""

import json
from pathlib import Path

import pytest

from backends.claude_code.conftest import programs
from backends.claude_code.fake import program
from backends.messages.conftest import Serve
from command_line import Call, skill
from git_repo import Repo
from judge.bench import quoting, verdicts
from skill_evals.edges.backends.claude_code.installed import looked_at
from skill_evals.edges.backends.messages.credentials import KEY, OAUTH

__all__ = ["programs"]

TASKS = [{"id": "count", "prompt": "Count ten sheep.", "expectations": ["ten sheep are counted"]}]
WORDS = ("run", "--all", "--tier", "evals", "--backend", "claude-code", "--no-sandbox", "--root")


@pytest.fixture
def flock(repo: Repo, programs: Path, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """One task that only a judge decides; Claude Code is a program that prints one stream."""
    path = program(programs, "no-skill")
    monkeypatch.setattr("skill_evals.edges.backends.claude_code.create.find_cli", lambda: looked_at(path))
    suite = json.dumps({"skill_name": "sheep", "evals": TASKS})
    repo.commit({"skills/sheep/SKILL.md": skill("sheep"), "skills/sheep/evals/evals.json": suite})
    return repo


@pytest.fixture
def subscription(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> Serve:
    def start(*given: object, **more: object) -> object:
        api = serve(*given, **more)
        monkeypatch.delenv(KEY)
        monkeypatch.setenv(OAUTH, api.key)
        return api

    return start  # type: ignore[return-value]  # as ``serve``


def test_the_sweep_ends_before_anything_is_paid_for_and_says_what_to_set(
    subscription: Serve, flock: Repo, call: Call
) -> None:
    api = subscription(lambda _: verdicts(quoting("ten")))
    done = call(*WORDS, flock.root)
    assert (done.code, api.messages) == (2, [])
    assert f"{OAUTH} is good for the backend `claude-code` alone, and the judge cannot use it" in done.err
    assert f"set {KEY} in its place, which `claude-code` takes as well; or ask no judge (--no-judge)" in done.err


def test_without_a_judge_the_token_does(subscription: Serve, flock: Repo, call: Call) -> None:
    """Claude Code's models are looked up with it, in the one way in which the API takes it."""
    api = subscription(lambda _: verdicts(quoting("ten")))
    done = call(*WORDS, flock.root, "--no-judge")
    assert OAUTH not in done.err
    assert done.code in (0, 3), done.err
    (looked_up,) = [one for one in api.requests if one.path.startswith("/v1/models")]
    assert looked_up.authorised
    assert "oauth-2025-04-20" in looked_up.headers["anthropic-beta"]


def test_an_api_key_serves_both(serve: Serve, flock: Repo, call: Call) -> None:
    """The program that stands for Claude Code calls nobody, so the one message is the judge's."""
    api = serve(lambda _: verdicts(quoting("ten")))
    done = call(*WORDS, flock.root)
    assert done.code in (0, 3), done.err
    assert {one["model"] for one in api.messages} == {"claude-opus-5-5"}
    assert all(one.authorised for one in api.requests)
    assert not any("oauth" in one.headers.get("anthropic-beta", "") for one in api.requests)
