"""A pull request of which the workflow's author has fewer cases measured than the change affects."""

import json
from pathlib import Path

import pytest

from action.test_the_step import FAULTY
from action.workflow import Done, Job, opened
from servers.github.world import World

WORDS = "leaves 25 of 28 unmeasured; a higher `max-cases` measures them"


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    return opened(tmp_path, world, without=FAULTY)


def cases_of(job: Job, done: Done) -> int:
    """How many cases the plan of a step has run."""
    report = json.loads((job.workspace / done.outputs["results-file"]).read_text(encoding="utf-8"))
    return sum(len(one["cases"]) for one in report["plan"]["jobs"])


def test_what_is_left_out_is_told_and_neither_committed_nor_called_unchanged(job: Job, world: World) -> None:
    done = job.step(job.pull(), backend="lexical", commit="pr", **{"max-cases": "3"})
    assert (done.code, done.outputs["conclusion"], done.outputs["calls"]) == (0, "incomplete", "3"), done.log
    assert done.outputs["committed"] == "false"
    assert f"the results are not committed: not everything was measured: the cap of 3 cases {WORDS}" in done.log
    (comment,) = world.comments.values()
    assert f"**Measured in part:** the cap of 3 cases {WORDS}. What was not run counts neither way." in comment["body"]
    assert "unchanged" not in comment["body"].splitlines()[1]


def test_whoever_wants_it_red_has_it_red(job: Job) -> None:
    done = job.step(job.pull(), backend="lexical", **{"max-cases": "3", "on-incomplete": "fail"})
    assert (done.code, done.outputs["exit-code"]) == (3, "3"), done.log


def test_an_input_decides_over_the_configuration(job: Job) -> None:
    job.origin.git("checkout", "--quiet", "main")
    job.origin.commit({".skill-evals.yml": "max-cases: 2\n"})
    job.origin.git("checkout", "--quiet", "sharper-stones")
    job.origin.git("merge", "--quiet", "--no-ff", "-m", "main", "main")
    job.check_out()
    of_base = job.step(job.pull(), backend="lexical", out="first")
    of_input = job.step(job.pull(), backend="lexical", **{"max-cases": "5"})
    assert (cases_of(job, of_base), cases_of(job, of_input)) == (2, 5)
