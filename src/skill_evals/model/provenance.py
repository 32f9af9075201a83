"""The sidecar of results: by what, and under which circumstances, each case was measured.

``results.json`` has no room for it, since evolve drops members that it does not know. None means *unknown*.
"""

from collections.abc import Mapping

from skill_evals.model.light import field, light
from skill_evals.model.outcome import Outcome, Stage
from skill_evals.model.suite import Tier

PROVENANCE_VERSION = 1


@light(frozen=True, slots=True, kw_only=True)
class Sweep:
    """What was the same for all cases of one sweep of one model and tier."""

    backend: str
    product_version: str
    ran_at: str
    """UTC, RFC 3339, whole seconds, ``Z``."""
    surface: str | None = None
    """Digest of the trigger surface."""
    content_hash: str | None = None
    """evolve's content hash of the tier."""
    catalogue: str | None = None
    """Digest of the listing of skills that the model was shown."""
    resolved_model: str | None = None
    """The id of the model that answered."""
    effort: str | None = None
    harness_profile: str | None = None
    cli_version: str | None = None
    judge: str | None = None
    """Ids of the models that judged, votes, digest of the instructions; None: there was nothing to judge, or nobody."""
    run_url: str | None = None
    partial: str | None = None
    """Why the sweep stopped before its end; its finished cases count as they stand."""


@light(frozen=True, slots=True, kw_only=True)
class RunRecord:
    """How one run of a case ended, errored ones included."""

    stage: Stage
    index: int
    outcome: Outcome
    detail: str = ""
    activations: tuple[str, ...] = ()


@light(frozen=True, slots=True, kw_only=True)
class CaseProvenance:
    sweep: Sweep
    spec_hash: str | None = None
    runs: tuple[RunRecord, ...] = ()

    @property
    def errored(self) -> int:
        """Runs that say nothing about the skill."""
        return sum(not run.outcome.measured for run in self.runs)


@light(frozen=True, slots=True, kw_only=True)
class TierProvenance:
    """By the key under which the case stands in the results: the query, or the id."""

    cases: Mapping[str, CaseProvenance] = field(default_factory=dict)
    baseline: Mapping[str, CaseProvenance] = field(default_factory=dict)
    """Tier 2: of the results without the skill (evolve's ``baseline``); the spec hash is their fingerprint."""


@light(frozen=True, slots=True, kw_only=True)
class Provenance:
    """The sidecar of one results file; ``models`` has the same keys as there."""

    plugin: str
    skill: str
    models: Mapping[str, Mapping[Tier, TierProvenance]] = field(default_factory=dict)

    def case(self, model: str, tier: Tier, key: str) -> CaseProvenance | None:
        found = self.models.get(model, {}).get(tier)
        return None if found is None else found.cases.get(key)

    def baseline(self, model: str, key: str) -> CaseProvenance | None:
        """Of the result without the skill."""
        found = self.models.get(model, {}).get(Tier.EVALS)
        return None if found is None else found.baseline.get(key)
