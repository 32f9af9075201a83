"""Nights in a line: ``night(3, "sheep 20/20, cows 9/10")`` is the third of May, every case run in both arms."""

from dataclasses import replace

from skill_evals.model.comparison import ComparisonOutcome
from skill_evals.model.night import Night, NightFamily, NightKind, Passes
from skill_evals.model.suite import Tier

ANCHOR, HEAD = "a" * 40, "b" * 40


def night(day: int, suites: str = "sheep 20/20", outcome: str | None = "unchanged", **more: object) -> Night:
    found = Night(
        run=str(4400 + day),
        date=f"2026-{5 + day // 31:02}-{1 + day % 31:02}T03:17:00Z",
        kind=NightKind.SAME,
        base=ANCHOR,
        head=ANCHOR,
        backend="messages",
        outcome=None if outcome is None else ComparisonOutcome(outcome),
        is_live=True,
        gate_failed=outcome == "regressed",
        alpha=0.01,
        calls=120,
        setting=("CLI 2.1.0",),
        families=tuple(family(words) for words in suites.split(", ") if words),
    )
    return replace(found, **more)  # type: ignore[arg-type]  # tests name real members


def family(words: str) -> NightFamily:
    """``sheep 19/20`` are ten cases in two arms, of which the last failed in one."""
    name, _, rate = words.partition(" ")
    passed, measured = map(int, rate.split("/"))
    lost = measured - passed
    cases = {}
    for number in reversed(range(measured // 2)):
        missing = min(2, lost)
        cases[f"{number:016x}"] = Passes(passed=2 - missing, measured=2)
        lost -= missing
    return NightFamily(
        skill=name,
        suite=f"skills/{name}/evals/triggers.json",
        tier=Tier.TRIGGERS,
        model="some/model",
        outcome=ComparisonOutcome.UNCHANGED,
        subject="0123456789abcdef",
        cases=cases,
    )
