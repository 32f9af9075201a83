"""A check run of several requests, of which a later one fails: it stands, it says less, and the log says the rest."""

from dataclasses import replace

import pytest

from action import payloads
from action.steps import step
from action.test_api import check
from report.test_check_run import finding, report
from servers.github.exchange import Refusal
from servers.github.world import World
from skill_evals.app.action.mode import Mode, Task
from skill_evals.app.action.tell import tell
from skill_evals.app.publish import publish_check
from skill_evals.edges.github.api import GitHub

LATER = ("PATCH", "check-runs", Refusal(status=502, message="Bad Gateway"))


def test_what_is_missing_of_it_is_said_and_it_is_named(world: World, github: GitHub) -> None:
    world.refusals.append(LATER)
    found = publish_check(github, check(120))
    (number,) = world.checks
    assert found.id == number
    assert found.notice.startswith("the check run does not show every finding: GitHub refused PATCH")
    assert len(world.checks[number]["annotations"]) == 50


@pytest.mark.parametrize("refused", [[], [LATER]])
def test_findings_that_it_lacks_are_in_the_log(world: World, github: GitHub, refused: list[object]) -> None:
    world.refusals += refused  # type: ignore[arg-type]  # a list of nothing has no better type
    many = report(*(finding(n) for n in range(1, 61)))
    asked = replace(step(github, "pull_request", payloads.pull()), mode=Mode(task=Task.JUDGE, because="a test"))
    told = tell(asked, many, payloads.HEAD_SHA)
    assert told.check.id is not None
    assert told.commands.count("::error ") == (10 if refused else 0)
