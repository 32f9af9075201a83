"""Checkouts with ``filter`` or ``sparse-checkout``, as large repositories have them: a regression is found there, too."""

import json
import shutil

import pytest

from action.test_the_step import FAULTY
from action.workflow import Job
from git_repo import Repo


def check_out_in_part(job: Job, cone: str) -> None:
    """As actions/checkout does it with `filter: blob:none`, and with `sparse-checkout`, which brings that filter."""
    for name in ("allowFilter", "allowAnySHA1InWant"):
        job.origin.git("config", f"uploadpack.{name}", "true")
    shutil.rmtree(job.workspace)
    here = Repo(job.workspace)
    here.git("remote", "add", "origin", job.origin.root.as_uri())
    here.git("config", "remote.origin.promisor", "true")
    here.git("config", "remote.origin.partialclonefilter", "blob:none")
    merge = job.origin.git("rev-parse", "refs/pull/12/merge")
    here.git("fetch", "--quiet", "--depth=1", "--no-tags", "--filter=blob:none", "origin", merge)
    if cone:
        here.git("sparse-checkout", "set", cone)
    here.git("checkout", "--quiet", merge)
    assert (job.workspace / "plugins" / "shipping").exists() is not bool(cone)


@pytest.mark.parametrize("cone", ["", "plugins/paperwork"], ids=["filter", "sparse"])
def test_the_base_is_read_whole_and_a_regression_is_one(job: Job, cone: str) -> None:
    job.origin.git("checkout", "main", "--", FAULTY)
    job.origin.commit(message="mended")
    job.check_out()
    check_out_in_part(job, cone)
    done = job.step(job.pull(), backend="lexical")
    assert (done.code, done.outputs["regressions"]) == (1, "4"), done.log
    assert "removed" not in done.summary
    report = json.loads((job.workspace / done.outputs["results-file"]).read_bytes())
    skills = {suite["skill"] for suite in report["compare"]["suites"]}
    assert skills == {"invoice-review", "meeting-minutes", "travel-expenses"}
