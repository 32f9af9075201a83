"""The key is a marker: after a whole sweep with Claude Code it stands in the authorised header and nowhere else."""

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from e2e.example import model, repository
from servers.messages_api import MessagesApi
from skill_evals.edges.backends.claude_code.installed import Cli

KEY = "MARKER-of-the-key-7f3a"


@pytest.fixture
def folder() -> Iterator[Path]:
    """One that a run's own uid can reach, as it can reach `/tmp`; pytest's are for their owner alone."""
    with tempfile.TemporaryDirectory() as made:
        Path(made).chmod(0o711)
        yield Path(made)


def test_the_key_is_found_nowhere(claude: Cli, folder: Path) -> None:
    repo = repository(folder / "repository")
    repo.git("checkout", "--quiet", "main")
    temporary = folder / "tmp"
    temporary.mkdir(mode=0o711)
    words = ["run", "--all", "--skill", "invoice-review", "--backend", "claude-code", "--jobs", "2"]
    kept = ["--record", "record", "--journal", "journal", "--out", "out"]
    with MessagesApi(model, key=KEY) as api:
        account = {"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": api.url, "TMPDIR": str(temporary)}
        sweep = subprocess.Popen(
            [sys.executable, "-m", "skill_evals", *words, *kept, "--root", str(repo.root)],
            cwd=folder,
            env={**os.environ, **account},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        watch = Watch(temporary, without={sweep.pid, os.getpid()})
        with watch:
            said, _ = sweep.communicate(timeout=500)
        assert sweep.returncode == 0, said.decode()
        requests = list(api.requests)
    assert len(requests) > 20
    assert all(request.authorised for request in requests)
    assert [request for request in requests if "format" in (request.body or {}).get("output_config", {})], "no judge"
    (results,) = (folder / "out").rglob("results.json")
    assert {"triggers", "evals"} <= json.loads(results.read_text())["models"]["anthropic/claude-sonnet-5-5"].keys()
    shown = [f"{request.path} {request.headers} {request.text}" for request in requests]
    assert not [text for text in shown if KEY in text]
    assert KEY.encode() not in said
    assert not [path for path in files(folder) if KEY.encode() in contents(path)]
    assert watch.seen > 10, "the processes of the sweep were not seen"
    assert watch.found == []


class Watch:
    """Reads, as long as it lasts, the environment and the arguments of every other process, and every temporary file."""

    def __init__(self, folder: Path, *, without: set[int]) -> None:
        self.found: list[str] = []
        self.seen = 0
        self._folder = folder
        self._without = without
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.02):
            own = {contents(Path(f"/proc/{process}/cmdline")) for process in self._without}
            for process in Path("/proc").glob("[0-9]*"):
                # A child is a copy of the sweep until it has started its program; nobody but root can look at it then.
                if int(process.name) not in self._without and contents(process / "cmdline") not in own:
                    self._look(process / "environ", process / "cmdline")
            self._look(*files(self._folder))

    def _look(self, *paths: Path) -> None:
        for path in paths:
            data = contents(path)
            self.seen += b"CLAUDE_CODE_MAX_RETRIES" in data
            if KEY.encode() in data:
                self.found.append(f"{path} {contents(path.parent / 'cmdline')!r}")


def files(folder: Path) -> Iterator[Path]:
    for path, _, names in os.walk(folder):
        yield from (Path(path) / name for name in names)


def contents(path: Path) -> bytes:
    try:
        return path.read_bytes() if path.is_file() or path.is_relative_to("/proc") else b""
    except OSError:
        return b""
