"""`skill-evals calibrate`: the same queries on both backends, Claude Code being a program that prints one stream."""

from pathlib import Path
from typing import Any

import pytest

from backends.claude_code.fake import program
from backends.messages.conftest import Serve, serve
from backends.messages.model import by_words, faulty
from command_line import Call, call, skill
from git_repo import Repo
from servers.messages_wire import Fault
from skill_evals.compare.calibration import by_case, by_run
from skill_evals.edges.backends.claude_code.installed import looked_at
from skill_evals.model.calibration import Answers, AskedCase

__all__ = ["call", "serve"]

SUITE = """{"skill_name": "sheep", "queries": [
 {"query": "Count my sheep", "should_trigger": true},
 {"query": "Count the lambs too", "should_trigger": true},
 {"query": "Shear them", "should_trigger": false},
 {"query": "Feed them", "should_trigger": false}]}
"""
WORDS = ("calibrate", "--no-sandbox", "--runs", 2, "--quiet", "--root")


@pytest.fixture
def flock(repo: Repo) -> Repo:
    repo.commit({"skills/sheep/SKILL.md": skill("sheep"), "skills/sheep/evals/triggers.json": SUITE})
    return repo


@pytest.fixture
def claude(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Uses the sheep's skill where the query speaks of counting."""
    before = "if ! grep -q Count; then exec sh claude-silent; fi"
    silent = program(programs, "no-skill")
    silent = silent.rename(programs / "silent")
    path = program(programs, "skill", before=before.replace("claude-silent", str(silent)))
    monkeypatch.setattr("skill_evals.edges.backends.claude_code.create.find_cli", lambda: looked_at(path))


@pytest.mark.usefixtures("claude")
def test_backends_that_agree(serve: Serve, flock: Repo, call: Call) -> None:
    serve(by_words(Count="sheep"))
    done = call(*WORDS, flock.root)
    assert done.code == 0, done.err
    assert "4 queries, 2 runs each, on anthropic/claude-sonnet-5-5" in done.out
    assert done.out.count("Cohen's kappa 1.00") == 2
    assert "WARNING" not in done.out
    assert "claude-code (claude-code-1/" in done.out
    assert " 2.1.332): 8 runs" in done.out
    assert "at least 16 calls" in done.err


@pytest.mark.usefixtures("claude")
def test_backends_that_do_not_agree(serve: Serve, flock: Repo, call: Call) -> None:
    serve(by_words(lambs="sheep", Shear="sheep"))
    found = call(*WORDS, flock.root, "--format", "json").json
    assert {name: found["by_case"][name] for name in ("both", "first", "second", "neither", "kappa")} == {
        "both": 1,
        "first": 1,
        "second": 1,
        "neither": 1,
        "kappa": 0.0,
    }
    assert (found["low"], found["exit"], found["by_run"]["both"]) == (True, 0, 2)
    apart = {case["query"]: case["details"] for case in found["cases"] if case["first"] != case["second"]}
    assert apart == {
        "Count my sheep": ["it answered without a tool", "it used sheep"],
        "Shear them": ["it used sheep", "it answered without a tool"],
    }
    text = call(*WORDS, flock.root).out
    assert "WARNING: kappa is below 0.6." in text
    assert "Shear them (must not trigger; skills/sheep/evals/triggers.json)" in text


@pytest.mark.usefixtures("claude")
def test_faults_are_in_no_figure(serve: Serve, flock: Repo, call: Call) -> None:
    serve(faulty(Fault(status=413, type="request_too_large")))
    found = call(*WORDS, flock.root, "--format", "json").json
    assert (found["by_run"]["kappa"], found["by_run"]["unmeasured"], found["exit"]) == (None, 8, 3)


@pytest.mark.usefixtures("claude")
def test_a_cap_ends_it(serve: Serve, flock: Repo, call: Call) -> None:
    api = serve(by_words(Count="sheep"))
    done = call(*WORDS, flock.root, "--max-calls", 3, "--jobs", 1)
    assert done.code == 3
    assert "stopped before the end: the cap of 3 calls was reached" in done.out
    assert len(api.messages) == 3


@pytest.mark.usefixtures("claude")
def test_a_seed_draws_as_many_of_each_kind(serve: Serve, flock: Repo, call: Call) -> None:
    serve(by_words(Count="sheep"))

    def drawn(seed: int) -> list[Any]:
        words = (*WORDS, flock.root, "--cases", 2, "--seed", seed, "--format", "json")
        return [(case["query"], case["should_trigger"]) for case in call(*words).json["cases"]]

    assert drawn(1) == drawn(1)
    assert [positive for _, positive in drawn(2)] == [True, False]
    assert len({tuple(drawn(seed)) for seed in range(4)}) > 1


def test_a_dry_run_asks_nobody(serve: Serve, flock: Repo, call: Call) -> None:
    api = serve(by_words())
    done = call(*WORDS, flock.root, "--dry-run")
    assert (done.code, done.err, api.requests) == (0, "", [])
    assert done.out.startswith("4 queries, at least 16 calls, $")
    found = call(*WORDS, flock.root, "--dry-run", "--format", "json").json
    assert (found["version"], found["queries"], found["calls"]) == (1, 4, 16)
    assert 0 < found["usd"][0] < found["usd"][1]


def test_nobody_is_asked_where_claude_code_is_not_installed(
    serve: Serve, flock: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("skill_evals.edges.backends.claude_code.installed.find_spec", lambda name: None)
    api = serve(by_words(Count="sheep"))
    done = call(*WORDS, flock.root)
    assert (done.code, api.requests) == (2, [])
    assert "needs claude-agent-sdk, which is not installed" in done.err


def test_a_repository_without_queries_is_told(serve: Serve, repo: Repo, call: Call) -> None:
    repo.commit({"skills/sheep/SKILL.md": skill("sheep")})
    done = call(*WORDS, repo.root)
    assert (done.code, "there is no query to ask" in done.err) == (2, True)


def asked(*pairs: tuple[bool | None, bool | None]) -> AskedCase:
    first, second = (Answers(runs=runs) for runs in zip(*pairs, strict=True))
    return AskedCase(suite="s", query="q", should_trigger=True, first=first, second=second)


def test_tables_count_majorities_and_runs() -> None:
    cases = [
        asked((True, True), (True, False), (False, True)),
        asked((False, False), (False, None), (None, False)),
        asked((True, None), (False, None), (None, None)),
    ]
    table = by_case(cases)
    assert (table.both, table.first, table.second, table.neither, table.unmeasured) == (1, 0, 0, 1, 1)
    assert table.kappa == 1.0
    runs = by_run(cases)
    assert (runs.both, runs.first, runs.second, runs.neither, runs.unmeasured) == (1, 1, 1, 1, 5)
    assert runs.kappa == 0.0
