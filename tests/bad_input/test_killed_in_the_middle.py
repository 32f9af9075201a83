"""A sweep that `kill -9` ends is started again: no finished run is made twice, and the results are the same."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from shutil import copyfile
from typing import Any

import pytest

from command_line import sound
from git_repo import Repo, clean_environment

FINISHED = 11
RESULTS = Path("skills/sheep/evals/results.json")
SIDECAR = RESULTS.with_name("results.provenance.json")
RAN_AT = re.compile(r'"ran_at": "[^"]*"')


class Sweep:
    """`skill-evals run --all` in a process of its own, with a backend that only this process has installed."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        folder.mkdir()
        self.site = install(folder / "site")

    def start(self, log: str, *, after: int | None = None, pipe: int | None = None) -> "subprocess.Popen[bytes]":
        environment = {
            **clean_environment(),
            "PYTHONPATH": str(self.site),
            "PAUSING_LOG": str(self.folder / log),
            **({} if after is None else {"PAUSING_AFTER": str(after), "PAUSING_PIPE": str(pipe)}),
        }
        words = ("run", "--all", "--backend", "pausing", "--jobs", "1", "--format", "json")
        return subprocess.Popen(
            [sys.executable, "-m", "skill_evals", *words, "--journal", str(self.folder / "journal")],
            cwd=self.root,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=() if pipe is None else (pipe,),
        )

    def finish(self, log: str) -> dict[str, Any]:
        process = self.start(log)
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err.decode()
        found: dict[str, Any] = json.loads(out)
        return found

    def kill_after(self, log: str, finished: int) -> None:
        """The process tells by one byte that it is inside a run; if it ends before, reading gives nothing."""
        reader, writer = os.pipe()
        process = self.start(log, after=finished, pipe=writer)
        os.close(writer)
        with os.fdopen(reader, "rb") as told:
            inside = told.read(1)
        process.send_signal(signal.SIGKILL)
        _, err = process.communicate(timeout=120)
        assert inside == b"!", err.decode()
        assert process.returncode == -signal.SIGKILL

    def calls(self, log: str) -> list[str]:
        return (self.folder / log).read_text(encoding="utf-8").splitlines()

    def results(self) -> tuple[str, str]:
        """The results and their sidecar, but for when they were measured."""
        paths = (self.root / RESULTS, self.root / SIDECAR)
        texts = [RAN_AT.sub("", path.read_text(encoding="utf-8")) for path in paths]
        return texts[0], texts[1]


def install(site: Path) -> Path:
    """A package with an entry point, as an installer leaves it behind."""
    about = site / "pausing_backend-1.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: pausing-backend\nVersion: 1\n", encoding="utf-8")
    entry = "[skill_evals.backends]\npausing = pausing_backend:create\n"
    (about / "entry_points.txt").write_text(entry, encoding="utf-8")
    copyfile(Path(__file__).with_name("pausing_backend.py"), site / "pausing_backend.py")
    return site


@pytest.fixture
def interrupted(tmp_path: Path, quiet_git: None) -> Sweep:
    repo = Repo(tmp_path / "interrupted")
    repo.commit(sound())
    return Sweep(repo.root, tmp_path / "a")


@pytest.fixture
def undisturbed(tmp_path: Path, quiet_git: None) -> Sweep:
    repo = Repo(tmp_path / "undisturbed")
    repo.commit(sound())
    return Sweep(repo.root, tmp_path / "b")


def test_a_killed_sweep_resumes(interrupted: Sweep, undisturbed: Sweep) -> None:
    expected = undisturbed.finish("calls")
    interrupted.kill_after("first", FINISHED)
    assert not (interrupted.root / RESULTS).exists(), "results of half a sweep"

    found = interrupted.finish("second")

    first, second = interrupted.calls("first"), interrupted.calls("second")
    assert len(first) == FINISHED + 1
    assert second[0] == first[-1], "the run that was killed is made anew"
    assert not set(second) & set(first[:-1]), "a finished run was made again"
    assert sorted(first[:-1] + second) == sorted(undisturbed.calls("calls"))
    assert found["run"]["resumed"] == FINISHED
    assert found["compare"] == expected["compare"]
    assert interrupted.results() == undisturbed.results()


def test_a_sweep_that_ended_is_not_made_again(interrupted: Sweep) -> None:
    interrupted.finish("first")
    whole = cases(interrupted)
    found = interrupted.finish("second")
    assert found["run"]["calls"] == 0
    assert not (interrupted.folder / "second").exists(), "the backend was called although everything is in the journal"
    assert cases(interrupted) == whole


def test_the_journal_of_another_sweep_is_kept_and_not_believed(interrupted: Sweep) -> None:
    interrupted.kill_after("first", FINISHED)
    half = (interrupted.folder / "journal").read_bytes()
    Repo(interrupted.root, start=False).write(sound(does="count fluffy sheep"))
    found = interrupted.finish("second")
    assert found["run"]["resumed"] == 0
    assert (interrupted.folder / "journal.1").read_bytes() == half


def cases(sweep: Sweep) -> Any:
    """What was measured; the file also keeps what stood in it before."""
    return json.loads((sweep.root / RESULTS).read_text(encoding="utf-8"))["models"]["test/pausing"]["triggers"][
        "results"
    ]
