"""Runs that tell several suites: in screening, of identical queries against the same listing, model and index, one is
made, and it tells each of them who was activated. Confirmation is shared with nothing.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeAlias

from skill_evals.model.evidence import Arm, Evidence, Outcome, Stage, Usage
from skill_evals.run.activation import activated
from skill_evals.run.ports.request import RunRequest

_Share: TypeAlias = tuple[Arm, str, str, str, int]


class Shared:
    def __init__(self) -> None:
        self._told: dict[_Share, Evidence] = {}
        self._under_way: dict[_Share, asyncio.Future[Evidence] | None] = {}
        """None: nobody waits for it yet."""

    def keep(self, request: RunRequest, evidence: Evidence) -> None:
        """A run that was made earlier tells as well."""
        share = _share(request)
        if share is not None:
            self._told.setdefault(share, evidence)

    async def told(self, request: RunRequest) -> Evidence | None:
        """Another suite's run that tells what is asked, awaited where it is under way; None: there is none, and this is
        to be the ``first``. With outcome BUDGET it was not made.
        """
        share = _share(request)
        if share is None:
            return None
        if share in self._told or share not in self._under_way:
            return self._told.get(share)
        future = self._under_way[share]
        if future is None:
            future = self._under_way[share] = asyncio.get_running_loop().create_future()
        return await asyncio.shield(future)

    async def first(self, request: RunRequest, make: Callable[[RunRequest], Awaitable[Evidence]]) -> Evidence:
        """Makes the run, and tells whoever waits for it."""
        share = _share(request)
        if share is None:
            return await make(request)
        self._under_way[share] = None
        evidence = Evidence(key=request.key, outcome=Outcome.BUDGET, detail="the run that was to tell it was not made")
        try:
            evidence = await make(request)
        finally:
            future = self._under_way.pop(share)
            if future is not None:
                future.set_result(evidence)
        if evidence.outcome is not Outcome.BUDGET:
            self._told[share] = evidence
        return evidence


def as_seen_by(request: RunRequest, told: Evidence) -> Evidence:
    """The same run, told to another suite: its own target decides the outcome, and it cost nothing more."""
    outcome = told.outcome
    if outcome in (Outcome.ACTIVATED, Outcome.OTHER_SKILL, Outcome.NO_SKILL):
        other = Outcome.OTHER_SKILL if told.activations else Outcome.NO_SKILL
        outcome = Outcome.ACTIVATED if activated(request.target, told.activations) else other
    return replace(told, key=request.key, outcome=outcome, usage=Usage())


def _share(request: RunRequest) -> _Share | None:
    key = request.key
    if request.trigger is None or key.stage is not Stage.SCREENING:
        return None
    return (key.arm, request.catalogue.digest, key.model, request.trigger.query, key.index)
