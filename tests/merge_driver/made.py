"""Results made up for merges: ``made({"q": ("spec", 3)}, content="one", at=1)``."""

from collections.abc import Mapping

from skill_evals.model.outcome import Outcome, Stage
from skill_evals.model.provenance import CaseProvenance, Provenance, RunRecord, Sweep, TierProvenance
from skill_evals.model.results import Header, ModelResults, ResultsFile, TriggerEntry, TriggerResult
from skill_evals.model.suite import Tier
from skill_evals.results.summary import sum_triggers

MODEL = "anthropic/one"
Cases = Mapping[str, tuple[str, int]]
"""By query: spec hash and hits of three."""


def entry(cases: Cases, *, content: str = "c" * 64, at: int = 1) -> TriggerEntry:
    header = Header(model=MODEL, ran_at=f"2026-01-0{at}T00:00:00Z", executed=True, content_hash=content)
    results = tuple(
        TriggerResult(query=query, should_trigger=True, hits=hits, runs=3, passed=hits > 1, spec_hash=spec)
        for query, (spec, hits) in cases.items()
    )
    return TriggerEntry(header=header, results=results, summary=sum_triggers(results))


def made(cases: Cases, *, content: str = "c" * 64, at: int = 1, model: str = MODEL) -> ResultsFile:
    return ResultsFile(
        plugin="p", skill="s", models={model: ModelResults(triggers=entry(cases, content=content, at=at))}
    )


def sidecar(cases: Cases, *, content: str = "c" * 64, at: int = 1) -> Provenance:
    sweep = Sweep(backend="messages", product_version="1", ran_at=f"2026-01-0{at}T00:00:00Z", content_hash=content)
    runs = (RunRecord(stage=Stage.SCREENING, index=0, outcome=Outcome.ACTIVATED),)
    known = {query: CaseProvenance(sweep=sweep, spec_hash=spec, runs=runs) for query, (spec, _) in cases.items()}
    return Provenance(plugin="p", skill="s", models={MODEL: {Tier.TRIGGERS: TierProvenance(cases=known)}})
