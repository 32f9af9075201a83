"""Which stored results may stand for a run that would be made now: those that the sidecar vouches for, and that were
measured under the same circumstances. Without a sidecar there are none.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from skill_evals.model.evidence import Outcome
from skill_evals.model.provenance import CaseProvenance, Provenance, Sweep
from skill_evals.model.results import EvalResult, ResultsFile, TriggerResult
from skill_evals.model.suite import Tier

_ALIKE = ("backend", "catalogue", "resolved_model", "effort", "harness_profile", "cli_version")
"""Circumstances that must be equal; a circumstance unknown to both sides is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseNow:
    """A task as it would run now: its spec hash, and the name of who would judge it, None where nobody does."""

    spec: str | None
    judge: str | None = None


def reusable_triggers(
    file: ResultsFile, provenance: Provenance | None, model: str, *, specs: Mapping[str, str | None], now: Sweep
) -> dict[str, TriggerResult]:
    """By query. ``specs`` are the spec hashes of the cases as they would run now, ``now`` the circumstances."""
    entry = file.models.get(model)
    stored = () if entry is None or entry.triggers is None else entry.triggers.results
    return {
        result.query: result
        for result in stored
        if result.passed is not None
        and (case := _case(provenance, model, Tier.TRIGGERS, result.query)) is not None
        and _same_case(case, result.spec_hash, specs.get(result.query))
        and _alike(case.sweep, now, ("surface",))
        and _counts_agree(result, case)
    }


def reusable_evals(
    file: ResultsFile, provenance: Provenance | None, model: str, *, cases: Mapping[str, CaseNow], now: Sweep
) -> dict[str, EvalResult]:
    """By id; the skill's content must be the same in place of its surface, and who judges the case as well."""
    entry = file.models.get(model)
    stored = () if entry is None or entry.evals is None else entry.evals.results
    return {
        result.id: result
        for result in stored
        if result.passed is not None
        and (case := _case(provenance, model, Tier.EVALS, result.id)) is not None
        and (present := cases.get(result.id)) is not None
        and _same_case(case, result.spec_hash, present.spec)
        and _alike(case.sweep, replace(now, judge=present.judge), ("content_hash", "judge"))
        and any(run.outcome.measured for run in case.runs)
    }


def reusable_baseline(
    file: ResultsFile, provenance: Provenance | None, model: str, *, cases: Mapping[str, CaseNow], now: Sweep
) -> dict[str, EvalResult]:
    """By id: results without the skill, whatever the skill was then. An errored one is measured again."""
    entry = file.models.get(model)
    snapshot = None if entry is None or entry.evals is None else entry.evals.baseline
    return {
        result.id: result
        for result in (() if snapshot is None else snapshot.results)
        if result.passed is not None
        and provenance is not None
        and (case := provenance.baseline(model, result.id)) is not None
        and (present := cases.get(result.id)) is not None
        and _same_case(case, result.fingerprint, present.spec)
        and _alike(case.sweep, replace(now, judge=present.judge), ("judge",))
        and any(run.outcome.measured for run in case.runs)
    }


def _case(provenance: Provenance | None, model: str, tier: Tier, key: str) -> CaseProvenance | None:
    return None if provenance is None else provenance.case(model, tier, key)


def _same_case(case: CaseProvenance, stored: str | None, now: str | None) -> bool:
    return now is not None and now == stored == case.spec_hash


def _alike(then: Sweep, now: Sweep, content: Iterable[str]) -> bool:
    """The content must be known, since two unknown states are not the same one."""
    known = all(getattr(now, name) is not None for name in content if name != "judge")
    return known and all(getattr(then, name) == getattr(now, name) for name in (*_ALIKE, *content))


def _counts_agree(result: TriggerResult, case: CaseProvenance) -> bool:
    """Whether the stored counts are those of one stage of the sidecar's runs, or of all: else one was edited."""
    by_stage: dict[str, list[Outcome]] = {}
    for run in case.runs:
        if run.outcome.measured:
            by_stage.setdefault(run.stage, []).append(run.outcome)
    every = [outcome for outcomes in by_stage.values() for outcome in outcomes]
    return any(
        (result.hits, result.runs) == (outcomes.count(Outcome.ACTIVATED), len(outcomes))
        for outcomes in (*by_stage.values(), every)
    )
