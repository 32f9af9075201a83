"""SIGINT and SIGTERM: no run is begun any more, what was paid for is kept, and the next start pays for none of it."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import RESULTS, SIDECAR, Serve, stored
from backends.messages.model import by_words
from command_line import Call, skill, small
from git_repo import Repo
from kills.conftest import RUN, WHOLE, signalling
from servers.messages_api import MessagesApi
from servers.messages_wire import Fault, calls
from skill_evals.edges.backends.messages.faults import Fault as Found
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.signals import SignalStop

BOTH = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=lambda one: one.name)


@BOTH
@pytest.mark.parametrize("at", [1, 3, 12])
def test_what_is_under_way_may_end_and_is_not_paid_for_again(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, number: signal.Signals, at: int
) -> None:
    api = serve(signalling(number, at=at))
    words = (*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal", "--format", "json")
    done = call(*words)
    assert done.code == 3, done.err
    assert done.json["run"]["partial"] == f"stopped by {number.name}"
    assert done.json["run"]["in_flight"] == 0
    before = len(api.messages)
    assert at <= before < WHOLE
    api.script = by_words(count="sheep")
    again = call(*words)
    assert again.code == 0, again.err
    assert again.json["run"]["resumed"] == before
    assert len(api.messages) == WHOLE


@BOTH
def test_what_does_not_end_is_broken_off_and_counted_as_perhaps_paid_for(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, impatient: None, number: signal.Signals
) -> None:
    api = serve(signalling(number, at=7, stalled=True))
    words = (*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal", "--jobs", 1)
    done = call(*words, "--format", "json")
    assert (done.code, done.json["run"]["in_flight"]) == (3, 1)
    assert done.json["run"]["errored"] == 0
    assert len(api.messages) == 7
    api.script = by_words(count="sheep")
    again = call(*words)
    assert again.code == 0, again.err
    assert "6 resumed" in again.out
    assert "1 run broken off under way, perhaps paid for" in again.out
    assert len(api.messages) == WHOLE + 1


def test_a_signal_that_another_thread_gets_wakes_the_sweep_from_its_wait() -> None:
    """As a signal does that comes right before the wait: the wait itself is not ended by it."""

    async def sweep(stop: SignalStop) -> str:
        told: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        with stop.told(told.set_result):
            threading.Thread(target=lambda: signal.pthread_kill(threading.get_ident(), signal.SIGTERM)).start()
            return await asyncio.wait_for(told, 60)

    with SignalStop() as stop:
        assert asyncio.run(sweep(stop)) == "stopped by SIGTERM"


def test_results_of_what_was_not_run_stay_as_they_were(serve: Serve, repo: Repo, call: Call) -> None:
    api = serve(by_words(count="sheep"))
    assert call(*RUN, "--root", small(repo).root).code == 0
    before = stored(repo.root)
    api.script = signalling(signal.SIGTERM, at=9)
    assert call(*RUN, "--root", repo.root, "--jobs", 1).code == 3
    assert [result["query"] for result in stored(repo.root)] == [result["query"] for result in before]
    assert all(result["passed"] and result["runs"] == 2 for result in stored(repo.root))
    sweeps = json.loads((repo.root / SIDECAR).read_text())["models"]["anthropic/claude-sonnet-5-5"]["triggers"][
        "sweeps"
    ]
    assert {sweep.get("partial") for sweep in sweeps} == {None, "stopped by SIGTERM"}


def test_a_confirmation_that_was_cut_off_does_not_replace_what_screening_saw(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path
) -> None:
    """The head never answers the query about ten; the signal comes with the first fresh run of the set."""
    lost = by_words(twenty="sheep", thirty="sheep", forty="sheep", fifty="sheep")
    well, sent = by_words(count="sheep"), list[int]()

    def script(body: Any) -> Any:
        is_head = "many woolly" in json.dumps(body)
        if len(api.messages) > 2 * WHOLE + 1 and not sent:
            sent.append(len(api.messages))
            os.kill(os.getpid(), signal.SIGTERM)
        return (lost if is_head else well)(body)

    api = serve(script)
    small(repo)
    repo.git("checkout", "-q", "-b", "change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="count many woolly sheep")})
    out = tmp_path / "out"
    done = call("pr", "--base", "main", "--backend", "messages", "--root", repo.root, "--out", out, "--jobs", 1)
    assert (done.code, len(sent)) == (3, 1), done.err
    (ten,) = [result for result in stored(out / "results") if "ten" in result["query"]]
    assert (ten["hits"], ten["runs"]) == (0, 2), "screening's two runs, not the one fresh run"


@BOTH
def test_nobody_sleeps_an_hour_after_a_signal(
    serve: Serve, repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    class Asleep(Patience):
        def wait(self, attempt: int, fault: Found) -> float:
            os.kill(os.getpid(), number)
            return 3_600.0

    patience = Asleep(total=100_000.0)
    monkeypatch.setattr("skill_evals.edges.backends.messages.create.PATIENCE", patience)
    api = serve(lambda _: Fault(status=529, type="overloaded_error"))
    done = call(*RUN, "--root", small(repo).root, "--max-minutes", 1_000, "--jobs", 1)
    assert done.code == 3
    assert f"measured in part: stopped by {number.name}" in done.out
    assert len(api.messages) == 1
    assert not (repo.root / RESULTS).exists()


class Silent(MessagesApi):
    """Sends a signal when it is asked for a model, and does not answer."""

    @property
    def models_fault(self) -> Fault | None:
        if not self.closing.is_set():
            os.kill(os.getpid(), signal.SIGTERM)
            self.closing.wait()
        return Fault(status=500)

    @models_fault.setter
    def models_fault(self, _: Fault | None) -> None:
        """Asked for in vain."""


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch, serve: Serve) -> Any:
    monkeypatch.setattr("backends.messages.conftest.MessagesApi", Silent)
    return serve(by_words(count="sheep"))


def test_a_sweep_that_is_being_prepared_is_broken_off(silent: MessagesApi, repo: Repo, call: Call) -> None:
    done = call(*RUN, "--root", small(repo).root)
    assert (done.code, silent.messages) == (3, [])
    assert "stopped by SIGTERM before anything was run" in done.err


def test_and_what_is_known_without_it_is_told(silent: MessagesApi, repo: Repo, call: Call, tmp_path: Path) -> None:
    small(repo)
    repo.git("checkout", "-q", "-b", "change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="count many woolly sheep")})
    done = call("pr", "--base", "main", "--backend", "messages", "--root", repo.root, "--out", tmp_path / "out")
    assert done.code == 3
    comment = (tmp_path / "out" / "comment.md").read_text()
    assert "**Not measured, because** stopped by SIGTERM before anything was run." in comment


def test_a_pull_request_gets_its_comment(serve: Serve, repo: Repo, call: Call, tmp_path: Path) -> None:
    serve(signalling(signal.SIGTERM, at=9))
    small(repo)
    repo.git("checkout", "-q", "-b", "change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="count many woolly sheep")})
    done = call("pr", "--base", "main", "--backend", "messages", "--root", repo.root, "--out", tmp_path / "out")
    assert done.code == 3, done.err
    comment = (tmp_path / "out" / "comment.md").read_text()
    assert "only measured in part" in comment
    assert "**Measured in part:** stopped by SIGTERM" in comment


def test_after_the_verb_signals_are_what_they_were(serve: Serve, repo: Repo, call: Call) -> None:
    before = [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)]
    serve(signalling(signal.SIGINT, at=1))
    assert call(*RUN, "--root", small(repo).root).code == 3
    assert [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)] == before


def test_a_signal_that_was_ignored_stays_ignored(serve: Serve, repo: Repo, call: Call) -> None:
    """As ``nohup`` and a shell's background jobs have it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        serve(signalling(signal.SIGINT, at=1))
        assert call(*RUN, "--root", small(repo).root).code == 0
    finally:
        signal.signal(signal.SIGINT, before)


