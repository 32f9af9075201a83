"""Verdicts of the base that its own committed results vouch for, so that the base arm need not run again."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from posixpath import dirname, join

from skill_evals import __version__
from skill_evals.app.reading import SIDECAR, Reading, bytes_of
from skill_evals.app.sweep.nouns import FamilyKey, StoredVerdict, family_key
from skill_evals.model.comparison import Count
from skill_evals.model.plan import Job, Plan
from skill_evals.model.provenance import Sweep
from skill_evals.model.results import EvalResult, ResultsFile, TriggerResult
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Suite, Tier
from skill_evals.model.verdict import State
from skill_evals.plan.pairs import SuiteKey
from skill_evals.results.provenance import read_provenance
from skill_evals.results.reuse import CaseNow, reusable_baseline, reusable_evals, reusable_triggers
from skill_evals.run.catalogues import catalogue, no_skill
from skill_evals.run.ports.backend import Backend, harness_of
from skill_evals.run.ports.judge import Judge


@dataclass(frozen=True, slots=True, kw_only=True)
class _Kept:
    """A job's suite and results as they stand at the base."""

    job: Job
    suite: Suite
    skill: Skill
    file: ResultsFile
    sidecar: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """What would make and judge the runs now."""

    backend: Backend
    judge: Judge | None = None


def circumstances(reading: Reading, job: Job, skill: Skill, backend: Backend, ran_at: str) -> Sweep:
    """Under what a job's cases are measured in one tree."""
    hashes = reading.hashes[skill.directory]
    tier = hashes.triggers if job.tier is Tier.TRIGGERS else hashes.evals
    harness = harness_of(backend, job.model)
    listing = catalogue(reading.project.skills, skill, skill.plugin_dir, job.tier)
    return Sweep(
        backend=backend.name,
        product_version=__version__,
        ran_at=ran_at,
        surface=hashes.surface,
        content_hash=None if tier is None else tier.content,
        catalogue=listing.digest,
        resolved_model=harness.resolved_model,
        effort=harness.effort,
        harness_profile=harness.profile,
        cli_version=harness.cli_version,
    )


def without_skill(now: Sweep) -> Sweep:
    """The circumstances of the lift arm, to which the skill's content is nothing."""
    return replace(now, surface=None, content_hash=None, catalogue=no_skill().digest)


def stored_lifts(
    held: Reading,
    head: Reading,
    plan: Plan,
    means: Means,
    renamed: Mapping[SuiteKey, SuiteKey],
) -> dict[FamilyKey, dict[str, StoredVerdict]]:
    """Results without the skill, by family and case, that still tell of the head's cases.

    ``held`` is the tree whose results are believed: the base where there is one, since what only the head holds is a
    claim.
    """
    found: dict[FamilyKey, dict[str, StoredVerdict]] = {}
    for job in plan.jobs:
        place = (job.suite, job.skill_dir)
        hashes = head.hashes.get(job.skill_dir)
        if job.tier is not Tier.EVALS or hashes is None or hashes.evals is None:
            continue
        kept = _kept(held, job, renamed.get(place, place))
        if kept is not None:
            now = without_skill(circumstances(held, job, kept.skill, means.backend, ""))
            provenance = read_provenance(kept.sidecar)
            cases = _cases_now(kept.suite, hashes.evals.specs, means.judge, job.model)
            stored = reusable_baseline(kept.file, provenance, job.model, cases=cases, now=now)
            found[family_key(job)] = {key: _eval_verdict(result) for key, result in stored.items()}
    return found


def stored_verdicts(
    base: Reading,
    plan: Plan,
    means: Means,
    renamed: Mapping[SuiteKey, SuiteKey],
) -> dict[FamilyKey, dict[str, StoredVerdict]]:
    """By family and case; ``renamed`` is the suite at the base by the same one at the head, where they differ."""
    found: dict[FamilyKey, dict[str, StoredVerdict]] = {}
    for job in plan.jobs:
        place = (job.suite, job.skill_dir)
        kept = _kept(base, job, renamed.get(place, place))
        if kept is not None:
            found[family_key(job)] = _reusable(base, kept, means)
    return found


def _kept(base: Reading, job: Job, place: SuiteKey) -> _Kept | None:
    path, skill_dir = place
    owners = ((a.suite, a.skill) for a in base.project.suites if a.suite.path == path and a.skill is not None)
    owner = next(((suite, skill) for suite, skill in owners if skill.directory == skill_dir), None)
    beside = (one for one in base.results if dirname(one.path) == dirname(path) and one.skill_dir == skill_dir)
    committed = next(beside, None)
    sidecar = bytes_of(base.files, join(dirname(path), SIDECAR))
    if owner is None or committed is None or committed.file is None or sidecar is None:
        return None
    return _Kept(job=job, suite=owner[0], skill=owner[1], file=committed.file, sidecar=sidecar)


def _reusable(base: Reading, kept: _Kept, means: Means) -> dict[str, StoredVerdict]:
    now = circumstances(base, kept.job, kept.skill, means.backend, "")
    provenance = read_provenance(kept.sidecar)
    hashes = base.hashes[kept.skill.directory]
    tier = hashes.triggers if kept.job.tier is Tier.TRIGGERS else hashes.evals
    specs = {} if tier is None else tier.specs
    if kept.job.tier is Tier.TRIGGERS:
        keys = {case.query: case.key for case in kept.suite.triggers}
        stored = reusable_triggers(kept.file, provenance, kept.job.model, specs=specs, now=now)
        return {keys[query]: _trigger_verdict(result) for query, result in stored.items() if query in keys}
    cases = _cases_now(kept.suite, specs, means.judge, kept.job.model)
    evals = reusable_evals(kept.file, provenance, kept.job.model, cases=cases, now=now)
    return {key: _eval_verdict(result) for key, result in evals.items()}


def _cases_now(suite: Suite, specs: Mapping[str, str | None], judge: Judge | None, model: str) -> dict[str, CaseNow]:
    """The judge is asked of the base's wording: a case of another wording has another spec hash anyway."""
    return {
        case.key: CaseNow(spec=specs.get(case.key), judge=None if judge is None else judge.name(case, model))
        for case in suite.evals
    }


def _trigger_verdict(result: TriggerResult) -> StoredVerdict:
    hits, runs = result.hits or 0, result.runs or 0
    correct = hits if result.should_trigger else runs - hits
    return StoredVerdict(state=State.PASS if result.passed else State.FAIL, count=Count(correct=correct, valid=runs))


def _eval_verdict(result: EvalResult) -> StoredVerdict:
    passed = result.passed is True
    return StoredVerdict(state=State.PASS if passed else State.FAIL, count=Count(correct=int(passed), valid=1))
