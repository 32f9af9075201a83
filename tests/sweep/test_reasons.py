"""What a reviewer is told of a case that moved: what a run of each arm said for itself."""

from dataclasses import replace

from skill_evals.model.comparison import CaseComparison
from skill_evals.model.evidence import Arm, Evidence
from skill_evals.run.ports.request import RunRequest

from .worlds import Backend, by_first_word, queries, side, swept, tasks

SAME = side({"brew-tea": queries(tea_1=True, tea_2=True, tax_1=False)})


class Talking(Backend):
    """Says what it saw, as the lexical backend does."""

    async def run(self, request: RunRequest) -> Evidence:
        found = await super().run(request)
        seen = f"run {request.key.index} saw `{', '.join(found.activations) or 'nothing'}`"
        return replace(found, detail=found.detail or seen)


def lost(request: RunRequest) -> str:
    """In the head arm ``tea 1`` is answered in its first run only."""
    missed = request.key.arm is Arm.HEAD and request.key.case == "tea 1" and request.key.index > 0
    return "-" if missed else by_first_word(request)


def cases(result: tuple[CaseComparison, ...]) -> dict[str, tuple[str, ...]]:
    return {case.id: case.reasons for case in result}


def test_a_broken_case_tells_the_first_run_of_each_arm_that_has_its_verdict() -> None:
    found = cases(swept(Talking(lost), SAME, SAME).comparison.families[0].cases)
    assert found["tea 1"] == ("base: run 0 saw `brew-tea`", "head: run 1 saw `nothing`")
    assert (found["tea 2"], found["tax 1"]) == ((), ())


def test_a_new_case_tells_why_it_fails() -> None:
    more = side({"brew-tea": queries(tea_1=True, tea_2=True, tax_1=False, soup_1=True, tea_9=True)})
    found = cases(swept(Talking(by_first_word), SAME, more).comparison.families[0].cases)
    assert (found["soup 1"], found["tea 9"]) == (("head: run 0 saw `nothing`",), ())


def test_an_errored_case_tells_the_error_of_the_arm_that_has_it() -> None:
    def down(request: RunRequest) -> str:
        return "error" if request.key.arm is Arm.HEAD and request.key.case == "tax 1" else by_first_word(request)

    found = cases(swept(Talking(down), SAME, SAME).comparison.families[0].cases)
    assert found["tax 1"] == ("head: the service is down",)


def test_a_task_tells_what_failed_and_nothing_of_what_passed() -> None:
    both = side({}, {"brew-tea": tasks(one="brew")})
    result = swept(Backend(lambda r: "spilled it" if r.key.arm is Arm.HEAD else "done"), both, both)
    assert cases(result.comparison.families[0].cases)["one"] == ("head: spilled it",)


def test_a_long_reason_is_cut() -> None:
    both = side({}, {"brew-tea": tasks(one="brew")})
    result = swept(Backend(lambda r: "x" * 999 if r.key.arm is Arm.HEAD else "done"), both, both)
    (reason,) = cases(result.comparison.families[0].cases)["one"]
    assert (len(reason), reason[-1]) == (len("head: ") + 160, "…")
