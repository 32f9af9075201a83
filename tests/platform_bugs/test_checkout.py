"""The workspace as the runner hands it over: in a sub-folder, without credentials, full of links, somebody else's."""

import os
import shutil
from pathlib import Path

import pytest

from action import payloads
from action.test_the_step import FAULTY
from action.workflow import Job
from git_repo import Link, Repo
from servers.github.world import World


@pytest.mark.bug(33)
def test_bug_33_a_checkout_in_a_folder_of_the_workspace_is_annotated_from_its_own_top(job: Job) -> None:
    """With ``path: here`` of actions/checkout the workspace itself is no repository."""
    there = job.folder / "moved"
    job.workspace.rename(there)
    job.workspace.mkdir()
    there.rename(job.workspace / "here")
    sha = Repo(job.workspace / "here", start=False).head()
    done = job.step(job.pull(), sha=sha, backend="lexical", **{"working-directory": "here"})
    assert done.log.count(f"::error file={FAULTY},line=") == 3, done.log
    assert (job.workspace / done.outputs["report-path"]).is_file()
    assert not (job.workspace / ".skill-evals").exists()


@pytest.mark.bug(45)
@pytest.mark.parametrize(
    "place", [".skill-evals", ".skill-evals/comment.md", ".skill-evals/results", ".skill-evals/artefact"]
)
def test_bug_45_no_link_of_the_pull_request_leads_what_is_written_elsewhere(
    job: Job, tmp_path: Path, place: str
) -> None:
    """A change may commit a link where reports are written; what it points at stays as it is."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "comment.md").write_text("mine", encoding="utf-8")
    target = outside / "comment.md" if place.endswith("comment.md") else outside
    job.origin.write({place: Link(str(target))})
    job.origin.git("add", "--force", place)
    job.origin.git("commit", "--quiet", "-m", "a link")
    job.check_out()
    done = job.step(job.pull(), backend="lexical")
    assert done.code == 2
    assert f"{place} is a link" in done.log
    assert [path.name for path in outside.rglob("*")] == ["comment.md"]
    assert (outside / "comment.md").read_text(encoding="utf-8") == "mine"


@pytest.mark.bug(45)
def test_bug_45_a_linked_skill_or_suite_is_not_read(job: Job, tmp_path: Path) -> None:
    """What a link points at could be a secret of the runner, and what is read may end up in a comment."""
    secret = tmp_path / "secret"
    secret.write_text("---\nname: secret-marker\ndescription: secret-marker\n---\n", encoding="utf-8")
    job.origin.write({"plugins/shipping/skills/spy/SKILL.md": Link(str(secret))})
    job.origin.write({"plugins/shipping/skills/spy/evals/triggers.json": Link(str(secret))})
    job.origin.commit()
    job.check_out()
    done = job.step(job.pull(), backend="lexical")
    written = [path for path in (job.workspace / ".skill-evals").rglob("*") if path.is_file()]
    assert "secret-marker" not in done.log + done.summary
    assert not [path for path in written if b"secret-marker" in path.read_bytes()]


@pytest.mark.bug(56)
def test_bug_56_the_job_that_measures_must_have_the_authorised_commit(job: Job, world: World) -> None:
    """A comment's job checks the default branch out where nobody says otherwise; that is not what was looked at."""
    main = job.origin.git("rev-parse", "main")
    world.pulls[12] = job.pull()["pull_request"]
    here = Repo(job.workspace, start=False)
    here.git("fetch", "--quiet", "origin", main)
    here.git("checkout", "--quiet", main)
    sha = world.pulls[12]["head"]["sha"]
    done = job.step(
        payloads.comment("/evaluate"),
        name="issue_comment",
        mode="eval",
        backend="lexical",
        **{"expected-head-sha": sha},
    )
    assert done.code == 2, done.log
    assert f"the commit {main[:12]} is checked out, and {sha[:12]} is to be measured" in done.log


@pytest.mark.bug(46)
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to somebody else")
def test_bug_46_nothing_is_left_that_the_runners_user_cannot_delete(job: Job) -> None:
    """The container is root's and the workspace is not; the next job starts by emptying it."""
    sha = Repo(job.workspace, start=False).head()
    for path in (job.workspace, *job.workspace.rglob("*")):
        os.chown(path, 1001, 1001, follow_symlinks=False)
    job.step(job.pull(), sha=sha, backend="lexical", **{"journal-path": "journal.jsonl"})
    assert (job.workspace / ".skill-evals" / "comment.md").is_file()
    assert {path.lstat().st_uid for path in job.workspace.rglob("*")} == {1001}


@pytest.mark.bug(64)
def test_bug_64_what_lies_in_the_workspace_stays_as_it_is(job: Job) -> None:
    """An earlier step's files, tracked or not, are somebody's work."""
    here = Repo(job.workspace, start=False)
    here.write({"build/out.txt": "built", "plugins/shipping/NOTES.md": "new", "plugins/paperwork/NOTES.md": "new too"})
    here.git("add", "plugins/paperwork/NOTES.md")
    before, head = here.git("status", "--porcelain", "--untracked-files=all"), here.head()
    done = job.step(job.pull(), backend="lexical", commit="pr")
    assert done.code == 1, done.log
    shutil.rmtree(job.workspace / ".skill-evals")
    assert (here.git("status", "--porcelain", "--untracked-files=all"), here.head()) == (before, head)
    assert (job.workspace / "build/out.txt").read_text(encoding="utf-8") == "built"
