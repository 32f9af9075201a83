"""With what a pull request is compared, by the input ``baseline``."""

import json
from pathlib import Path

import pytest

from action.test_the_step import FAULTY
from action.workflow import Job, opened
from servers.github.world import World


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    return opened(tmp_path, world, without=FAULTY)


def test_with_nothing_no_fall_is_told_and_the_comment_says_why(job: Job, world: World) -> None:
    compared = job.step(job.pull(), backend="lexical")
    assert (compared.code, compared.outputs["conclusion"]) == (1, "failure"), compared.log
    alone = job.step(job.pull(), backend="lexical", baseline="none")
    assert (alone.code, alone.outputs["conclusion"], alone.outputs["regressions"]) == (0, "success", "0"), alone.log
    (comment,) = world.comments.values()
    assert "skill-evals: compared with nothing: " in comment["body"].splitlines()[1]
    assert "Compared with nothing, as `baseline: none` asks" in comment["body"]


def test_with_the_file_what_it_holds_is_compared(job: Job) -> None:
    done = job.step(job.pull(), backend="lexical", baseline="file")
    report = json.loads((job.workspace / done.outputs["results-file"]).read_text(encoding="utf-8"))
    assert (done.code, report["compare"]["outcome"]) == (1, "regressed"), done.log
    assert {suite["base_reason"] for suite in report["compare"]["suites"]} == {
        "reused from the results committed at the merge base"
    }


def test_what_was_compared_with_nothing_can_be_published_by_another_job(job: Job) -> None:
    done = job.step(job.pull(), mode="eval", backend="lexical", baseline="none")
    told = json.loads((job.workspace / done.outputs["artefact-path"] / "report.json").read_text(encoding="utf-8"))
    assert told["plan"]["baseline"] == "none"


def test_any_other_word_is_refused(job: Job) -> None:
    done = job.step(job.pull(), baseline="head")
    assert done.code == 2
    assert "the input `baseline` is 'head', which is not one of `base`, `file`, `none`" in done.log
