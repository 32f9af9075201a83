"""`kill -9` at any message: no finished run is lost or paid for twice, and what was under way is counted as such."""

import json
import subprocess
import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import RESULTS, Serve
from backends.messages.model import by_words
from command_line import Call, process, small
from git_repo import Repo
from kills.conftest import RUN, WHOLE
from servers.messages_api import Script
from servers.messages_wire import Fault, Reply


class Stalling:
    """From the message ``at`` on, counted from 1, nobody gets a whole answer until the sweep is gone."""

    def __init__(self, at: int, well: Script | None = None) -> None:
        self.at, self.asked, self.is_over = at, 0, False
        self.stalled = threading.Event()
        self._well, self._lock = well or by_words(count="sheep"), threading.Lock()

    def __call__(self, body: Mapping[str, Any]) -> Reply | Fault:
        with self._lock:
            self.asked += 1
            n = self.asked
        if self.is_over or n < self.at:
            return self._well(body)
        self.stalled.set()
        return Fault(stall=2)


@pytest.mark.parametrize("at", [1, 12])
def test_a_killed_sweep_resumes(serve: Serve, repo: Repo, call: Call, tmp_path: Path, at: int) -> None:
    script = Stalling(at)
    serve(script)
    words = [*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal", "--jobs", 1, "--format", "json"]
    command = [sys.executable, "-m", "skill_evals", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as sweep:
        assert script.stalled.wait(60)
        sweep.kill()
    script.is_over = True
    assert not (repo.root / RESULTS).exists()
    done = call(*words)
    assert done.code == 0, done.err
    assert (done.json["run"]["resumed"], done.json["run"]["in_flight"]) == (at - 1, 1)
    assert script.asked == WHOLE + 1
    again = call(*words)
    assert (again.json["run"]["in_flight"], script.asked) == (1, WHOLE + 1)


def test_two_sweeps_never_share_a_journal(serve: Serve, repo: Repo, call: Call, tmp_path: Path) -> None:
    script = Stalling(3)
    api = serve(script)
    words = [*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal", "--jobs", 1]
    command = [sys.executable, "-m", "skill_evals", *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as sweep:
        assert script.stalled.wait(60)
        done = call(*words)
        sweep.kill()
    assert (done.code, len(api.messages)) == (2, 3)
    assert "another sweep is writing the journal" in done.err


FULL = """
import resource, sys
from skill_evals.cli.main import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize("size", [1_000, 4_000])
def test_a_full_disk_stops_the_sweep_and_loses_no_run(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, size: int
) -> None:
    """No file of the process may grow beyond ``size``: at first the journal holds what fits, and no torn line."""
    api = serve(by_words(count="sheep"))
    journal, out = tmp_path / "journal", tmp_path / "out"
    words = [*RUN, "--root", small(repo).root, "--journal", journal, "--jobs", 1, "--out", out]
    command = [sys.executable, "-c", FULL, str(size), *map(str, words)]
    full = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert full.returncode in (2, 3), full.stderr
    assert "cannot be written: File too large" in full.stdout + full.stderr
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    kept = [line for line in lines if "key" in line]
    assert len(api.messages) - len(kept) <= 1, "the sweep stops with the first run that cannot be kept"
    assert not list(out.rglob("*.tmp"))
    done = call(*words)
    assert done.code == 0, done.err
    assert f"{len(kept)} resumed" in done.out
    assert len(api.messages) - WHOLE <= 1


def test_a_clock_that_jumps_changes_nothing(
    serve: Serve, repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A day forth and back with every look; caps and waits go by the clock that never jumps."""
    days = iter(n % 2 * 2 + 1 for n in range(10_000))
    monkeypatch.setattr(
        "skill_evals.edges.clock.SystemClock.now", lambda _: f"2026-01-0{next(days)}T00:00:00Z", raising=True
    )
    serve(by_words(count="sheep"))
    done = call(*RUN, "--root", small(repo).root, "--max-minutes", 5, "--format", "json")
    assert done.code == 0, done.err
    assert done.json["run"]["partial"] is None
    assert 0 <= done.json["run"]["seconds"] < 300


def test_nothing_that_waits_asks_for_the_time_of_day() -> None:
    """Only the stamp of results does, in one place."""
    import skill_evals

    root = Path(skill_evals.__file__).parent
    asking = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if any(word in path.read_text(encoding="utf-8") for word in ("time.time()", "datetime.now(", "utcnow("))
    }
    assert asking == {"edges/clock.py"}


def test_a_credential_that_is_missing_is_told_beside_all_that_is_known_without_it(repo: Repo, tmp_path: Path) -> None:
    small(repo)
    repo.git("checkout", "-q", "-b", "change")
    suite = json.dumps({"skill_name": "sheep", "queries": [{"query": "Count sheep", "should_trigger": "yes"}]})
    repo.commit({"skills/sheep/evals/triggers.json": suite, "skills/sheep/SKILL.md": "---\nname: sheep\n---\n"})
    words = ("pr", "--base", "main", "--backend", "messages", "--root", repo.root, "--out", tmp_path / "out")
    done = process(*words, cwd=tmp_path, environment={"ANTHROPIC_API_KEY": "", "ANTHROPIC_AUTH_TOKEN": ""})
    assert done.returncode == 2
    comment = (tmp_path / "out" / "comment.md").read_text()
    assert "**Not measured, because** the messages backend needs a credential" in comment
    assert "**Lint**" in comment
    assert "not-boolean" in comment
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert (report["run"], report["exit"]) == (None, 2)
    assert report["plan"]["jobs"]
    assert "needs a credential" in report["unmeasured"]
