"""What is open in a comment comes with the line that buys its answer, where such a line is heard."""

from dataclasses import replace
from typing import Any

import pytest

from action import payloads
from action.steps import step
from report.test_comment_fits import family, report
from servers.github.world import World
from skill_evals.app.action.mode import Mode, Task
from skill_evals.app.action.tell import tell
from skill_evals.edges.github.api import GitHub
from skill_evals.model.comparison import Comparison, ComparisonOutcome, FamilyComparison, SetResult
from skill_evals.report import comment
from skill_evals.report.evaluate_command import EvaluateCommand, parse
from skill_evals.report.evaluate_offer import settling_line

HEAD = "c" * 40
OPEN = SetResult(kind="down", cases=("x",), p_value=0.2, rejected=False, run=True, settle_runs=24, settle_usd=0.5)


def of(*sets: SetResult, **more: Any) -> FamilyComparison:
    return replace(family(1, 2), sets=sets, outcome=ComparisonOutcome.INCONCLUSIVE, **more)


def test_the_line_asks_for_the_runs_that_settle_the_family() -> None:
    line = settling_line(of(OPEN, replace(OPEN, kind="spread", settle_runs=30)), HEAD)
    assert line == f"/evaluate {HEAD} --skill p/skill-1 --tier triggers --model anthropic/claude --confirm-runs 30"
    assert parse(line) == EvaluateCommand(
        sha=HEAD, skill="p/skill-1", tier="triggers", model="anthropic/claude", confirm_runs=30
    )


@pytest.mark.parametrize(
    "settled",
    [
        replace(OPEN, settle_runs=None),
        replace(OPEN, rejected=True),
        replace(OPEN, stopped_at_look=True),
        replace(OPEN, kind="up"),
        replace(OPEN, invalid="too many errors"),
        replace(OPEN, settle_runs=41),
    ],
)
def test_what_needs_no_answer_or_gets_none_is_not_offered(settled: SetResult) -> None:
    assert settling_line(of(settled), HEAD) is None


@pytest.mark.parametrize("skill", ["a\nb", "a\u202eb", "\udcff", "-all"])
def test_a_name_that_no_line_can_hold_is_not_offered(skill: str) -> None:
    assert settling_line(of(OPEN, skill=skill, plugin=""), HEAD) is None


def test_it_stands_in_the_comment_on_github_and_not_in_the_file_of_a_laptop() -> None:
    shown = replace(
        report(1, 2, 0), comparison=Comparison(outcome=ComparisonOutcome.INCONCLUSIVE, families=(of(OPEN),))
    )
    line = f"\n```text\n/evaluate {HEAD} --skill p/skill-1 "
    assert line in comment.render(shown, evaluate=HEAD)
    assert "(≈ $0.50)" in comment.render(shown, evaluate=HEAD)
    assert "/evaluate" not in comment.render(shown)


def test_the_step_offers_it_at_the_commit_that_its_comment_is_about(world: World, github: GitHub) -> None:
    """Which is our own commit of results, where there is one: a line that names another commit is refused."""
    asked = replace(step(github, "pull_request", payloads.pull()), mode=Mode(task=Task.JUDGE, because="a test"))
    opened = Comparison(outcome=ComparisonOutcome.INCONCLUSIVE, families=(of(OPEN),))
    tell(asked, replace(report(1, 2, 0), comparison=opened), "e" * 40)
    (comment,) = world.comments.values()
    assert f"/evaluate {'e' * 40} --skill p/skill-1 " in comment["body"]
