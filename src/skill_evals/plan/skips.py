"""The words for what is not run, and which of them are worth saying."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from skill_evals.model.plan import Skip
from skill_evals.plan.most_cases import Draft


@dataclass(frozen=True, slots=True, kw_only=True)
class Idle:
    """A skip that is not worth a word where another suite of the same tier runs."""

    skip: Skip


def settled_words(number: int) -> str:
    if number == 1:
        return "the result of 1 case is fresh and the same as the base's"
    return f"the results of {number} cases are fresh and the same as the base's"


def vouched_words(number: int, reason: str) -> str:
    if number == 1:
        return f"the result of 1 case is fresh in the head, {reason}"
    return f"the results of {number} cases are fresh in the head, {reason}"


def merged(found: Iterable[Draft | Skip]) -> Iterator[Draft | Skip]:
    """Jobs as they are; skips without their model where every model is skipped for the same reason."""
    found = tuple(found)
    skips = [one for one in found if isinstance(one, Skip)]
    everywhere = len(skips) == len(found) and len({one.reason for one in skips}) == 1
    yield from (one for one in found if isinstance(one, Draft))
    yield from (replace(one, model=None) if everywhere else one for one in skips)
