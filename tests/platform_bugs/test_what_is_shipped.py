"""The action's own files: images, entry points, and the workflows that users copy."""

import json
import tarfile
from io import BytesIO
from pathlib import Path

import pytest

from skill_evals.edges.git import Git
from workflows.written import RECIPES, ROOT, jobs, named, read

RELEASE = ROOT / ".github" / "workflows" / "release.yml"


@pytest.mark.bug(49)
def test_bug_49_every_image_is_built_and_tried_on_both_architectures() -> None:
    """An image of one architecture does not start on runners of the other."""
    build = [step["with"] for step in jobs(RELEASE)["build"]["steps"] if "build-push" in step.get("uses", "")]
    assert {one["target"]: one["platforms"] for one in build} == {
        "slim": "linux/amd64,linux/arm64",
        "claude-code": "linux/amd64,linux/arm64",
    }
    assert jobs(RELEASE)["try"]["strategy"]["matrix"]["runner"] == ["ubuntu-24.04", "ubuntu-24.04-arm"]


@pytest.mark.bug(51)
def test_bug_51_no_shell_stands_between_the_runner_and_the_program() -> None:
    """Some shells drop variables whose names have a dash, as those of our inputs do."""
    said = [line for line in (ROOT / "Dockerfile").read_text(encoding="utf-8").splitlines() if "ENTRYPOINT" in line]
    (entry,) = [json.loads(line.partition(" ")[2]) for line in said if line.startswith("ENTRYPOINT")]
    assert entry[0].endswith("/python")
    for folder in ("", "claude-code"):
        runs = read(ROOT / folder / "action.yml")["runs"]
        assert not {"entrypoint", "pre-entrypoint", "post-entrypoint"} & set(runs)


@pytest.mark.bug(58)
def test_bug_58_what_runners_unpack_holds_no_link() -> None:
    """GitHub packs a repository as ``git archive`` does, and a runner stops at a link that leads nowhere."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    packed = Git(ROOT).run("archive", "--format=tar", "--worktree-attributes", "HEAD")[1]
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        entries = archive.getmembers()
    assert {"action.yml", "src/skill_evals/__init__.py"} <= {one.name for one in entries}
    assert not [one.name for one in entries if one.issym() or one.islnk()]


@pytest.mark.bug(61)
@pytest.mark.parametrize("path", [one for one in RECIPES if "pull_request" in read(one)["on"]], ids=named)
def test_bug_61_a_draft_that_becomes_ready_is_measured(path: Path) -> None:
    """A draft is not paid for, so there must be a run when it is none any more."""
    assert "ready_for_review" in read(path)["on"]["pull_request"]["types"]
