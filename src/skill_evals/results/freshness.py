"""How stored results stand to the suite and the skill as they are now."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from skill_evals.model.freshness import Freshness, ModelFreshness, SkillHashes, TierHashes
from skill_evals.model.light import light
from skill_evals.model.results import EvalEntry, EvalResult, ModelResults, ResultsFile, TriggerEntry, TriggerResult
from skill_evals.model.suite import Suite, Tier
from skill_evals.results.stale_mark import is_mark_of

if TYPE_CHECKING:  # lint reaches this module, and most linted results have no sidecar to pay for
    from skill_evals.model.provenance import Provenance


@light(frozen=True, slots=True, kw_only=True)
class _Tier:
    """One model's stored tier, and what it is held against."""

    model: str
    tier: Tier
    stored: dict[str, TriggerResult | EvalResult]
    content_hash: str | None
    now: TierHashes | None
    surface: str
    provenance: "Provenance | None"


def judge(
    file: ResultsFile, hashes: SkillHashes, suites: Sequence[Suite], provenance: "Provenance | None"
) -> tuple[ModelFreshness, ...]:
    """For every model of the file, each tier that the suites or the file have; models in the file's order."""
    judged: list[ModelFreshness] = []
    for model, results in file.models.items():
        for tier, now in ((Tier.TRIGGERS, hashes.triggers), (Tier.EVALS, hashes.evals)):
            entry = _entry(results, tier)
            keys = _keys(suites, tier, hashes.skill)
            if entry is None and not keys:
                continue
            held = _Tier(
                model=model,
                tier=tier,
                stored=_stored(entry),
                content_hash=None if entry is None else entry.header.content_hash,
                now=now,
                surface=hashes.surface,
                provenance=provenance,
            )
            judged.append(_judged(held, keys))
    return tuple(judged)


def _judged(held: _Tier, keys: dict[str, str]) -> ModelFreshness:
    names = set(keys.values())
    measured = [name for name in keys.values() if name in held.stored]
    return ModelFreshness(
        model=held.model,
        tier=held.tier,
        cases={key: _case(held, key, name) for key, name in keys.items()},
        orphans=tuple(name for name in held.stored if name not in names),
        surface_known=bool(measured) and all(_surface(held, name) is not None for name in measured),
    )


def _case(held: _Tier, key: str, name: str) -> Freshness:
    result = held.stored.get(name)
    if result is None or result.passed is None:
        # An errored case has a result without a verdict: it was tried, and nothing was measured.
        return Freshness.UNRUN
    spec = None if held.now is None else held.now.specs.get(key)
    same_content = _same_content(held, name, spec)
    if same_content is False:
        return Freshness.STALE_CONTENT
    if spec is not None and result.spec_hash not in (None, spec) and not is_mark_of(result.spec_hash, spec):
        return Freshness.STALE_CASE
    known = same_content is not None and spec is not None and result.spec_hash is not None
    return Freshness.FRESH if known else Freshness.UNKNOWN


def _same_content(held: _Tier, name: str, spec: str | None) -> bool | None:
    """Whether the skill is as it was when the case ran; None where that is not known."""
    surface = _surface(held, name)
    if surface is not None:
        return surface == held.surface
    if spec is not None and is_mark_of(held.stored[name].spec_hash, spec):
        return False
    now = None if held.now is None else held.now.content
    if now is None or held.content_hash is None:
        return None
    return now == held.content_hash


def _surface(held: _Tier, name: str) -> str | None:
    """The surface that the sidecar vouches for. It must speak of this very result: evolve may have written since."""
    if held.tier is not Tier.TRIGGERS or held.provenance is None:
        return None
    case = held.provenance.case(held.model, held.tier, name)
    if case is None or case.sweep.surface is None or case.spec_hash is None:
        return None
    stored = held.stored[name].spec_hash
    same = stored == case.spec_hash and case.sweep.content_hash == held.content_hash
    return case.sweep.surface if same or is_mark_of(stored, case.spec_hash) else None


def _entry(results: ModelResults | None, tier: Tier) -> TriggerEntry | EvalEntry | None:
    if results is None:
        return None
    return results.triggers if tier is Tier.TRIGGERS else results.evals


def _stored(entry: TriggerEntry | EvalEntry | None) -> dict[str, TriggerResult | EvalResult]:
    if entry is None:
        return {}
    return {r.query if isinstance(r, TriggerResult) else r.id: r for r in entry.results}


def _keys(suites: Sequence[Suite], tier: Tier, skill: str) -> dict[str, str]:
    """Case key → the name under which results hold it."""
    return dict(_pairs(suites, tier, skill))


def _pairs(suites: Sequence[Suite], tier: Tier, skill: str) -> Iterator[tuple[str, str]]:
    for suite in suites:
        if suite.tier is not tier:
            continue
        yield from ((c.key, c.query) for c in suite.triggers if c.skill is None or c.skill == skill)
        yield from ((c.key, c.key) for c in suite.evals)
