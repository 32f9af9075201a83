"""What was measured in the head arm, laid into its results files: bytes by path, nothing written yet."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from posixpath import dirname, join

from skill_evals import __version__
from skill_evals.app.reading import SIDECAR, Reading, bytes_of, suites_by_folder
from skill_evals.app.stored import circumstances, without_skill
from skill_evals.app.sweep.nouns import ArmRuns, CaseRuns, FamilyRuns, SweepResult
from skill_evals.model.evidence import RunKey
from skill_evals.model.freshness import CommittedResults, Freshness
from skill_evals.model.plan import Job
from skill_evals.model.provenance import CaseProvenance, Provenance, Sweep
from skill_evals.model.results import EvalResult, Header, ResultsFile, TriggerResult
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Suite, Tier, TriggerCase
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.results.codec import dump, format_of
from skill_evals.results.committed import read_committed
from skill_evals.results.fresh import FreshEvals, FreshProvenance, FreshTriggers, Place
from skill_evals.results.measured import eval_result, trigger_result
from skill_evals.results.merge import merge_evals, merge_triggers
from skill_evals.results.provenance import case_provenance, merge_provenance, read_provenance, write_provenance
from skill_evals.run.ports.backend import Backend

WRITTEN_STATES = frozenset({State.PASS, State.FAIL, State.ERROR})


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewed:
    """Files to write, and the results in them as rules would read them."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    results: tuple[CommittedResults, ...] = ()


@dataclass(slots=True, kw_only=True)
class _File:
    """A results file on its way: what it held, and what is laid into it."""

    path: str
    skill: Skill
    suites: tuple[Suite, ...]
    file: ResultsFile | None
    sidecar: Provenance | None


def renew(head: Reading, sweep: SweepResult, backend: Backend) -> Renewed:
    """Lay every family's head runs into the results beside its suite.

    A results file that cannot be read is left alone: what it held is not ours to lose. A folder whose suites are about
    several skills gets none, since evolve's form holds one skill a file.
    """
    owned = suites_by_folder(head.project)
    known = {dirname(results.path): results for results in head.results}
    files: dict[str, _File] = {}
    for family in sweep.families:
        folder = dirname(family.job.suite)
        before = known.get(folder)
        if folder not in owned or (before is not None and before.file is None):
            continue
        held = files.setdefault(folder, _open(head, folder, owned[folder], before))
        _lay(held, head, family, sweep, backend)
    written = {path: data for held in files.values() for path, data in _written(held).items()}
    fresh = [_judged(held, head, written) for held in files.values()]
    return Renewed(files=written, results=tuple(fresh))


def _open(head: Reading, folder: str, owner: tuple[Skill, tuple[Suite, ...]], before: CommittedResults | None) -> _File:
    skill, suites = owner
    sidecar = bytes_of(head.files, join(folder, SIDECAR))
    return _File(
        path=before.path if before is not None else join(folder, "results.json"),
        skill=skill,
        suites=suites,
        file=None if before is None else before.file,
        sidecar=None if sidecar is None else read_provenance(sidecar),
    )


def _lay(held: _File, head: Reading, family: FamilyRuns, sweep: SweepResult, backend: Backend) -> None:
    job = family.job
    now = circumstances(head, job, held.skill, backend, sweep.stats.ended_at)
    now = replace(now, partial=sweep.stats.partial)
    ran = {case.case.key: case for case in family.cases if case.wording_of_head and case.head.state in WRITTEN_STATES}
    if not ran:
        return
    place = Place(plugin=held.skill.plugin, skill=held.skill.name, model_key=job.model)
    specs = _specs(head, held.skill, job.tier)
    suites = [suite for suite in held.suites if suite.tier is job.tier]
    order = [case.query for suite in suites for case in suite.triggers]
    order += [case.key for suite in suites for case in suite.evals]
    header = _header(job, now, backend, cases=ran.values())
    unchanged = _content_unchanged(head, held, job, ran)
    provenance: dict[str, CaseProvenance] = {}
    baseline: dict[str, CaseProvenance] = {}
    if job.tier is Tier.TRIGGERS:
        results = {}
        for key, case in ran.items():
            result = _trigger(case, specs.get(key))
            results[result.query] = result
            provenance[result.query] = _case(now, case, specs.get(key))
        fresh = FreshTriggers(place=place, header=header, order=order, results=results, content_unchanged=unchanged)
        held.file = merge_triggers(held.file, fresh)
    else:
        told = sweep.verdicts
        evals = {key: _eval(case, case.head, told, spec_hash=specs.get(key)) for key, case in ran.items()}
        lifts = _lifts(ran, specs)
        without = {key: _eval(case, runs, told, fingerprint=specs[key]) for key, case, runs in lifts}
        provenance = {key: _case(now, case, specs.get(key)) for key, case in ran.items()}
        baseline = {key: _lift_case(replace(now, judge=case.judge), runs, specs[key]) for key, case, runs in lifts}
        tasks = FreshEvals(place=place, header=header, order=order, results=evals, content_unchanged=unchanged)
        held.file = merge_evals(held.file, replace(tasks, baseline=without))
    laid = FreshProvenance(place=place, tier=job.tier, order=order, cases=provenance, baseline=baseline)
    held.sidecar = merge_provenance(held.sidecar, laid)


