"""docs/recipes/nightly.yml over several nights: both sweeps as its steps take them, then the script of its last job."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from action.test_the_step_by_night import job, night
from action.workflow import Job
from git_repo import Repo, clean_environment
from servers.github.judge import judged_world
from servers.github.world import World
from workflows.written import ROOT, jobs

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="there is no bash here")
SCRIPT = next(
    step["run"] for step in jobs(ROOT / "docs" / "recipes" / "nightly.yml")["nights"]["steps"] if "run" in step
)

DOCKER = f"""#!/usr/bin/env bash
# Stands for docker: runs what the image would, here, with those variables alone that are handed over.
passed=("PATH=$PATH")
while [[ "$1" != "$IMAGE" ]]; do
  if [[ "$1" == --env ]]; then passed+=("$2=${{!2}}"); shift; fi
  shift
done
shift
exec env -i "${{passed[@]}}" "{sys.executable}" -I -m skill_evals "$@"
"""

__all__ = ["job"]


@pytest.fixture
def world() -> Iterator[World]:
    with judged_world() as found:
        yield found


@dataclass
class Recipe:
    """What lasts from night to night: ``kept`` is the newest cache."""

    job: Job
    folder: Path
    kept: Path = field(init=False)

    def __post_init__(self) -> None:
        self.kept = self.folder / "cache"
        self.kept.mkdir(parents=True)
        (self.folder / "docker").write_text(DOCKER, encoding="utf-8")
        (self.folder / "docker").chmod(0o755)

    def sweep(self, run: int, ref: str) -> None:
        """A sweep, and its artefact."""
        done, _ = night(self.job, ref)
        name = f"skill-evals-nightly-{'head' if ref == 'night' else 'anchor'}"
        shutil.copytree(self.job.workspace / done.outputs["artefact-path"], self.folder / str(run) / "reports" / name)

    def sum_up(self, run: int) -> str:
        """The last job, on a runner of its own; what it says."""
        here = self.folder / str(run)
        here.mkdir(exist_ok=True)
        shutil.copytree(self.kept, here / "nights", dirs_exist_ok=True)
        summary = self.folder / "summary.md"
        summary.unlink(missing_ok=True)
        done = subprocess.run(
            [BASH or "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", SCRIPT],
            cwd=here,
            env=clean_environment()
            | {
                "PATH": f"{self.folder}{os.pathsep}{os.environ['PATH']}",
                "IMAGE": "ghcr.io/org/skill-evals-action@sha256:0",
                "GITHUB_RUN_ID": str(run),
                "GITHUB_STEP_SUMMARY": str(summary),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        shutil.copytree(here / "nights", self.kept, dirs_exist_ok=True)
        return summary.read_text(encoding="utf-8")

    @property
    def lines(self) -> list[tuple[str, str, str]]:
        text = (self.kept / "nights.jsonl").read_text(encoding="utf-8")
        return [(line["run"], line["kind"], line["outcome"]) for line in map(json.loads, text.splitlines())]


@pytest.fixture
def recipe(job: Job, tmp_path: Path) -> Recipe:
    return Recipe(job=job, folder=tmp_path / "recipe")


def test_three_nights_are_one_file(recipe: Recipe) -> None:
    for run in (1, 2):
        recipe.sweep(run, "v1")
        recipe.sweep(run, "night")
        said = recipe.sum_up(run)
    assert "2 nights of one commit against itself: 0 false alarms, a rate of 0.0 %" in said
    assert "2 nights of the head against its anchor: 2 regressed, 0 improved" in said
    recipe.sweep(3, "night")  # the runner of the other sweep was lost
    said = recipe.sum_up(3)
    assert "2 nights of one commit against itself" in said
    assert recipe.lines == [
        ("1", "same", "unchanged"),
        ("1", "anchor", "regressed"),
        ("2", "same", "unchanged"),
        ("2", "anchor", "regressed"),
        ("3", "anchor", "regressed"),
    ]


def test_a_job_that_is_run_again_adds_what_was_missing_and_nothing_else(recipe: Recipe) -> None:
    recipe.sweep(1, "night")
    recipe.sum_up(1)
    recipe.sweep(1, "v1")
    recipe.sum_up(1)
    recipe.sum_up(1)
    assert recipe.lines == [("1", "anchor", "regressed"), ("1", "same", "unchanged")]


def test_a_night_of_which_nothing_is_left_is_green_and_says_so(recipe: Recipe) -> None:
    assert "has been measured yet" in recipe.sum_up(1)
    assert not list(recipe.kept.iterdir())


def test_four_nights_of_the_same_content_are_put_to_the_test(recipe: Recipe) -> None:
    """Also where the anchor is another commit each night, as where it is the one of a month ago."""
    for run in range(1, 5):
        recipe.sweep(run, "v1")
        said = recipe.sum_up(run)
        recipe.job.origin.git("checkout", "--quiet", "--detach", "v1")
        recipe.job.origin.commit({"NOTES.txt": f"day {run}, and no skill is touched"})
        recipe.job.origin.git("tag", "--force", "v1")
        Repo(recipe.job.workspace, start=False).git("tag", "--delete", "v1")
        recipe.job.origin.git("branch", "--force", "night", "v1")
    assert "Nothing says that the model moved: 1 suite measured on four nights or more" in said.replace("\\", "")
    bases = {json.loads(line)["base"] for line in (recipe.kept / "nights.jsonl").read_text().splitlines()}
    assert len(bases) == 4
