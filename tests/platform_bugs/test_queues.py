"""Merge queues that test several pull requests at once: the change is all of theirs, and of nobody else's."""

import json

import pytest

from action import payloads
from action.test_the_step import FAULTY
from action.workflow import Job
from git_repo import Repo


@pytest.mark.bug(42)
@pytest.mark.parametrize("method", ["--no-ff", "--squash"])
def test_bug_42_a_queue_of_several_pull_requests_is_one_change(job: Job, method: str) -> None:
    """The candidate lies several commits above the base that the event names, and the checkout holds it alone."""
    base = job.origin.git("rev-parse", "main")
    job.origin.git("checkout", "--quiet", "-b", "another", "main")
    job.origin.commit({"plugins/wool/README.md": "another pull request"})
    job.origin.git("checkout", "--quiet", "-b", "queue", "main")
    for branch in ("another", "sharper-stones"):
        job.origin.git("merge", "--quiet", method, branch)
        job.origin.git("commit", "--quiet", "--allow-empty", "-m", branch)
    candidate = job.origin.head()
    job.origin.git("checkout", "--quiet", "main")
    job.origin.commit({"NOTES.md": "pushed past the queue"})
    here = Repo(job.workspace, start=False)
    here.git("fetch", "--quiet", "--depth=1", "origin", candidate)
    here.git("checkout", "--quiet", candidate)
    payload = payloads.merge_group()
    payload["merge_group"] |= {"base_sha": base, "head_sha": candidate}
    done = job.step(payload, name="merge_group")
    changed = set(json.loads(done.outputs["changed-files"]))
    assert {"plugins/wool/README.md", FAULTY} <= changed, done.log
    assert "NOTES.md" not in changed
    assert done.code == 1
