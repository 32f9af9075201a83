"""A night's report → one line of the file of nights, once, whoever adds it how often."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import TypeAlias

from skill_evals.edges.night_reports import NightReport
from skill_evals.edges.nights_file import NightsFile, write_night
from skill_evals.errors import UsageError
from skill_evals.model.comparison import CaseClass, CaseComparison, FamilyComparison
from skill_evals.model.night import Night, NightFamily, NightKind, Passes
from skill_evals.model.provenance import CaseProvenance, Provenance, Sweep
from skill_evals.model.report import Report
from skill_evals.model.suite import Tier

_LIVE = "run live"
"""What a comparison says first of a base arm whose every case was run."""

_PASSED = {CaseClass.STILL_PASSING: 2, CaseClass.BROKEN: 1, CaseClass.FIXED: 1, CaseClass.STILL_FAILING: 0}
"""In how many of two arms a case of this class passed; the other classes were not measured in both."""

_Owner: TypeAlias = tuple[str, str, str, Tier]
_Measured: TypeAlias = Mapping[_Owner, Mapping[str, CaseProvenance]]


class Added(Enum):
    ADDED = "added"
    REPLACED = "added in the place of what could not be measured"
    KEPT = "already there, and measured: kept as it was told first"


@dataclass(frozen=True, slots=True, kw_only=True)
class Addition:
    night: Night
    added: Added


def add(file: NightsFile, found: NightReport, *, run: str, date: str) -> tuple[NightsFile, Addition]:
    """A night that counts stays as it was first told, lest who runs a job again rolls the dice again.

    Raises:
        UsageError: the report tells of no two commits, or the file cannot be written.
    """
    night = night_of(found, run=run, date=date)
    old = next((n for n, old in file.nights.items() if (old.run, old.kind) == (night.run, night.kind)), None)
    if old is not None and file.nights[old].counts:
        return file, Addition(night=file.nights[old], added=Added.KEPT)
    added = Added.ADDED if old is None else Added.REPLACED
    return write_night(file, night, instead=old), Addition(night=night, added=added)


def night_of(found: NightReport, *, run: str, date: str) -> Night:
    """Raises UsageError where the report tells of no two commits."""
    report, comparison = found.report, found.report.comparison
    if report.base is None or report.head is None:
        raise UsageError(
            f"{found.path} compares no two commits", cure="add the report of a sweep that was given a base"
        )
    kind = NightKind.SAME if report.base == report.head else NightKind.ANCHOR
    measured = {owner: cases for one in found.provenance for owner, cases in _by_owner(one)}
    families = () if comparison is None else comparison.families
    return Night(
        run=run,
        date=date,
        kind=kind,
        base=report.base,
        head=report.head,
        backend="" if report.run is None else report.run.backend,
        outcome=None if comparison is None else comparison.outcome,
        is_live=bool(families) and all(family.base_reason.startswith(_LIVE) for family in families),
        gate_failed=report.gate.failed,
        alpha=None if comparison is None else comparison.alpha,
        calls=0 if report.run is None else report.run.calls,
        setting=tuple(sorted(_settings(report, measured))),
        families=tuple(_family(family, measured, report.base, kind) for family in families),
    )


def _by_owner(one: Provenance) -> Iterator[tuple[_Owner, Mapping[str, CaseProvenance]]]:
    for model, tiers in one.models.items():
        for tier, found in tiers.items():
            yield (one.plugin, one.skill, model, tier), found.cases


def _family(family: FamilyComparison, measured: _Measured, commit: str, kind: NightKind) -> NightFamily:
    known = measured.get((family.plugin, family.skill, family.model, family.tier), {})
    of_family = {case.id: known[case.id] for case in family.cases if case.id in known}
    return NightFamily(
        skill=family.skill,
        suite=family.suite,
        tier=family.tier,
        model=family.model,
        outcome=family.outcome,
        subject=_subject((case.sweep for case in of_family.values()), commit),
        cases=dict(_passes(family.cases, of_family)) if kind is NightKind.SAME else {},
    )


def _passes(cases: Iterable[CaseComparison], known: Mapping[str, CaseProvenance]) -> Iterator[tuple[str, Passes]]:
    for case in cases:
        passed = _PASSED.get(case.case_class)
        if passed is not None:
            spec = known[case.id].spec_hash if case.id in known else None
            yield _digest(case.id, spec or ""), Passes(passed=passed, measured=2)


def _subject(sweeps: Iterable[Sweep], commit: str) -> str:
    """Of everything that the model was shown; by the commit where the sidecar does not tell all of it."""
    parts = {(sweep.surface, sweep.content_hash, sweep.catalogue) for sweep in sweeps}
    if not parts or any(None in part for part in parts):
        return commit
    return _digest(*sorted("\n".join(map(str, part)) for part in parts))


def _settings(report: Report, measured: _Measured) -> Iterator[str]:
    for sweep in {case.sweep for cases in measured.values() for case in cases.values()}:
        yield f"skill-evals {sweep.product_version}"
        for name, value in (
            ("model", sweep.resolved_model),
            ("effort", sweep.effort),
            ("harness profile", sweep.harness_profile),
            ("CLI", sweep.cli_version),
        ):
            if value is not None:
                yield f"{name} {value}"
    for judge in () if report.run is None else report.run.judges:
        yield f"judge {judge}"


def _digest(*parts: str) -> str:
    return sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]
