"""Families in a line: ``case("a", "3/3", "0/3")``."""

from skill_evals.compare.screened import ArmScreen, FamilyTests, FreshCase, ScreenedCase, ScreenedFamily, TestedSet
from skill_evals.model.comparison import Count
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State


def count(text: str) -> Count:
    """``2/3`` or, with one errored run, ``2/3+1``."""
    rate, _, errored = text.partition("+")
    correct, _, valid = rate.partition("/")
    return Count(correct=int(correct), valid=int(valid), errored=int(errored or 0))


def screen(text: str | None) -> ArmScreen | None:
    """The majority is the verdict; without a valid run it is an error, without anything it was not run."""
    if text is None:
        return None
    found = count(text)
    if not found.valid:
        return ArmScreen(state=State.ERROR if found.errored else State.SKIPPED, count=found)
    return ArmScreen(state=State.PASS if 2 * found.correct > found.valid else State.FAIL, count=found)


def case(name: str, base: str | None, head: str | None, *, label: bool | None = True, **more: object) -> ScreenedCase:
    return ScreenedCase(
        id=name,
        should_trigger=label,
        expects_use=label is not False,
        base=screen(base),
        head=screen(head),
        **more,  # type: ignore[arg-type]  # tests name real members
    )


def family(*cases: ScreenedCase, skill: str = "brew-tea", tier: Tier = Tier.TRIGGERS, **more: object) -> ScreenedFamily:
    return ScreenedFamily(
        skill=skill,
        skill_dir=f"skills/{skill}",
        plugin="kitchen",
        suite=f"evals/{skill}/triggers.json",
        tier=tier,
        model="some/model",
        cases=cases,
        **more,  # type: ignore[arg-type]  # tests name real members
    )


def fresh(name: str, base: str, head: str) -> FreshCase:
    return FreshCase(id=name, base=count(base), head=count(head))


def put_to_test(kind: str, *cases: FreshCase, **more: object) -> TestedSet:
    names = tuple(one.id for one in cases)
    return TestedSet(kind=kind, cases=names, fresh=cases, **more)  # type: ignore[arg-type]  # tests name real members


def with_sets(of: ScreenedFamily, *sets: TestedSet) -> FamilyTests:
    return FamilyTests(family=of, sets=sets)
