"""Two branches' sidecars as one, as their results are merged (``three_way``)."""

from collections.abc import Mapping, Sequence

from skill_evals.model.light import replace
from skill_evals.model.provenance import CaseProvenance, Provenance, TierProvenance
from skill_evals.model.suite import Tier
from skill_evals.results.three_way import by_key

_Tiers = Mapping[Tier, TierProvenance]


def merged_provenance(base: Provenance | None, ours: Provenance, theirs: Provenance) -> tuple[Provenance, list[str]]:
    """The merged sidecar, and what of it is in conflict."""
    found: list[str] = []
    if (ours.plugin, ours.skill) != (theirs.plugin, theirs.skill):
        found.append(f"one side is about {ours.plugin}/{ours.skill}, the other about {theirs.plugin}/{theirs.skill}")
    before = {} if base is None else base.models
    models = by_key(before, ours.models, theirs.models, lambda _, *sides: _tiers(sides))
    return replace(ours, models=models), found


def _tiers(sides: Sequence[_Tiers | None]) -> _Tiers:
    base, ours, theirs = (one or {} for one in sides)
    return by_key(base, ours, theirs, lambda _, *entries: _tier(entries))


def _tier(sides: Sequence[TierProvenance | None]) -> TierProvenance:
    """Of a case that both measured the newer record: it names its own sweep and wording, so that where the results
    have the other one it vouches for nothing, and nothing is taken for what it is not.
    """
    base, ours, theirs = (one or TierProvenance() for one in sides)
    return TierProvenance(
        cases=by_key(base.cases, ours.cases, theirs.cases, _newer),
        baseline=by_key(base.baseline, ours.baseline, theirs.baseline, _newer),
    )


def _newer(_key: str, _base: CaseProvenance | None, one: CaseProvenance, two: CaseProvenance) -> CaseProvenance:
    return two if two.sweep.ran_at > one.sweep.ran_at else one
