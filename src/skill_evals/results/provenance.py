"""The sidecar ``results.provenance.json``: written in one form, read with tolerance, merged by key.

Version 1; its JSON Schema is ``schemas/results-provenance.schema.json``. Sweeps are written once and referred to by
their number, since most cases of a file share one.
"""

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from skill_evals.errors import ResultsError
from skill_evals.model.outcome import Outcome, Stage
from skill_evals.model.provenance import (
    PROVENANCE_VERSION,
    CaseProvenance,
    Provenance,
    RunRecord,
    Sweep,
    TierProvenance,
)
from skill_evals.model.suite import Tier
from skill_evals.results.gojson import indented
from skill_evals.results.shape import Member, Shape, filled, in_bytes, items, mapping, text, whole, write_items

if TYPE_CHECKING:  # lint reads sidecars and writes none
    from skill_evals.model.evidence import Evidence
    from skill_evals.results.fresh import FreshProvenance

SIDECAR = "results.provenance.json"

_REQUIRED = ("backend", "product_version", "ran_at")
_SWEEP = Shape(
    Sweep,
    *(Member(name=name, read=text, always=True) for name in _REQUIRED),
    *(Member(name=name, read=filled) for name in Sweep.__annotations__ if name not in _REQUIRED),
)
_RUN = Shape(
    RunRecord,
    Member(name="stage", read=lambda value, where: Stage(text(value, where)), always=True),
    Member(name="index", read=whole, always=True),
    Member(name="outcome", read=lambda value, where: Outcome(text(value, where)), always=True),
    Member(name="detail", read=text, always=True),
    Member(name="activations", read=items(text), write=list, always=True),
)


def case_provenance(sweep: Sweep, spec_hash: str | None, evidence: "Sequence[Evidence]") -> CaseProvenance:
    """What the sidecar says of one case: every run of the head arm, in the order given."""
    runs = tuple(
        RunRecord(
            stage=run.key.stage,
            index=run.key.index,
            outcome=run.outcome,
            detail=run.detail,
            activations=run.activations,
        )
        for run in evidence
    )
    return CaseProvenance(sweep=sweep, spec_hash=spec_hash, runs=runs)


def merge_provenance(old: Provenance | None, fresh: "FreshProvenance") -> Provenance:
    """The sidecar with the fresh cases of one model and tier; others stay, cases that left the suite go."""
    place = fresh.place
    models = {} if old is None else dict(old.models)
    tiers = dict(models.get(place.model_key, {}))
    stored = tiers.get(fresh.tier, TierProvenance())
    order = dict.fromkeys(fresh.order)
    known, without = {**stored.cases, **fresh.cases}, {**stored.baseline, **fresh.baseline}
    tiers[fresh.tier] = TierProvenance(
        cases={key: known[key] for key in order if key in known},
        baseline={key: without[key] for key in order if key in without},
    )
    models[place.model_key] = tiers
    return Provenance(plugin=place.plugin, skill=place.skill, models=models)


def write_provenance(provenance: Provenance) -> bytes:
    """The canonical bytes: models sorted, cases in suite order, two spaces a level."""
    models = {
        model: {str(tier): _write_tier(tiers[tier]) for tier in Tier if tier in tiers}
        for model, tiers in sorted(provenance.models.items(), key=lambda pair: in_bytes(pair[0]))
    }
    value = {"version": PROVENANCE_VERSION, "plugin": provenance.plugin, "skill": provenance.skill, "models": models}
    return f"{indented(value)}\n".encode()


def read_provenance(data: bytes) -> Provenance | None:
    """The sidecar, or None where it cannot be read as one of this version.

    Never raises: a result without provenance is shown and not reused, which is all that a damaged sidecar may cause.
    """
    try:
        value = mapping(json.loads(data), "provenance")
        if value.get("version") != PROVENANCE_VERSION:
            return None
        models = mapping(value.get("models"), "models")
        return Provenance(
            plugin=text(value.get("plugin"), "plugin"),
            skill=text(value.get("skill"), "skill"),
            models={text(model, "model"): _read_tiers(tiers, model) for model, tiers in models.items()},
        )
    except (ResultsError, ValueError, TypeError, RecursionError):  # TypeError: a noun lacks a member that it needs
        return None


def _write_tier(tier: TierProvenance) -> dict[str, object]:
    sweeps = list(dict.fromkeys(case.sweep for case in (*tier.cases.values(), *tier.baseline.values())))
    return {
        "sweeps": [_SWEEP.write(sweep) for sweep in sweeps],
        "cases": _write_cases(tier.cases, sweeps),
        **({"baseline": _write_cases(tier.baseline, sweeps)} if tier.baseline else {}),
    }


def _write_cases(cases: Mapping[str, CaseProvenance], sweeps: Sequence[Sweep]) -> list[dict[str, object]]:
    return [
        {
            "key": key,
            "sweep": sweeps.index(case.sweep),
            **({} if case.spec_hash is None else {"spec_hash": case.spec_hash}),
            "runs": write_items(_RUN.write)(case.runs),
        }
        for key, case in cases.items()
    ]


def _read_tiers(value: object, where: str) -> dict[Tier, TierProvenance]:
    return {Tier(tier): _read_tier(entry, f"{where}.{tier}") for tier, entry in mapping(value, where).items()}


def _read_tier(value: object, where: str) -> TierProvenance:
    entry = mapping(value, where)
    sweeps = _list(entry.get("sweeps"), f"{where}.sweeps")
    read = [_SWEEP.read(sweep, f"{where}.sweeps") for sweep in sweeps]
    return TierProvenance(
        cases=_read_cases(entry.get("cases"), read, f"{where}.cases"),
        baseline=_read_cases(entry.get("baseline", []), read, f"{where}.baseline"),
    )


def _read_cases(value: object, sweeps: Sequence[Sweep], where: str) -> dict[str, CaseProvenance]:
    cases: dict[str, CaseProvenance] = {}
    for item in _list(value, where):
        case = mapping(item, where)
        place = whole(case.get("sweep"), f"{where}.sweep")
        if not 0 <= place < len(sweeps):
            raise ResultsError(f"{where}.sweep is not the number of a sweep")
        spec_hash = case.get("spec_hash")
        cases[text(case.get("key"), f"{where}.key")] = CaseProvenance(
            sweep=sweeps[place],
            spec_hash=None if spec_hash is None else filled(spec_hash, f"{where}.spec_hash"),
            runs=tuple(_RUN.read(run, f"{where}.runs") for run in _list(case.get("runs"), f"{where}.runs")),
        )
    return cases


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise ResultsError(f"{where} must be an array")
    return value
