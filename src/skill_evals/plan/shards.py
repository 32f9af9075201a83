"""A plan in parts that run apart, each with its share of the caps: the same parts wherever the plan is the same.

A family, which is a job with both its arms, stays whole; so do families that share runs, such as those whose suites ask
the same query of the same listing.
"""

import heapq
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from skill_evals.errors import UsageError
from skill_evals.model.config import RunConfig
from skill_evals.model.plan import Job

MOST = 256
"""Legs that a matrix of GitHub may have."""
USUAL = 16
_ID = re.compile(r"([1-9]\d{0,2})-of-([1-9]\d{0,2})-([0-9a-f]{8})|([1-9]\d{0,2})/([1-9]\d{0,2})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    number: int
    """From 1."""
    of: int
    digest: str
    """Of the plan."""
    jobs: tuple[Job, ...]
    """In the order of the plan."""
    share: float
    """Of the caps on calls and dollars."""

    @property
    def id(self) -> str:
        """Letters, digits and dashes: safe in a name of an artefact and in a shell."""
        return f"{self.number}-of-{self.of}-{self.digest[:8]}"


def shards(
    jobs: Sequence[Job], digest: str, *, most: int, shared: Callable[[Job], Iterable[object]] = lambda _: ()
) -> tuple[Shard, ...]:
    """At most ``most`` parts, even in what they are expected to ask at most. ``shared``: what a job has in common with
    others that it is to stay with.
    """
    units = _units(jobs, shared)
    number = min(most, MOST, len(units))
    if not number:
        return ()
    heaviest = sorted(units, key=lambda unit: (-_calls(jobs, unit), unit))
    loads = [(0, 0, place) for place in range(number)]
    parts: list[list[int]] = [[] for _ in range(number)]
    for unit in heaviest:
        load, held, place = heapq.heappop(loads)
        parts[place] += unit
        heapq.heappush(loads, (load + _calls(jobs, unit), held + 1, place))
    total = max(1, _calls(jobs, range(len(jobs))))
    return tuple(
        Shard(
            number=n,
            of=number,
            digest=digest,
            jobs=tuple(jobs[place] for place in sorted(part)),
            share=_calls(jobs, part) / total,
        )
        for n, part in enumerate(parts, start=1)
    )


def number_in(text: str) -> tuple[int, int, str]:
    """Number, of how many, and how the plan's digest begins, of an id or of ``K/N``, which says nothing of the plan.

    Raises:
        UsageError: it is neither.
    """
    found = _ID.fullmatch(text)
    if found is None:
        raise UsageError(
            f"{text!r} names no shard", cure="give an id of `skill-evals plan --format matrix`, or K/N such as 1/4"
        )
    number, of = int(found[1] or found[4]), int(found[2] or found[5])
    if number > of or of > MOST:
        raise UsageError(f"{text!r} names no shard", cure=f"count from 1 to N, and N up to {MOST}")
    return number, of, found[3] or ""


def chosen(text: str, found: Sequence[Shard]) -> Shard:
    """The shard that an id or ``K/N`` names. ``found`` are those of the plan as it is here.

    Raises:
        UsageError: the id is of another plan, or the plan has no such part.
    """
    number, of, digest = number_in(text)
    plan = found[0].digest if found else ""
    if digest and not plan.startswith(digest):
        raise UsageError(
            f"the shard {text} is of another plan than the one here",
            cure="check out the same commit, with the same base, and give the options that `plan` was given",
        )
    if len(found) != of:
        raise UsageError(
            f"the plan has {len(found)} shards, and {text} is one of {of}",
            cure="ask `plan --format matrix` for the ids",
        )
    return found[number - 1]


def with_caps(run: RunConfig, shard: Shard) -> RunConfig:
    """The shard's part of what may be spent. Time is not parted, since shards run at once."""
    calls = None if run.max_calls is None else int(run.max_calls * shard.share)
    return replace(run, max_cost_usd=run.max_cost_usd * shard.share, max_calls=calls)


def _calls(jobs: Sequence[Job], places: Iterable[int]) -> int:
    forecasts = [jobs[place].forecast for place in places]
    return sum(max(one.calls_high, one.api_calls_high) for one in forecasts)


def _units(jobs: Sequence[Job], shared: Callable[[Job], Iterable[object]]) -> list[list[int]]:
    """Places of jobs that stay together; in each the first stands for all."""
    leader = list(range(len(jobs)))

    def find(place: int) -> int:
        while leader[place] != place:
            place = leader[place]
        return place

    first: dict[object, int] = {}
    for place, job in enumerate(jobs):
        for what in shared(job):
            low, high = sorted((find(first.setdefault(what, place)), find(place)))
            leader[high] = low
    units: dict[int, list[int]] = defaultdict(list)
    for place in range(len(jobs)):
        units[find(place)].append(place)
    return list(units.values())
