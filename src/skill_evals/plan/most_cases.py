"""The cap on cases: which are measured where there are more than may be, decided before anything is spent.

What is nearest to the change comes first (``Rank``); what is equally near, in the order of the plan and of the suite. A
case counts once, in however many arms, on however many models and however often it is run.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import TypeAlias

from skill_evals.model.plan import Cut, Forecast, Job, Skip

Key: TypeAlias = tuple[str, str, str]
"""Suite, skill folder, case."""


class Rank(IntEnum):
    """How near a change is to a case, the nearest first."""

    CASE = 0
    """It touches the case itself: new, edited, removed, or begun from a fixture that changed."""
    SKILL = 1
    """It touches the case's skill."""
    NEIGHBOUR = 2
    """It touches a skill that may take the case's prompt away."""
    REST = 3
    """It touches neither: the result is stale or missing, is audited, or everything was asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A job with all of its cases, how near the change is to each, and what some of them will take."""

    job: Job
    ranks: Mapping[str, Rank]
    forecast: Callable[[Job], Forecast]


@dataclass(frozen=True, slots=True, kw_only=True)
class Capped:
    """``skips`` are the jobs that lost all of their cases; ``cut`` is None where none lost any."""

    jobs: tuple[Job, ...]
    skips: tuple[Skip, ...] = ()
    cut: Cut | None = None


def capped(wanted: Sequence[Draft], most: int | None) -> Capped:
    """The jobs, with their forecasts. ``wanted`` in the order of the plan; ``most`` None: no cap."""
    nearest: dict[Key, Rank] = {}
    for one in wanted:
        for case in one.job.cases:
            key = _key(one.job, case)
            nearest[key] = min(one.ranks.get(case, Rank.REST), nearest.get(key, Rank.REST))
    if most is None or len(nearest) <= most:
        return Capped(jobs=tuple(replace(one.job, forecast=one.forecast(one.job)) for one in wanted))
    # The sort is stable, so that what is equally near stays in the order of the plan.
    kept = frozenset(sorted(nearest, key=nearest.__getitem__)[:most])
    parts = [(one, _only(one.job, kept)) for one in wanted]
    return Capped(
        jobs=tuple(replace(job, forecast=one.forecast(job)) for one, job in parts if job.cases),
        skips=tuple(_skip(job) for _, job in parts if not job.cases),
        cut=Cut(most=most, wanted=len(nearest)),
    )


def _skip(job: Job) -> Skip:
    number = len(job.left_out)
    what = "its only case" if number == 1 else f"all of its {number} cases"
    return Skip(skill=job.skill, tier=job.tier, model=job.model, reason=f"not measured: `max-cases` leaves out {what}")


def _key(job: Job, case: str) -> Key:
    return (job.suite, job.skill_dir, case)


def _only(job: Job, kept: frozenset[Key]) -> Job:
    return replace(
        job,
        cases=tuple(case for case in job.cases if _key(job, case) in kept),
        left_out=tuple(case for case in job.cases if _key(job, case) not in kept),
    )
