"""The nightly sweep of docs/recipes/nightly.yml: the head against an anchor, and the anchor against itself, all arms live."""

import json
from pathlib import Path
from typing import Any

import pytest

from action import payloads
from action.workflow import Done, Job, opened
from command_line import skill, triggers
from git_repo import Repo
from servers.github.world import World
from skill_evals.cli.main import main

SKILL = "skills/sheep/SKILL.md"
QUERIES = 10
NIGHT = {"repository": payloads.HOME}


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    """A repository whose anchor holds fresh results, and whose head lets the skill fall."""
    found = opened(tmp_path, world)
    repo = found.origin
    repo.git("checkout", "--quiet", "--orphan", "night")
    repo.git("rm", "--quiet", "-r", "--force", ".")
    repo.commit({SKILL: skill(), "skills/sheep/evals/triggers.json": triggers()})
    words = ["--root", str(repo.root), "--all", "--backend", "lexical", "--write-results", "--quiet"]
    assert main(["run", *words]) == 0
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "measured")
    repo.git("tag", "v1")
    repo.commit({SKILL: skill(does="brew strong coffee")})
    return found


def night(job: Job, ref: str) -> tuple[Done, dict[str, Any]]:
    here = Repo(job.workspace)
    here.git("fetch", "--quiet", "--tags", job.origin.root.as_uri(), "night")
    here.git("remote", "set-url", "origin", job.origin.root.as_uri())
    here.git("checkout", "--quiet", "--force", job.origin.git("rev-parse", ref).strip())
    anchor = job.origin.git("rev-parse", "v1").strip()
    inputs = {"base": anchor, "backend": "lexical", "commit": "off", "json-file": "night.json"}
    done = job.step(NIGHT, name="schedule", full="true", **inputs)
    report: dict[str, Any] = json.loads((job.workspace / "night.json").read_text(encoding="utf-8"))
    return done, report


def test_the_head_falls_against_the_anchor_whose_results_are_not_believed(job: Job) -> None:
    done, report = night(job, "night")
    assert (done.code, done.outputs["conclusion"]) == (1, "failure"), done.log
    (suite,) = report["compare"]["suites"]
    assert suite["base"]["passed"] == QUERIES
    assert "reused" not in str(suite["base_reason"])
    assert int(done.outputs["calls"]) >= 2 * QUERIES


def test_the_anchor_against_itself_is_a_false_alarm_where_it_moves(job: Job) -> None:
    done, report = night(job, "v1")
    assert (done.code, done.outputs["regressions"]) == (0, "0"), done.log
    assert int(done.outputs["calls"]) >= 2 * QUERIES, "both arms are the same commit, and both are run"
    assert report["compare"]["outcome"] == "unchanged"


@pytest.mark.parametrize("name", ["schedule", "workflow_dispatch"])
def test_where_nobody_names_a_base_every_finding_counts(tmp_path: Path, world: World, name: str) -> None:
    """A head compared with itself has no change that its faults could belong to, and none that they lie outside of."""
    job = opened(tmp_path, world)
    done = job.step(NIGHT, name=name, sha=job.origin.git("rev-parse", "HEAD"), mode="lint")
    assert (done.code, done.outputs["errors"], done.outputs["conclusion"]) == (1, "3", "failure"), done.log
