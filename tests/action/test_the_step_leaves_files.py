"""What a step leaves for the steps after it, and what a dry run leaves alone."""

import json
from pathlib import Path

import pytest

from action.test_the_step import FAULTY
from action.workflow import Job, opened
from servers.github.world import World


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    return opened(tmp_path, world)


def test_files_that_were_asked_for_are_named_by_outputs(job: Job) -> None:
    asked = {"sarif-file": "out/lint.sarif", "json-file": "all.json", "working-directory": "plugins/shipping"}
    done = job.step(job.pull(), backend="lexical", **asked)
    assert done.outputs["sarif-file"] == "plugins/shipping/out/lint.sarif"
    assert done.outputs["json-file"] == "plugins/shipping/all.json"
    found = json.loads((job.workspace / done.outputs["sarif-file"]).read_text(encoding="utf-8"))
    places = [one["locations"][0]["physicalLocation"]["artifactLocation"] for one in found["runs"][0]["results"]]
    assert FAULTY in {place["uri"] for place in places}, "code scanning knows paths from the top only"
    assert json.loads((job.workspace / done.outputs["json-file"]).read_text(encoding="utf-8"))["exit"] == 1
    assert "3 lint errors" in (job.workspace / done.outputs["comment-file"]).read_text(encoding="utf-8")


def test_files_that_nobody_asked_for_are_none(job: Job) -> None:
    done = job.step(job.pull(), mode="lint")
    assert (done.outputs["sarif-file"], done.outputs["json-file"], done.outputs["shards"]) == ("", "", "[]")


@pytest.mark.parametrize("file", ["../lint.sarif", "/tmp/lint.sarif"])
def test_no_file_leads_out_of_the_workspace(job: Job, file: str) -> None:
    done = job.step(job.pull(), mode="lint", **{"sarif-file": file})
    assert done.code == 2
    assert "the input `sarif-file` leads out of the working directory" in done.log


def test_no_link_of_the_pull_request_is_written_through(job: Job, tmp_path: Path) -> None:
    (job.workspace / "linked").symlink_to(tmp_path)
    done = job.step(job.pull(), mode="lint", **{"sarif-file": "linked/lint.sarif"})
    assert done.code != 0
    assert not (tmp_path / "lint.sarif").exists()


LINKS = {
    ".skill-evals": {},
    ".skill-evals/artefact": {},
    ".skill-evals/report.json": {},
    ".skill-evals/results": {},
    ".skill-evals/results.patch": {},
    ".skill-evals/artefact/results/plugins": {},
    "reports": {"json-file": "reports/new/all.json"},
    "scans/lint.sarif": {"sarif-file": "scans/lint.sarif"},
    "kept": {"journal-path": "kept/runs.jsonl"},
    "keeping": {"journal-path": "keeping/new/runs.jsonl"},
    "keep/runs.jsonl": {"journal-path": "keep/runs.jsonl"},
}
"""A link in the tree of the pull request, and the inputs that have something written there."""


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("is_folder", [True, False])
def test_nothing_is_written_where_a_link_leads(job: Job, tmp_path: Path, link: str, *, is_folder: bool) -> None:
    outside = tmp_path / "outside"
    (outside / "folder").mkdir(parents=True)
    (outside / "file").write_text("kept", encoding="utf-8")
    place = job.workspace / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(outside / ("folder" if is_folder else "file"))

    job.step(job.pull(), backend="lexical", **LINKS[link])

    assert sorted(path.name for path in outside.rglob("*")) == ["file", "folder"]
    assert (outside / "file").read_text(encoding="utf-8") == "kept"


def test_a_dry_run_says_what_it_would_run_and_changes_nothing(job: Job, world: World) -> None:
    done = job.step(job.pull(), backend="messages", **{"dry-run": "true"})
    assert (done.outputs["calls"], done.outputs["comment-action"]) == ("0", "nothing"), done.log
    assert "the input `dry-run` is `true`" in done.summary
    assert not [one for one in world.requests if one.verb != "GET"]
