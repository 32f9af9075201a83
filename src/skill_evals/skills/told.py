"""What was seen of a candidate, as plain values that another process can be told, and back.

Of a suite only what rules on the whole project ask is told: where it is, what it is about, and its queries. Whoever
asks for more has the file read again.
"""

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

from skill_evals.model.glance import Later, Listed, TriggerGlance
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite, Tier, TriggerCase
from skill_evals.skills.discover import Search, Seen

Told: TypeAlias = tuple[Any, ...]
"""Plain values of a suite, in the order of ``tell``."""


def tell(seen: Seen) -> Told | None:
    """The plain values of a suite that is about one skill or none; None for anything else."""
    if len(seen.suites) != 1:
        return None
    (attribution,) = seen.suites
    suite, asked = attribution.suite, attribution.suite.asked
    return (
        suite.dialect,
        suite.tier.value,
        suite.cases_at,
        suite.reason,
        suite.skill_name,
        suite.skill_name_at,
        suite.models,
        suite.staging,
        (asked.queries, asked.labels, asked.names, asked.skills),
        None if attribution.skill is None else attribution.skill.directory,
        attribution.target,
        attribution.reason,
    )


def hear(told: Told, path: str, search: Search) -> Seen:
    """The same as the other process saw."""
    dialect, tier, cases_at, reason, skill_name, skill_name_at, models, staging, asked, skill_dir, target, why = told
    queries, labels, names, skills = asked
    again = _Again(lambda: search.look_at(path))
    of_triggers = tier == Tier.TRIGGERS.value
    suite = Suite(
        path=path,
        dialect=dialect,
        tier=Tier.TRIGGERS if of_triggers else Tier.EVALS,
        cases_at=cases_at,
        reason=reason,
        skill_name=skill_name,
        skill_name_at=skill_name_at,
        triggers=Listed(
            make=lambda: again.triggers,
            seen=TriggerGlance(queries=queries, labels=labels, names=names, skills=skills),
        )
        if of_triggers
        else (),
        evals=() if of_triggers else Listed(make=lambda: again.evals, seen=None),
        models=models,
        fields=Later(lambda: again.fields),
        known_staging=staging,
    )
    skill = None if skill_dir is None else search.index.by_dir[skill_dir]
    return Seen(suites=(Attribution(suite=suite, skill=skill, target=target, reason=why),), ours=True)


class _Again:
    """A suite that is read once more, when somebody asks for what was not told; empty if it has gone meanwhile."""

    def __init__(self, look: Callable[[], Seen]) -> None:
        self._look = look

    @cached_property
    def _suites(self) -> tuple[Suite, ...]:
        return tuple(attribution.suite for attribution in self._look().suites)

    @property
    def triggers(self) -> tuple[TriggerCase, ...]:
        return tuple(case for suite in self._suites for case in suite.triggers)

    @property
    def evals(self) -> tuple[EvalCase, ...]:
        return tuple(case for suite in self._suites for case in suite.evals)

    @property
    def fields(self) -> dict[str, object]:
        return {name: value for suite in self._suites for name, value in suite.fields.items()}
