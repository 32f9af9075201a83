"""What a sweep of one model and tier hands over to be laid into a results file and its sidecar."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from skill_evals.model.provenance import CaseProvenance
from skill_evals.model.results import EvalResult, Header, TriggerResult
from skill_evals.model.suite import Tier


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Whose results, and under which key: ``provider/model``."""

    plugin: str
    skill: str
    model_key: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshTriggers:
    place: Place
    header: Header
    order: Sequence[str]
    """The queries of the whole suite; what is not among them leaves the file."""
    results: Mapping[str, TriggerResult]
    """By query: the cases that were run."""
    content_unchanged: bool = False
    """What the model sees is known to be the same, though the content hash is another one (a changed licence): then
    results that are kept are not marked stale."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshEvals:
    place: Place
    header: Header
    order: Sequence[str]
    """The ids of the whole suite; what is not among them leaves the file."""
    results: Mapping[str, EvalResult]
    """By id: the cases that were run."""
    baseline: Mapping[str, EvalResult] = field(default_factory=dict)
    """By id: the cases that were run without the skill."""
    content_unchanged: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FreshProvenance:
    place: Place
    tier: Tier
    order: Sequence[str]
    cases: Mapping[str, CaseProvenance]
    baseline: Mapping[str, CaseProvenance] = field(default_factory=dict)
