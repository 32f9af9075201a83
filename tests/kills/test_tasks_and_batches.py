"""What ends a sweep of triggers in its midst ends one of tasks and one in batches as well: nothing that has finished is
lost or paid for twice, what was under way is counted as such, and results are what was measured.
"""

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import RESULTS, Serve, stored
from backends.messages.model import by_words
from command_line import Call, skill, small
from git_repo import Repo
from kills.conftest import CASES, CONTROLS, signalling
from kills.test_sigkill import FULL, Stalling
from servers.messages_agent import heard_of
from servers.messages_wire import Fault, Reply, calls, text
from skill_evals.edges.backends.messages.batches import Rhythm
from skill_evals.errors import IncompleteError

EVALS = "plugins/farm/evals/sheep"
TASKS = ("run", "--all", "--tier", "evals", "--backend", "messages", "--no-sandbox", "--no-judge", "--jobs", 1)
BATCHED = ("run", "--all", "--backend", "messages", "--batch")
PATIENCE = 300.0
"""Seconds for a process to come as far as that, on a machine that is busy."""
COUNT, CALLS = 4, 2
"""Tasks, each run once; each run looks and then answers."""

BOTH = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda one: one.name)


@pytest.fixture
def farm(repo: Repo) -> Repo:
    """Tasks that any answer that says ``ten`` fulfils, and none of them without the skill."""
    cases = [
        {"id": f"count-{n}", "prompt": f"Count herd {n}", "assertions": [{"type": "regex", "pattern": "ten"}]}
        for n in range(COUNT)
    ]
    repo.commit(
        {
            ".skill-evals.yml": "lift: false\n",
            "plugins/farm/.claude-plugin/plugin.json": '{"name": "farm"}',
            "plugins/farm/skills/sheep/SKILL.md": skill(),
            f"{EVALS}/evals.json": json.dumps({"skill_name": "sheep", "evals": cases}),
        }
    )
    return repo


def at_work(body: Mapping[str, Any]) -> Reply | Fault:
    return text("There are ten.") if heard_of(body).turn else calls(("Bash", {"command": "echo ten"}))


def passed(root: Path) -> list[tuple[str, bool | None]]:
    held = json.loads((root / EVALS / "results.json").read_text())["models"]["anthropic/claude-sonnet-5-5"]["evals"]
    return [(result["id"], result.get("passed")) for result in held["results"]]


