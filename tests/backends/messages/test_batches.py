"""``--batch``: rounds of a sweep go together, at half the price, and no batch is ever paid for twice."""

import json
import os
import signal
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import RESULTS, Serve, sidecar, stored
from backends.messages.model import by_words, query_of
from command_line import Call, small
from git_repo import Repo
from servers.messages_wire import Fault, Reply, calls
from skill_evals.edges.backends.messages.batches import Rhythm

RUN = ("run", "--all", "--backend", "messages", "--batch")
CONTROLS, CASES = 2, 10


@pytest.fixture(autouse=True)
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hundredths of a second for what takes minutes."""
    rhythm = Rhythm(gather=0.05, first=0.01, longest=0.01)
    monkeypatch.setattr("skill_evals.edges.backends.messages.create.RHYTHM", rhythm)
    monkeypatch.setattr("skill_evals.app.sweep.stop.GRACE_SECONDS", 1.0)


def test_a_round_is_a_batch_and_controls_go_alone(serve: Serve, repo: Repo, call: Call) -> None:
    api = serve(by_words(count="sheep"))
    api.batches.polls = 3
    done = call(*RUN, "--root", small(repo).root)
    assert done.code == 0, done.err
    assert api.batches.sizes == [CASES * 2]
    assert len(api.messages) == CONTROLS
    assert [(result["hits"], result["runs"]) for result in stored(repo.root)] == [(2, 2)] * 5 + [(0, 2)] * 5


def test_what_is_undecided_takes_another_batch(serve: Serve, repo: Repo, call: Call) -> None:
    """One query activates the skill only the second time and the third."""
    well, asked = by_words(count="sheep"), []

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        if "ten of them" in query_of(body):
            asked.append(body)
            if len(asked) == 1:
                return Reply(content=({"type": "text", "text": "Ten."},))
        return well(body)

    api = serve(script)
    assert call(*RUN, "--root", small(repo).root).code == 0
    assert api.batches.sizes == [CASES * 2, 1]
    assert (stored(repo.root)[0]["hits"], stored(repo.root)[0]["runs"]) == (2, 3)


def test_a_turn_that_looks_around_goes_on_in_the_next_batch(serve: Serve, meadow: Repo, call: Call) -> None:
    well = by_words(sheep="sheep")

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        is_second = any(message["role"] == "assistant" for message in body["messages"])
        return well(body) if is_second or "Roman" in query_of(body) else calls(("Glob", {"pattern": "*"}))

    api = serve(script)
    assert call(*RUN, "--root", meadow.root).code == 0
    assert api.batches.sizes == [4, 4]
    assert [result["passed"] for result in stored(meadow.root)] == [True, True]


def usd(done: Any) -> float:
    return float(done.json["run"]["usd"])


def test_it_costs_half(serve: Serve, meadow: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("servers.messages_wire.Cache.usage", lambda *_: {"input_tokens": 1_000_000})
    serve(by_words(sheep="sheep"))
    words = ("--root", meadow.root, "--format", "json", "--max-cost-usd", 100)
    single = call(*RUN[:-1], *words)
    batched = call(*RUN, *words)
    assert usd(single) - usd(batched) == pytest.approx(usd(single) * 4 / (4 + CONTROLS) / 2)


def test_the_caps_hold_for_the_whole_batch(serve: Serve, repo: Repo, call: Call) -> None:
    api = serve(by_words(count="sheep"))
    done = call(*RUN, "--root", small(repo).root, "--max-calls", CONTROLS + 7, "--format", "json")
    assert done.code == 3
    assert api.batches.sizes == [7]
    assert done.json["run"]["partial"] == "the cap of 9 calls was reached"


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Fault(status=200, type="expired"), "the batch expired before its turn came"),
        (Fault(status=200, type="invalid_request_error", message="too odd"), "the API rejects the request"),
        (Fault(status=200, type="overloaded_error", message="busy"), "the API failed (busy)"),
    ],
    ids=["expired", "invalid", "overloaded"],
)
def test_what_goes_wrong_with_one_request_is_an_error_of_its_run(
    serve: Serve, meadow: Repo, call: Call, fault: Fault, words: str
) -> None:
    well = by_words(sheep="sheep")
    api = serve(lambda body: fault if "sheep" in query_of(body) else well(body))
    done = call(*RUN, "--root", meadow.root)
    assert done.code == 3
    positive, negative = stored(meadow.root)
    assert (positive.get("passed"), negative["passed"]) == (None, True)
    details = {run["detail"] for run in sidecar(meadow.root)["cases"][0]["runs"]}
    assert all(words in detail for detail in details)
    assert api.batches.sizes == [4, 2, 2], "what errored is replaced in the next rounds"


@pytest.mark.parametrize(
    ("fault", "partial"),
    [
        (Fault(status=402, type="billing_error", message="no money"), "the account cannot pay (402: no money)"),
        (
            Fault(status=429, type="rate_limit_error", message="slow", headers={"retry-after": "3600"}),
            "the API asks to wait 60 minutes",
        ),
    ],
    ids=["402", "429 for an hour"],
)
def test_where_no_batch_is_taken_the_sweep_stops(
    serve: Serve, meadow: Repo, call: Call, fault: Fault, partial: str
) -> None:
    api = serve(by_words(sheep="sheep"))
    api.batches.fault = fault
    done = call(*RUN, "--root", meadow.root, "--format", "json")
    assert (done.code, api.batches.sizes) == (3, [])
    assert partial in done.json["run"]["partial"]
    assert not (meadow.root / RESULTS).exists()


def test_a_busy_api_is_asked_again_and_a_lost_connection_is_not(
    serve: Serve, meadow: Repo, call: Call, hasty: None
) -> None:
    """A batch that was lost on its way may have been made."""
    api = serve(by_words(sheep="sheep"))
    api.batches.fault = Fault(status=529, type="overloaded_error")
    assert call(*RUN, "--root", meadow.root).code == 0
    assert api.batches.sizes == [4]
    (meadow.root / RESULTS).unlink()
    api.batches.fault = Fault(cut=0)
    assert call(*RUN, "--root", meadow.root).code == 0
    assert "the connection to the API was lost" in json.dumps(sidecar(meadow.root))
    assert api.batches.sizes == [4, 4], "the runs that were lost are replaced, not repeated"


class Looked:
    """Does something when a batch is looked at for the n-th time."""

    def __init__(self, api: Any, at: int, do: Callable[[], None]) -> None:
        self.look, self.left, self.do = api.batches.look, at, do
        api.batches.look = self

    def __call__(self, batch: Any) -> None:
        self.left -= 1
        if self.left == 0:
            self.do()
        self.look(batch)


def test_a_killed_sweep_looks_for_its_batch_and_hands_over_none_twice(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path
) -> None:
    """The process is gone before the batch has ended; the next finds it by the journal."""
    import subprocess
    import sys

    api = serve(by_words(count="sheep"))
    api.batches.polls = 10**9
    looked = threading.Event()
    Looked(api, 1, looked.set)
    words = (*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal")
    with subprocess.Popen([sys.executable, "-m", "skill_evals", *map(str, words)]) as sweep:
        assert looked.wait(60)
        sweep.kill()
    api.batches.all["msgbatch_0"].left = 0
    done = call(*words)
    assert done.code == 0, done.err
    assert api.batches.sizes == [CASES * 2]
    assert "2 resumed" in done.out, "the controls"


@pytest.mark.parametrize("answered", [0, 5])
def test_a_signal_cancels_the_batch_and_keeps_what_it_had_answered(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, answered: int
) -> None:
    api = serve(by_words(count="sheep"))
    api.batches.polls = 10**9
    api.batches.finished_before_cancel = answered
    Looked(api, 2, lambda: os.kill(os.getpid(), signal.SIGTERM))
    words = (*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal", "--format", "json")
    done = call(*words)
    assert done.code == 3
    assert done.json["run"]["partial"] == "stopped by SIGTERM"
    assert done.json["run"]["calls"] == answered
    assert api.batches.all["msgbatch_0"].is_cancelled
    api.batches.polls = 0
    again = call(*words)
    assert again.code == 0, again.err
    assert api.batches.sizes == [CASES * 2, CASES * 2 - answered]


def test_at_the_cap_on_minutes_the_batch_is_cancelled(
    serve: Serve, meadow: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = serve(by_words(sheep="sheep"))
    api.batches.polls = 10**9
    left = iter([None, 60.0, 60.0])
    monkeypatch.setattr(
        "skill_evals.edges.backends.messages.caller.Caller.left", lambda _: next(left, 0.0) if api.batches.all else None
    )
    done = call(*RUN, "--root", meadow.root, "--format", "json")
    assert done.code == 3
    assert "the time was up before the batch msgbatch_0 had ended" in done.json["run"]["partial"]
    assert api.batches.all["msgbatch_0"].is_cancelled


@pytest.mark.parametrize("words", [("--backend", "lexical"), ("--replay", "somewhere")])
def test_other_backends_say_that_they_make_none(meadow: Repo, call: Call, words: tuple[str, ...], repo: Repo) -> None:
    if "--replay" in words:
        pytest.importorskip("skill_evals")
        (meadow.root / "somewhere").mkdir()
        (meadow.root / "somewhere" / "runs.jsonl").write_text(
            '{"v":1,"key":{"arm":"head","stage":"screening","tier":"triggers","model":"a/b","suite":"s","case":"c",'
            '"index":0},"outcome":"no-skill"}\n'
        )
        words = ("--replay", str(meadow.root / "somewhere"))
    done = call("run", "--all", "--batch", "--root", meadow.root, *words)
    assert done.code == 2
    assert "makes no batches" in done.err
