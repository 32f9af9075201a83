"""What a change consists of: renames, deletions, links to other repositories, thousands of files, nothing at all."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from action.test_the_step import FAULTY
from action.workflow import Done, Job
from command_line import skill, triggers
from git_repo import Repo
from servers.github.world import World


def changed(done: Done) -> list[str]:
    found: list[str] = json.loads(done.outputs["changed-files"])
    return found


def restarted(job: Job) -> None:
    """The pull request's branch as if it began at main only now."""
    job.origin.git("reset", "--quiet", "--hard", "main")


@pytest.mark.bug(8)
def test_bug_8_a_renamed_skill_is_one_row_and_keeps_its_baseline(job: Job, world: World) -> None:
    """It is not told under the old name, nor counted as one that is gone and one that is new."""
    restarted(job)
    for place in ("skills", "evals"):
        job.origin.git("mv", f"plugins/paperwork/{place}/meeting-minutes", f"plugins/paperwork/{place}/short-minutes")
    for path, old, new in (
        ("skills/short-minutes/SKILL.md", "name: meeting-minutes", "name: short-minutes"),
        ("evals/short-minutes/triggers.yaml", "meeting-minutes", "short-minutes"),
    ):
        file = job.origin.root / "plugins/paperwork" / path
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    job.origin.commit()
    job.check_out()
    done = job.step(job.pull(), backend="lexical")
    assert not [path for path in changed(done) if "meeting-minutes" in path], done.log
    report = json.loads((job.workspace / ".skill-evals" / "report.json").read_bytes())
    families = {suite["skill"]: suite for suite in report["compare"]["suites"]}
    assert "meeting-minutes" not in families
    assert families["short-minutes"]["base"] is not None
    assert {case["class"] for case in families["short-minutes"]["cases"]} <= {"still-passing", "still-failing"}


@pytest.mark.bug(9)
def test_bug_9_a_deleted_file_is_not_linted_and_told_as_removed(job: Job, world: World) -> None:
    """It is among the changed files, where a linter that is handed all of them would look for it."""
    restarted(job)
    job.origin.git("rm", "-r", "--quiet", "plugins/shipping/evals/flaky-tests", "plugins/shipping/skills/flaky-tests")
    job.origin.commit()
    job.check_out()
    done = job.step(job.pull(), backend="lexical")
    assert FAULTY in changed(done)
    assert (done.code, done.outputs["errors"]) == (0, "0"), done.log
    (comment,) = world.comments.values()
    assert "`flaky-tests` triggers: the skill was removed" in comment["body"]


@pytest.mark.bug(10)
def test_bug_10_a_submodule_is_passed_by(job: Job, tmp_path: Path) -> None:
    """Its entry is a commit of another repository, and its folder in the checkout is empty."""
    restarted(job)
    tip = Repo(tmp_path / "other").commit({"SKILL.md": skill()})
    job.origin.git("update-index", "--add", "--cacheinfo", f"160000,{tip},plugins/shipping/skills/theirs")
    job.origin.git("commit", "--quiet", "-m", "submodule")
    job.origin.git("checkout", "--quiet", "--", ".")
    job.check_out()
    done = job.step(job.pull(), backend="lexical")
    assert (done.code, done.outputs["errors"]) == (0, "0"), done.log
    assert changed(done) == ["plugins/shipping/skills/theirs"]


@pytest.mark.bug(10)
def test_bug_10_git_may_be_a_file(job: Job) -> None:
    """As in a linked work tree, or where the checkout is somebody's submodule."""
    there = job.folder / "store"
    (job.workspace / ".git").rename(there)
    (job.workspace / ".git").write_text(f"gitdir: {there}\n", encoding="utf-8")
    done = job.step(job.pull(), mode="lint")
    assert (done.code, done.outputs["errors"]) == (1, "4"), done.log


@pytest.mark.bug(14)
@pytest.mark.bug(15)
@pytest.mark.bug(16)
def test_bug_14_15_16_of_thousands_of_files_none_is_left_out(job: Job, world: World) -> None:
    """GitHub lists 3,000 files of a pull request, refuses larger diffs, and counts nothing in huge ones; git is asked."""
    restarted(job)
    job.origin.commit(
        {f"notes/{n:04}.md": "note" for n in range(3_100)}
        | {
            "plugins/zoo/.claude-plugin/plugin.json": '{"name": "zoo"}',
            "plugins/zoo/skills/sheep/SKILL.md": skill(),
            "plugins/zoo/skills/sheep/evals/triggers.json": triggers().replace("true", "1", 1),
        }
    )
    job.check_out()
    done = job.step(job.pull(changed_files=0, additions=0, deletions=0), mode="lint")
    assert len(changed(done)) == 3_103, done.log
    assert done.code == 1
    assert "::error file=plugins/zoo/skills/sheep/evals/triggers.json," in done.log
    assert not [one.path for one in world.requests if one.path.endswith("/files") or "diff" in one.headers["accept"]]


@pytest.mark.bug(59)
def test_bug_59_what_a_later_step_is_told_fits_into_its_environment(job: Job) -> None:
    """Linux starts no program that is given a longer variable; of a list that is cut the rest is still a list."""
    restarted(job)
    job.origin.commit({f"notes/{n:04}-{'é' * 100}.md": "note" for n in range(1_000)})
    job.check_out()
    done = job.step(job.pull(), mode="lint")
    found = changed(done)
    assert done.outputs["truncated"] == "true", done.log
    assert 100 < len(found) < 1_000
    assert all(name.startswith("notes/") and name.endswith(".md") for name in found)
    for value in done.outputs.values():
        subprocess.run(["true"], env={**os.environ, "GIVEN": value}, check=True)


@pytest.mark.bug(62)
def test_bug_62_no_change_is_nothing_to_do_and_never_everything(job: Job, world: World) -> None:
    """The change was taken back: what the comment told is mended, nothing is run, and nobody is blamed for the rest."""
    assert job.step(job.pull(), backend="lexical").code == 1
    job.origin.git("checkout", "main", "--", ".")
    job.origin.commit(message="take it back")
    job.check_out()
    done = job.step(job.pull(), backend="lexical")
    assert (done.code, done.outputs["calls"], changed(done)) == (0, "0", []), done.log
    assert done.outputs["comment-action"] == "update"
    (comment,) = world.comments.values()
    assert "nothing had to run" in comment["body"]
    assert "regressed" not in comment["body"]