@pytest.mark.parametrize("at", [1, 3, 6])
def test_a_killed_sweep_of_tasks_resumes(serve: Serve, farm: Repo, call: Call, tmp_path: Path, at: int) -> None:
    """In the midst of a run its first call is paid for in vain; those that had finished are not made again."""
    script = Stalling(at, well=at_work)
    serve(script)
    words = (*TASKS, "--root", farm.root, "--journal", tmp_path / "journal", "--format", "json")
    command = [sys.executable, "-m", "skill_evals", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as sweep:
        try:
            assert script.stalled.wait(PATIENCE)
        finally:
            sweep.kill()
    script.is_over = True
    finished, in_vain = divmod(at - 1, CALLS)
    done = call(*words)
    assert done.code == 0, done.err
    assert (done.json["run"]["resumed"], done.json["run"]["in_flight"]) == (finished, 1)
    assert script.asked == CALLS * COUNT + in_vain + 1
    assert passed(farm.root) == [(f"count-{n}", True) for n in range(COUNT)]


@BOTH
def test_a_signal_keeps_the_tasks_that_had_finished(
    serve: Serve, farm: Repo, call: Call, tmp_path: Path, impatient: None, number: signal.Signals
) -> None:
    """It comes with the second call of the third run."""
    api = serve(signalling(number, at=6, stalled=True, well=at_work))
    words = (*TASKS, "--root", farm.root, "--journal", tmp_path / "journal", "--format", "json")
    done = call(*words)
    assert done.code == 3, done.err
    run = done.json["run"]
    assert (run["calls"], run["in_flight"], run["errored"]) == (2, 1, 0)
    assert run["partial"] == f"stopped by {number.name}"
    assert run["api_calls"] == 6, "both calls of what was broken off are counted as paid for"
    assert passed(farm.root) == [("count-0", True), ("count-1", True)]
    api.script = at_work
    again = call(*words)
    assert again.code == 0, again.err
    assert (again.json["run"]["resumed"], again.json["run"]["in_flight"]) == (2, 1)
    assert len(api.messages) == 6 + CALLS * 2
    assert passed(farm.root) == [(f"count-{n}", True) for n in range(COUNT)]


@pytest.mark.parametrize("size", [1_000, 2_500])
def test_a_full_disk_stops_a_sweep_of_tasks(serve: Serve, farm: Repo, call: Call, tmp_path: Path, size: int) -> None:
    api = serve(at_work)
    words = (*TASKS, "--root", farm.root, "--journal", tmp_path / "journal")
    command = [sys.executable, "-c", FULL, str(size), *map(str, words)]
    full = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert full.returncode in (2, 3), full.stderr
    assert "cannot be written: File too large" in full.stdout + full.stderr
    lines = [json.loads(line) for line in (tmp_path / "journal").read_text().splitlines()]
    kept = [line for line in lines if "key" in line]
    assert len(api.messages) - CALLS * len(kept) <= CALLS, "the sweep stops with the first run that cannot be kept"
    done = call(*words)
    assert done.code == 0, done.err
    assert len(api.messages) - CALLS * COUNT <= CALLS
    assert passed(farm.root) == [(f"count-{n}", True) for n in range(COUNT)]


def days(monkeypatch: pytest.MonkeyPatch) -> None:
    """A day forth and back with every look at the time of day."""
    jumping = iter(n % 2 * 2 + 1 for n in range(10_000))
    monkeypatch.setattr("skill_evals.edges.clock.SystemClock.now", lambda _: f"2026-01-0{next(jumping)}T00:00:00Z")


def test_a_clock_that_jumps_changes_nothing_for_tasks(
    serve: Serve, farm: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    days(monkeypatch)
    serve(at_work)
    done = call(*TASKS, "--root", farm.root, "--max-minutes", 5, "--format", "json")
    assert done.code == 0, done.err
    assert done.json["run"]["partial"] is None
    assert passed(farm.root) == [(f"count-{n}", True) for n in range(COUNT)]


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundredths of a second for what takes minutes."""
    rhythm = Rhythm(gather=0.05, first=0.01, longest=0.01)
    monkeypatch.setattr("skill_evals.edges.backends.messages.create.RHYTHM", rhythm)


@pytest.mark.usefixtures("brisk")
def test_a_clock_that_jumps_changes_nothing_for_batches(
    serve: Serve, repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    days(monkeypatch)
    api = serve(by_words(count="sheep"))
    api.batches.polls = 5
    done = call(*BATCHED, "--root", small(repo).root, "--max-minutes", 5, "--format", "json")
    assert done.code == 0, done.err
    assert (done.json["run"]["partial"], api.batches.sizes) == (None, [CASES * 2])


def test_where_the_disk_is_full_before_a_batch_is_handed_over_none_is(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path
) -> None:
    """Each run of it is noted down before: what cannot be is not begun, and so not paid for."""
    api = serve(by_words(count="sheep"))
    words = (*BATCHED, "--root", small(repo).root, "--journal", tmp_path / "journal")
    command = [sys.executable, "-c", FULL, "1500", *map(str, words)]
    full = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert full.returncode == 3, full.stderr
    assert "cannot be written: File too large" in full.stdout + full.stderr
    assert sum(api.batches.sizes) < CASES * 2
    paid = sum(api.batches.sizes)
    done = call(*words)
    assert done.code == 0, done.err
    assert sum(api.batches.sizes) - paid <= CASES * 2
    assert len(stored(repo.root)) == CASES


@pytest.mark.usefixtures("brisk")
def test_where_it_is_full_just_then_what_the_batch_gives_is_counted_and_written(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The batch's name cannot be kept: no other is handed over, and this one is waited for, since it is paid for."""

    def full(*_: object) -> None:
        raise IncompleteError("the journal cannot be written: No space left on device")

    monkeypatch.setattr("skill_evals.edges.journal.FileJournal.keep_batch", full)
    api = serve(by_words(count="sheep"))
    words = (*BATCHED, "--root", small(repo).root, "--journal", tmp_path / "journal", "--format", "json")
    done = call(*words)
    assert done.json["run"]["calls"] == CASES * 2
    assert api.batches.sizes == [CASES * 2]
    assert all(result["passed"] for result in stored(repo.root))
    monkeypatch.undo()


def test_a_batch_s_results_are_there_whoever_asks_first(serve: Serve, repo: Repo, call: Call, tmp_path: Path) -> None:
    """Killed once the batch has ended and before it was read: the next start reads it and hands over none."""
    api = serve(by_words(count="sheep"))
    looked, go = threading.Event(), threading.Event()
    look = api.batches.look

    def late(batch: Any) -> None:
        looked.set()
        go.wait(PATIENCE)
        look(batch)

    api.batches.look = late  # type: ignore[method-assign]  # of this server alone
    words = (*BATCHED, "--root", small(repo).root, "--journal", tmp_path / "journal")
    with subprocess.Popen([sys.executable, "-m", "skill_evals", *map(str, words)]) as sweep:
        try:
            assert looked.wait(PATIENCE)
        finally:
            sweep.kill()
    go.set()
    done = call(*words)
    assert done.code == 0, done.err
    assert api.batches.sizes == [CASES * 2]
    assert f"{CONTROLS} resumed" in done.out
    assert (repo.root / RESULTS).is_file()
