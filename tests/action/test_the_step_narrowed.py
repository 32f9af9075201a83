"""What a step is told to look at: the change or all of it."""

from pathlib import Path

import pytest

from action.workflow import Job, opened
from servers.github_api import World

LAME = "plugins/shipping/skills/lame/SKILL.md"


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    """A pull request whose base has a fault of its own, which the change leaves alone."""
    found = opened(tmp_path, world)
    found.origin.git("checkout", "--quiet", "main")
    found.origin.commit({LAME: "---\nname: lame\ndescription: \n---\n"})
    found.origin.git("checkout", "--quiet", "sharper-stones")
    found.check_out()
    return found


@pytest.mark.parametrize(("written", "more"), [("", 0), ("true", 0), ("false", 1)])
def test_findings_that_were_there_count_where_not_only_the_change_does(job: Job, written: str, more: int) -> None:
    done = job.step(job.pull(), mode="lint", **{"changed-only": written})
    assert int(done.outputs["errors"]) == 4 + more, done.log
    assert (f"::error file={LAME}" in done.log) is bool(more)