def _lifts(ran: Mapping[str, CaseRuns], specs: Mapping[str, str | None]) -> list[tuple[str, CaseRuns, ArmRuns]]:
    """Runs without the skill that ended in a verdict. An errored one is kept nowhere, so that it is made again (evolve
    keeps it for good).
    """
    return [
        (key, case, case.lift)
        for key, case in ran.items()
        if case.lift is not None
        and not case.lift.reused
        and case.lift.state in (State.PASS, State.FAIL)
        and specs.get(key) is not None
    ]


def _specs(head: Reading, skill: Skill, tier: Tier) -> Mapping[str, str | None]:
    hashes = head.hashes[skill.directory]
    found = hashes.triggers if tier is Tier.TRIGGERS else hashes.evals
    return {} if found is None else found.specs


def _header(job: Job, now: Sweep, backend: Backend, cases: Iterable[CaseRuns]) -> Header:
    provider, _, model = job.model.partition("/")
    most = max((case.head.best_count.valid + case.head.best_count.errored for case in cases), default=0)
    return Header(
        provider=provider,
        model=model or job.model,
        display=model or job.model,
        harness=backend.name,
        tool_version=f"skill-evals-{__version__}",
        ran_at=now.ran_at,
        executed=True,
        content_hash=now.content_hash,
        runs_per_query=most if job.tier is Tier.TRIGGERS else None,
    )


def _content_unchanged(head: Reading, held: _File, job: Job, ran: Mapping[str, CaseRuns]) -> bool:
    """Whether every result that is kept still speaks of this very skill."""
    for results in head.results:
        if results.path == held.path:
            for fresh in results.freshness:
                if (fresh.model, fresh.tier) == (job.model, job.tier):
                    return all(
                        state not in (Freshness.STALE_CONTENT, Freshness.UNKNOWN)
                        for key, state in fresh.cases.items()
                        if key not in ran
                    )
    return False


def _trigger(case: CaseRuns, spec: str | None) -> TriggerResult:
    if not isinstance(case.case, TriggerCase):
        raise TypeError(f"{case.id} is no trigger")
    return trigger_result(case.case, case.head.best_evidence, spec_hash=spec, errored=case.head.state is State.ERROR)


def _eval(
    case: CaseRuns,
    arm: ArmRuns,
    verdicts: Mapping[RunKey, RunVerdict],
    *,
    spec_hash: str | None = None,
    fingerprint: str | None = None,
) -> EvalResult:
    if isinstance(case.case, TriggerCase):
        raise TypeError(f"{case.id} is no task")
    runs = [(evidence, verdicts[evidence.key]) for evidence in arm.best_evidence if evidence.key in verdicts]
    errored = arm.state is State.ERROR
    return eval_result(case.case, runs, spec_hash=spec_hash, fingerprint=fingerprint, errored=errored)


def _case(now: Sweep, case: CaseRuns, spec: str | None) -> CaseProvenance:
    return case_provenance(replace(now, judge=case.judge), spec, (*case.head.screening, *case.head.fresh))


def _lift_case(now: Sweep, runs: ArmRuns, fingerprint: str | None) -> CaseProvenance:
    return case_provenance(replace(without_skill(now), partial=None), fingerprint, runs.screening)


def _written(held: _File) -> dict[str, bytes]:
    if held.file is None or held.sidecar is None:
        return {}
    return {
        held.path: dump(held.file, format_of(held.path)),
        join(dirname(held.path), SIDECAR): write_provenance(held.sidecar),
    }


def _judged(held: _File, head: Reading, written: Mapping[str, bytes]) -> CommittedResults:
    data = written.get(held.path)
    if data is None:
        return CommittedResults(path=held.path, skill_dir=held.skill.directory, file=held.file)
    return read_committed(
        held.path,
        data,
        skill=held.skill,
        suites=held.suites,
        hashes=head.hashes.get(held.skill.directory),
        sidecar=written.get(join(dirname(held.path), SIDECAR)),
    )


def cured(head: Reading, renewed: Renewed) -> Reading:
    """The reading as it would be with the renewed files in the tree, so that no rule reports what the run cured.

    Only results that are committed already are replaced: where there were none, nothing can be stale.
    """
    fresh = {results.path: results for results in renewed.results}
    return replace(head, results=tuple(fresh.get(results.path, results) for results in head.results))
