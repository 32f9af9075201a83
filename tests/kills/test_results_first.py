"""After a signal what was paid for is written first; only then is anybody waited for who takes his time to end."""

import asyncio
import json
import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import RESULTS, Serve
from backends.messages.model import by_words
from command_line import Call, skill, small, sound
from git_repo import Repo
from kills.conftest import RUN, WHOLE
from memory_journal import MemoryJournal
from servers.messages_wire import Fault, Reply, calls
from skill_evals.edges.signals import SignalStop
from skill_evals.model.evidence import Evidence
from skill_evals.run.ports.request import RunRequest
from sweep.worlds import Backend, by_first_word, queries, side, swept

PATIENCE = 60.0
"""Seconds after which whoever waits in the wrong order is let go, so that a test fails and does not hang."""


class Stop:
    """``run.ports.stop.Stop`` in the hand of a test."""

    def __init__(self) -> None:
        self.tell: Callable[[str], None] = lambda _: None
        self.left: list[Callable[[], None]] = []

    @contextmanager
    def told(self, tell: Callable[[str], None]) -> Iterator[None]:
        self.tell = tell
        yield

    def afterwards(self, end: Callable[[], None]) -> None:
        self.left.append(end)

    @contextmanager
    def breaking(self) -> Iterator[None]:
        yield


class Lingering(Backend):
    """The run of ``bread 1`` asks for an early end and does not come to one; broken off, it waits for its child."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(by_first_word)
        self.stop, self.child, self.is_reaped = stop, threading.Event(), False

    async def run(self, request: RunRequest) -> Evidence:
        if request.key.case != "bread 1":
            return await super().run(request)
        try:
            self.stop.tell("stopped by a test")
            await asyncio.Event().wait()
        finally:
            await asyncio.to_thread(self.child.wait, PATIENCE)
            self.is_reaped = True
        raise AssertionError("it has no end")


def test_a_sweep_is_told_before_the_last_child_is_reaped(impatient: None) -> None:
    stop, journal = Stop(), MemoryJournal()
    backend = Lingering(stop)
    tree = side({"brew-tea": queries(tea_1=True, bread_1=False)})
    found = swept(backend, None, tree, stop=stop, journal=journal)
    assert (found.stats.partial, found.stats.in_flight) == ("stopped by a test", 1)
    assert {one.key.case for one in found.evidence} >= {"tea 1"}
    assert not backend.is_reaped, "the child was waited for before anything could be written"
    backend.child.set()
    (end,) = stop.left
    end()
    assert backend.is_reaped


TASK = [{"id": "count", "prompt": "Count ten sheep.", "expectations": ["ten sheep are counted"]}]


def test_results_are_on_disk_while_an_agent_s_command_still_runs(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing kills the command, and it ends when the results file stands beside the suite: by itself, that is, once the
    product does not wait for it.
    """
    monkeypatch.setattr("skill_evals.app.sweep.stop.GRACE_SECONDS", 0.1)
    monkeypatch.setattr("skill_evals.edges.shell._kill_group", lambda leader: None)
    order, up, go, almost = list[str](), tmp_path / "up", tmp_path / "go", threading.Event()
    os.mkfifo(up)
    os.mkfifo(go)

    def wait_and_signal() -> None:
        up.read_bytes()
        almost.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGTERM)

    def let_go() -> None:
        order.append("let go")
        go.write_text("go")

    from skill_evals.edges import atomic

    def write_atomic(path: Path, *given: Any, **more: Any) -> None:
        atomic.write_atomic(path, *given, **more)
        if path.name == Path(RESULTS).name:
            order.append("results")
            threading.Thread(target=let_go, daemon=True).start()

    monkeypatch.setattr("skill_evals.cli.run.write_atomic", write_atomic)
    threading.Thread(target=wait_and_signal, daemon=True).start()
    late = threading.Timer(PATIENCE, let_go)
    late.daemon = True
    late.start()

    well = by_words(count="sheep")

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        is_task = "Count ten sheep." in json.dumps(body["messages"])
        if len(api.messages) >= WHOLE:
            almost.set()
        return calls(("Bash", {"command": f"echo > {up}; cat {go}"})) if is_task else well(body)

    api = serve(script)
    repo.commit(sound() | {"skills/sheep/evals/evals.json": json.dumps({"skill_name": "sheep", "evals": TASK})})
    words = ("--root", repo.root, "--no-sandbox", "--no-judge", "--jobs", 2, "--journal", tmp_path / "journal")
    done = call(*RUN, *words)
    late.cancel()
    assert done.code == 3, done.err
    assert order == ["results", "let go"], done.out + done.err
    assert (repo.root / RESULTS).is_file()


def test_a_pull_request_s_results_and_runs_are_kept_before_the_rest_is_told(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Lint comes after the sweep, since it judges what the sweep renewed, and takes its time in a large tree."""
    out, seen = tmp_path / "out", dict[str, bool]()

    def linting(*given: Any, **more: Any) -> Any:
        seen.update({name: (out / name).is_file() for name in (f"results/{RESULTS}", "recordings/runs.jsonl")})
        return lint_reading(*given, **more)

    from skill_evals.app.lint import lint_reading

    monkeypatch.setattr("skill_evals.app.pr.lint_reading", linting)
    serve(by_words(count="sheep"))
    small(repo)
    repo.git("checkout", "-q", "-b", "change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="count many woolly sheep")})
    done = call("pr", "--base", "main", "--backend", "messages", "--root", repo.root, "--out", out)
    assert done.code == 0, done.err
    assert set(seen.values()) == {True}


def test_what_is_left_for_afterwards_is_done_when_the_stop_is_left() -> None:
    done = list[str]()
    with SignalStop() as stop:
        stop.afterwards(lambda: done.append("first left"))
        stop.afterwards(lambda: done.append("last left"))
        done.append("written")
    assert done == ["written", "last left", "first left"]
