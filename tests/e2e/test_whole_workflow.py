"""docs/recipes/start.yml as it stands, run by act: checkout, the action in its container, comment and outputs.

What runs differs from what is shipped in one line, which is printed: the image is the one that was built here.
"""

import difflib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from action.workflow import EXAMPLES, Job
from git_repo import Repo
from servers.github.judge import judged_world
from servers.github.world import World

ROOT = Path(__file__).resolve().parents[2]
ACT = Path(sys.executable).with_name("act")
FAULTY = "plugins/shipping/evals/flaky-tests/evals.jsonc"


@pytest.fixture
def job(tmp_path: Path, quiet_git: None) -> Iterator[Job]:
    origin = Repo(tmp_path / "origin")
    shutil.copytree(EXAMPLES / "marketplace", origin.root, dirs_exist_ok=True)
    recipe = (ROOT / "docs" / "recipes" / "start.yml").read_text(encoding="utf-8")
    origin.commit({".github/workflows/skill-evals.yml": recipe, ".skill-evals.yml": "backend: lexical\n"})
    origin.git("add", "--all")
    origin.commit(message="example")
    origin.git("checkout", "--quiet", "-b", "sharper-stones")
    (tmp_path / "runner").mkdir()
    with judged_world() as world:
        yield Job(folder=tmp_path / "runner", world=world, origin=origin)


@pytest.fixture
def action(tmp_path: Path, image: str) -> Path:
    """action.yml with the image that was built here."""
    shipped = (ROOT / "action.yml").read_text(encoding="utf-8").splitlines(keepends=True)
    run = [f"  image: docker://{image}\n" if line.startswith("  image: ") else line for line in shipped]
    print("".join(difflib.unified_diff(shipped, run, "action.yml", "as it runs", n=0)))
    repo = Repo(tmp_path / "action")
    repo.commit({"action.yml": "".join(run)})
    return repo.root


def run(job: Job, action: Path, payload: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    job.check_out()
    Repo(job.workspace, start=False).git(
        "fetch", "--quiet", "--depth=1", "origin", payload["pull_request"]["base"]["sha"]
    )
    event = job.folder / "event.json"
    event.write_text(json.dumps(payload), encoding="utf-8")
    words = [str(ACT), "pull_request", "--eventpath", str(event), "--pull=false", "--container-daemon-socket", "-"]
    words += ["--secret", "GITHUB_TOKEN=token-marker", "--platform", f"ubuntu-24.04={os.environ['E2E_BASE']}"]
    words += ["--local-repository", f"org/skill-evals-action@v1={action}"]
    words += ["--env", f"GITHUB_API_URL={job.world.url}", "--workflows", ".github/workflows"]
    return subprocess.run(words, cwd=job.workspace, capture_output=True, text=True, timeout=300, check=False)


def only(world: World) -> str:
    (comment,) = world.comments.values()
    body: str = comment["body"]
    return body


def test_the_shortest_start_keeps_one_comment_over_two_pushes(job: Job, action: Path) -> None:
    job.push()
    first = run(job, action, job.pull(action="opened"))
    log = first.stdout + first.stderr
    assert first.returncode == 1, log
    assert "::set-output:: conclusion=failure" in log
    assert "::set-output:: regressions=4" in log
    assert "regressed" in only(job.world)
    before = only(job.world)
    job.push("mended", without=FAULTY)
    run(job, action, job.pull())
    assert only(job.world) != before
