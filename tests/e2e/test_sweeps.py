"""Whole sweeps of the shipped example, both tiers, through both backends that ask a model: results and comment.

`goldens/<backend>` holds what they wrote; `pytest -m e2e tests/e2e/test_sweeps.py --update-goldens` writes it anew.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from e2e.example import model, repository
from servers.messages_api import MessagesApi
from skill_evals.edges.backends.claude_code.installed import Cli

GOLDENS = Path(__file__).parent / "goldens"
BACKENDS = ("messages", "claude-code")
_VARYING = re.compile(
    r"(seconds|usd|tokens?|_at|tool_version|product_version|harness_profile|cli_version|pricing|cost)$"
)
"""Members whose value is another one with each run, release or price list."""
_MONEY = re.compile(r"\$[\d,.]+")
_DURATION = re.compile(r"\bin \d+\.\d+ ?s\b")
"""As test runners tell it, whose output is the reason of a check."""
_RUN_LINES = ("- Run:", "- Forecast and actual:", "- Spent on:", "- Model:")


@dataclass(frozen=True, kw_only=True)
class Swept:
    code: int
    said: str
    files: dict[str, str]
    """What is compared, by path."""


def sweep(folder: Path, backend: str, *words: str, branch: str) -> Swept:
    repo = repository(folder / "repository")
    repo.git("checkout", "--quiet", branch)
    out = folder / "out"
    with MessagesApi(model) as api:
        account = {"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.url}
        done = subprocess.run(
            [sys.executable, "-m", "skill_evals", *words, "--backend", backend, "--out", str(out)],
            cwd=repo.root,
            env={**os.environ, **account},
            capture_output=True,
            text=True,
            check=False,
        )
    kept = {path.relative_to(out).as_posix(): path for path in sorted(out.rglob("*")) if path.is_file()}
    files = {
        name: _settled(path).replace(str(out), "out")
        for name, path in kept.items()
        if name == "comment.md" or "results" in path.name
    }
    return Swept(code=done.returncode, said=done.stdout + done.stderr, files=files)


def _settled(path: Path) -> str:
    text = _DURATION.sub("in … s", path.read_text(encoding="utf-8"))
    if path.suffix == ".json":
        return json.dumps(_masked(json.loads(text)), indent=1, ensure_ascii=False) + "\n"
    return re.sub(r"\b[0-9a-f]{12}\b", "commit", _MONEY.sub("$…", text))


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: "…" if _VARYING.search(name) else _masked(inner) for name, inner in value.items()}
    return [_masked(inner) for inner in value] if isinstance(value, list) else value


def check(folder: Path, found: Swept, *, update: bool) -> None:
    if update:
        shutil.rmtree(folder, ignore_errors=True)
        for name, text in found.files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    golden = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    assert sorted(golden) == sorted(found.files), found.said
    for name, path in golden.items():
        assert found.files[name] == path.read_text(encoding="utf-8"), name


@pytest.fixture
def update(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption("--update-goldens"))


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_pull_request_that_steals_prompts(claude: Cli, tmp_path: Path, backend: str, update: bool) -> None:
    found = sweep(tmp_path, backend, "pr", "--base", "main", branch="change")
    assert found.code == 1, found.said
    check(GOLDENS / backend / "pull-request", found, update=update)


@pytest.mark.parametrize("backend", BACKENDS)
def test_every_query_and_every_task_of_the_example(claude: Cli, tmp_path: Path, backend: str, update: bool) -> None:
    found = sweep(tmp_path, backend, "pr", "--base", "main", "--all", branch="main")
    assert found.code == 0, found.said
    check(GOLDENS / backend / "everything", found, update=update)


@pytest.mark.parametrize("folder", ["pull-request", "everything"])
def test_both_backends_come_to_the_same_verdicts(folder: str) -> None:
    """With one and the same model, since what it is shown differs in its wording only."""
    ours, real = (_verdicts(GOLDENS / backend / folder) for backend in BACKENDS)
    assert ours == real


def _verdicts(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        if path.name == "comment.md":
            text = path.read_text(encoding="utf-8")
            found[path.name] = [line for line in text.splitlines() if not line.startswith(_RUN_LINES)]
        elif path.name == "results.json":
            entry = json.loads(path.read_text(encoding="utf-8"))["models"]["anthropic/claude-sonnet-5-5"]
            cases = [case for tier in entry.values() for case in tier["results"]]
            found[path.relative_to(folder).as_posix()] = [
                (case.get("query") or case.get("id"), case.get("passed"), case.get("hits")) for case in cases
            ]
    return found
