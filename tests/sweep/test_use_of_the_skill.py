"""Tier 2: how often the skill was used at all is counted in each arm, and changes no verdict."""

from dataclasses import replace

from skill_evals.model.comparison import ComparisonOutcome, Use
from skill_evals.model.evidence import Arm, Evidence, ToolCall
from skill_evals.report import family_words
from skill_evals.run.ports.request import RunRequest

from .worlds import Backend, by_first_word, queries, side, swept, tasks

BOTH = side({}, {"brew-tea": tasks(one="brew", two="pour")})
CALL = ToolCall(name="Skill", arguments="{}", ordinal=0)


class Agent(Backend):
    """Uses the skill in the base arm for every task, in the head arm for the first alone; says so, if it does."""

    def __init__(self, *, tells: bool = True) -> None:
        super().__init__(lambda _: "done")
        self._tells = tells

    async def run(self, request: RunRequest) -> Evidence:
        found = await super().run(request)
        if not self._tells:
            return found
        used = request.key.arm is Arm.BASE or request.key.case == "one"
        return replace(found, activations=(request.target,) if used else (), tool_calls=(CALL,) if used else ())


def test_both_arms_are_counted_and_the_verdicts_stand() -> None:
    result = swept(Agent(), BOTH, BOTH)
    (family,) = result.comparison.families
    assert (family.base_use, family.head_use) == (Use(used=2, runs=2), Use(used=1, runs=2))
    assert (family.outcome, family.head.passed) == (ComparisonOutcome.UNCHANGED, 2)
    assert family_words.use_line(family) == (
        "Use of `brew-tea` in its tasks (some/model): 2 of 2 runs in the base arm, 1 of 2 runs in the head arm; "
        "a run that never used it says nothing about the skill, and counts by its checks"
    )


def test_a_harness_that_reports_no_calls_shows_no_silence() -> None:
    (family,) = swept(Agent(tells=False), BOTH, BOTH).comparison.families
    assert (family.base_use, family.head_use, family_words.use_line(family)) == (None, None, None)


def test_where_the_skill_must_not_be_used_its_silence_is_not_counted() -> None:
    unused = tuple(replace(case, should_trigger=case.key == "one") for case in tasks(one="brew", two="pour"))
    tree = side({}, {"brew-tea": unused})
    (family,) = swept(Agent(), tree, tree).comparison.families
    assert family.head_use == Use(used=1, runs=1)


def test_triggers_have_no_such_count() -> None:
    tree = side({"brew-tea": queries(tea_1=True)})
    (family,) = swept(Backend(by_first_word), tree, tree).comparison.families
    assert (family.base_use, family.head_use) == (None, None)