@BOTH
def test_a_second_one_ends_the_process_at_once(
    serve: Serve, repo: Repo, tmp_path: Path, number: signal.Signals
) -> None:
    """The call under way would have three seconds; the process says so, and then gets the second signal."""
    asked = []

    def script(body: Any) -> Fault:
        asked.append(body)
        sweep.send_signal(number)
        return Fault(stall=2)

    serve(script)
    words = (*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal", "--jobs", "1")
    command = [sys.executable, "-m", "skill_evals", *map(str, words)]
    with subprocess.Popen(command, stderr=subprocess.PIPE) as sweep:
        assert sweep.stderr is not None
        told = re.compile(rf"stopped by {number.name}: runs under way have 3 seconds".encode())
        next(line for line in sweep.stderr if told.match(line))
        sweep.send_signal(number)
        assert sweep.wait(60) == -number
    assert len(asked) == 1
    assert not (repo.root / RESULTS).exists()


def test_a_task_is_broken_off_with_the_command_that_its_agent_runs(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command says through a pipe that it is up; then the signal comes, and it would run for minutes yet."""
    monkeypatch.setattr("skill_evals.app.sweep.stop.GRACE_SECONDS", 0.1)
    up = tmp_path / "up"
    os.mkfifo(up)

    def wait_and_signal() -> None:
        up.read_bytes()
        os.kill(os.getpid(), signal.SIGTERM)

    threading.Thread(target=wait_and_signal, daemon=True).start()
    api = serve(lambda _: calls(("Bash", {"command": f"echo > {up}; sleep 300"})))
    tasks = [{"id": "count", "prompt": "Count ten sheep.", "expectations": ["ten sheep are counted"]}]
    repo.commit(
        {
            "skills/sheep/SKILL.md": skill(),
            "skills/sheep/evals/evals.json": json.dumps({"skill_name": "sheep", "evals": tasks}, indent=1),
        }
    )
    words = ("--root", repo.root, "--tier", "evals", "--no-sandbox", "--no-judge", "--journal", tmp_path / "journal")
    done = call(*RUN, *words, "--format", "json")
    assert done.code == 3, done.err
    assert (done.json["run"]["partial"], done.json["run"]["in_flight"]) == ("stopped by SIGTERM", 1)
    assert len(api.messages) == 1
    assert not (repo.root / RESULTS).exists()
