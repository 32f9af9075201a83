"""A job of a workflow: a repository at a distance, the depth-1 checkout of a pull request's test merge, and the step."""

import json
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from action import payloads
from action.test_files import as_the_runner_reads
from git_repo import Repo
from servers.github.world import REPOSITORY, World

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PASSED_ON = ("PATH", "LANG", "PYTHONPATH", "PYTHONDEVMODE")


@dataclass
class Done:
    code: int
    log: str
    outputs: dict[str, str]
    summary: str


@dataclass
class Job:
    """``origin`` holds the example on main and its change on a branch; ``workspace`` is what checkout left."""

    folder: Path
    world: World
    origin: Repo
    runs: int = 0
    environment: dict[str, str] = field(default_factory=dict)

    @property
    def workspace(self) -> Path:
        return self.folder / "workspace"

    def push(self, message: str = "change", *, without: str | None = None) -> None:
        """The example's change, committed to the pull request's branch."""
        shutil.copytree(EXAMPLES / "change", self.origin.root, dirs_exist_ok=True)
        if without is not None:
            self.origin.git("checkout", "main", "--", without)
        self.origin.commit(message=message)

    def check_out(self) -> None:
        """As actions/checkout does it: the test merge alone, at depth 1, with no history and no credential."""
        head = self.origin.git("rev-parse", "sharper-stones").strip()
        self.origin.git("checkout", "--quiet", "--detach", "main")
        self.origin.git("merge", "--quiet", "--no-ff", "-m", "test merge", head)
        merge = self.origin.git("rev-parse", "HEAD").strip()
        self.origin.git("update-ref", "refs/pull/12/merge", merge)
        self.origin.git("checkout", "--quiet", "sharper-stones")
        shutil.rmtree(self.workspace, ignore_errors=True)
        here = Repo(self.workspace)
        here.git("remote", "add", "origin", self.origin.root.as_uri())
        here.git(
            "fetch", "--quiet", "--depth=1", "--no-tags", "origin", "+refs/pull/12/merge:refs/remotes/pull/12/merge"
        )
        here.git("checkout", "--quiet", "refs/remotes/pull/12/merge")

    def pull(self, **more: Any) -> dict[str, Any]:
        """The payload of the pull request as it stands."""
        found = payloads.pull(**more)
        request = found["pull_request"]
        request["head"]["sha"] = self.origin.git("rev-parse", "sharper-stones").strip()
        request["base"]["sha"] = self.origin.git("rev-parse", "main").strip()
        return found

    def step(self, payload: dict[str, Any], *, name: str = "pull_request", sha: str = "", **inputs: str) -> Done:
        """Run the step as the runner does: inputs and payload by the environment, answers by files."""
        place, environment = self.handed(payload, name=name, sha=sha, **inputs)
        environment |= {name: os.environ[name] for name in PASSED_ON if name in os.environ}
        done = subprocess.run(
            [sys.executable, "-m", "skill_evals", "action"],
            cwd=self.workspace,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        return answered(place, done.returncode, done.stdout + done.stderr)

    def handed(
        self, payload: dict[str, Any], *, name: str = "pull_request", sha: str = "", **inputs: str
    ) -> tuple[Path, dict[str, str]]:
        """A folder for the step's answers, and the variables that the runner gives it."""
        self.runs += 1
        place = self.folder / f"run-{self.runs}"
        place.mkdir()
        (place / "event.json").write_text(json.dumps(payload), encoding="utf-8")
        for file in ("output", "summary"):
            (place / file).touch()
        environment = payloads.ENVIRONMENT | {
            "GITHUB_ACTIONS": "true",
            "CI": "true",
            "HOME": str(place),
            "GITHUB_EVENT_NAME": name,
            "GITHUB_EVENT_PATH": str(place / "event.json"),
            "GITHUB_OUTPUT": str(place / "output"),
            "GITHUB_STEP_SUMMARY": str(place / "summary"),
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_REPOSITORY": REPOSITORY,
            "GITHUB_API_URL": self.world.url,
            "GITHUB_SHA": sha or Repo(self.workspace, start=False).git("rev-parse", "HEAD").strip(),
            "GITHUB_RUN_NUMBER": str(30 + self.runs),
        }
        given = {"github-token": "token-marker", **inputs}
        return place, environment | {f"INPUT_{key.upper()}": value for key, value in given.items()} | self.environment


def answered(place: Path, code: int, log: str) -> Done:
    """How the step ended, and what it left in its files."""
    return Done(
        code=code,
        log=log,
        outputs=as_the_runner_reads((place / "output").read_text(encoding="utf-8")),
        summary=(place / "summary").read_text(encoding="utf-8"),
    )


def opened(folder: Path, world: World, *, without: str | None = None) -> Job:
    """The example's pull request, pushed and checked out."""
    origin = Repo(folder / "origin")
    shutil.copytree(EXAMPLES / "marketplace", origin.root, dirs_exist_ok=True)
    origin.commit(message="example")
    origin.git("checkout", "--quiet", "-b", "sharper-stones")
    found = Job(folder=folder, world=world, origin=origin)
    found.push(without=without)
    found.check_out()
    return found
