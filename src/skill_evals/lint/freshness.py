"""What committed results say about the suite and skill as they are now, as the R rules look at it."""

import posixpath
from collections.abc import Iterable

from skill_evals.lint.context import Context
from skill_evals.model.config import AcceptStale
from skill_evals.model.freshness import CommittedResults, Freshness, ModelFreshness
from skill_evals.model.light import light
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Suite, Tier


def skill_of(results: CommittedResults, context: Context) -> Skill | None:
    """The skill whose results these are."""
    return context.skill_at(results.skill_dir)


def suites_beside(results: CommittedResults, tier: Tier, context: Context) -> tuple[Suite, ...]:
    """The suites of a tier whose results these are: those in the same folder, about the same skill."""
    if results.skill_dir is None:
        return ()
    folder = posixpath.dirname(results.path)
    return tuple(
        suite
        for suite in context.suites_of(results.skill_dir)
        if suite.tier is tier and posixpath.dirname(suite.path) == folder
    )


def counted(results: CommittedResults, tier: Tier, context: Context) -> tuple[ModelFreshness, ...]:
    """The stored models of a tier whose results count; ``Context.models`` None: every one."""
    return tuple(
        f for f in results.freshness if f.tier is tier and (context.models is None or f.model in context.models)
    )


def others(results: CommittedResults, tier: Tier, context: Context) -> tuple[ModelFreshness, ...]:
    """The stored models of a tier that do not count."""
    mine = counted(results, tier, context)
    return tuple(f for f in results.freshness if f.tier is tier and f not in mine)


def having(models: Iterable[ModelFreshness], state: Freshness) -> tuple[ModelFreshness, ...]:
    """The models with at least one case in a state."""
    return tuple(model for model in models if state in model.cases.values())


def having_orphans(results: CommittedResults, tier: Tier) -> tuple[ModelFreshness, ...]:
    """The models with a result of the tier whose case is gone, whether they count or not."""
    return tuple(f for f in results.freshness if f.tier is tier and f.orphans)


@light(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """What ``accept-stale`` says of a skill's tier."""

    reason: str | None = None
    """Why the surface as it is now needs no new run; None: nothing is accepted."""
    expired: AcceptStale | None = None
    """An entry about an earlier surface, where none is about this one."""


def acceptance(skill: Skill, tier: Tier, context: Context) -> Acceptance:
    """An entry holds for the very surface that it names, and expires with the next change of it."""
    names = (skill.name, f"{skill.plugin}/{skill.name}", skill.directory)
    mine = [entry for entry in context.config.accept_stale if entry.tier is tier and entry.skill in names]
    for entry in mine:
        if entry.surface == skill.surface.digest:
            return Acceptance(reason=entry.reason)
    return Acceptance(expired=mine[-1] if mine else None)


def expiry_words(acceptance: Acceptance) -> str:
    """The end of a message: that an entry of ``accept-stale`` no longer holds, or nothing."""
    if acceptance.expired is None:
        return ""
    surface = acceptance.expired.surface[:12]
    return f" (what `accept-stale` accepts is an earlier surface, `{surface}`, and no longer holds)"


def model_names(models: Iterable[ModelFreshness]) -> str:
    """Their keys for a message, three at most."""
    names = [f"`{model.model}`" for model in models]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
