"""``pr``: the whole job on one pull request — read both sides, plan, run, compare, lint, decide, tell."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from skill_evals.app.benchmarks import committed_benchmarks
from skill_evals.app.claims import audit_of, claims_of
from skill_evals.app.commands_note import commands_note
from skill_evals.app.confusion import confusions
from skill_evals.app.counted import Counting, check_paths, everywhere, with_findings, within
from skill_evals.app.fresh_results import Renewed, cured, renew
from skill_evals.app.lint import Before, lint_reading
from skill_evals.app.measure import Already, Measured, MeasureRequest
from skill_evals.app.pr_config import judging_config
from skill_evals.app.pr_request import PrRequest, Withheld
from skill_evals.app.reading import Reading, read_tree
from skill_evals.app.run_summary import exit_code, run_summary
from skill_evals.compare.gate import gate
from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import Config
from skill_evals.model.diagnostic import Severity
from skill_evals.model.lint import LintResult
from skill_evals.model.report import GateDecision, Report
from skill_evals.run.ports.backend import Backend
from skill_evals.run.ports.judge import Judge

CURED_BY_A_RUN = frozenset({"stale-triggers", "stale-evals", "unrun-case"})


@dataclass(frozen=True, slots=True, kw_only=True)
class PrOutcome:
    report: Report
    head: Reading
    results: Mapping[str, bytes]
    """Results and sidecars by path, as they would stand in the tree."""


def pull_request(request: PrRequest) -> PrOutcome:
    """Judge the change between a base and the working tree. Where nothing can be measured, the rest is told all the
    same.

    Raises:
        ConfigError: a configuration that cannot be used.
        BackendError: there is no such backend here.
    """
    known = prepared(request)
    head, base, config, backend = known.head, known.base, known.config, known.backend
    measured = request.measure(known.measuring)
    backend = measured.backend or backend
    renewed = Renewed() if measured.sweep is None else renew(head, measured.sweep, backend)
    request.keep(renewed.files, () if measured.sweep is None else measured.sweep.evidence)
    models = config.run.models or backend.model_keys()
    before = None if request.counting is Counting.ALONE else Before(reading=base, changes=request.base.changes)
    linted = lint_reading(cured(head, renewed), config, before=before, models=models)
    linted = everywhere(linted) if request.counting is Counting.ALL else linted
    linted, left_out = within(linted, head, config, request.options.paths)
    if known.withheld.excused or _fell_short(measured):
        linted = _excused(linted)
    decision = gate(
        None if measured.sweep is None else measured.sweep.comparison,
        lint_errors=linted.summary.errors - len(linted.crashed),
        config=config.gate,
        backend=backend.name,
        chosen_by_name=config.run.backend_named,
    )
    decision = _with_known(decision, measured.already)
    notes = (
        known.notes + _unreadable("head", head) + _unreadable("base", base) + commands_note(config.run, measured.plan)
    )
    notes += left_out if known.judge is None else (*left_out, *known.judge.notes())
    notes += () if measured.already is None else (measured.already.note,)
    report = _report(request.base.changes, measured, linted, decision)
    run = None if measured.sweep is None else run_summary(measured.sweep, backend, measured.plan, config.run)
    report = replace(
        report,
        run=run,
        withheld=_reasons(known.withheld, measured),
        notes=notes,
        benchmarks=committed_benchmarks(head, base, request.base.changes, config.gate),
        confusions=() if measured.sweep is None else confusions(measured.sweep),
        audit=audit_of(measured),
        replay=_replay(backend, request.recordings),
    )
    return PrOutcome(report=report, head=head, results=renewed.files)


def _with_known(decision: GateDecision, already: Already | None) -> GateDecision:
    """A verdict that stands counts as if it were measured now."""
    reasons = decision.reasons if already is None else (*decision.reasons, *already.failed)
    return replace(decision, failed=bool(reasons), reasons=reasons)


def _reasons(withheld: Withheld, measured: Measured) -> tuple[str, ...]:
    """Those that kept something from being run."""
    found = {skip.reason for skip in measured.plan.skips}
    return tuple(dict.fromkeys(reason for reason in withheld.tiers.values() if reason in found))


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Both sides read, and what is to be measured."""

    config: Config
    notes: tuple[str, ...]
    backend: Backend
    judge: Judge | None
    head: Reading
    base: Reading
    measuring: MeasureRequest
    withheld: Withheld


def prepared(request: PrRequest) -> Prepared:
    """Everything before the plan.

    Raises:
        ConfigError: as ``pull_request``.
        BackendError: as ``pull_request``.
    """
    config, notes = judging_config(request.place.own, request.place.files, request.base.files)
    config = request.override(config)
    backend = request.backend(config)
    judge = request.judge(config, backend)
    withheld = request.withhold(config, backend)
    check_paths(request.options.paths, (request.place.files, request.base.files))
    head = read_tree(request.place.files, config, every_hash=True)
    base = read_tree(request.base.files, config, every_hash=True)
    claims = claims_of(head, base, request.base.changes, config.run, request.vouch, draw=request.draw)
    measuring = MeasureRequest(
        head=head,
        base=base,
        changes=request.base.changes,
        config=config,
        backend=backend,
        clock=request.clock,
        options=replace(request.options, withheld=withheld.tiers, claims=claims),
        progress=request.progress,
        stop=request.stop,
        journal=request.journal,
        judge=judge,
        recording=request.recording,
    )
    return Prepared(
        config=config,
        notes=notes,
        backend=backend,
        judge=judge,
        head=head,
        base=base,
        measuring=measuring,
        withheld=withheld,
    )


def _replay(backend: Backend, recordings: str) -> tuple[str, ...]:
    """The words of a command that runs a case again: where that costs nothing and says the same, on the backend."""
    again = ("--backend", backend.name) if backend.deterministic and backend.free else ("--replay", recordings)
    return ("skill-evals", "run", "--all", *again) if all(again) else ()


def _unreadable(side: str, reading: Reading) -> tuple[str, ...]:
    return tuple(
        f"No baseline from `{results.path}` of the {side}, which is left as it is: {results.problem}"
        for results in reading.results
        if results.file is None
    )


def _fell_short(measured: Measured) -> bool:
    """Whether a cap ended the sweep, or it never began."""
    return measured.failure is not None or (measured.sweep is not None and measured.sweep.stats.partial is not None)


def _excused(linted: LintResult) -> LintResult:
    """What is left unmeasured is not the author's error: it warns, and the job is incomplete."""
    kept = tuple(
        replace(d, severity=Severity.WARNING) if d.rule in CURED_BY_A_RUN and d.severity is Severity.ERROR else d
        for d in linted.diagnostics
    )
    return with_findings(linted, kept)


def _report(changes: ChangeSet, measured: Measured, linted: LintResult, decision: GateDecision) -> Report:
    comparison = None if measured.sweep is None else measured.sweep.comparison
    return Report(
        base=changes.base,
        head=changes.head,
        base_reason=changes.base_reason,
        lint=linted,
        plan=measured.plan,
        comparison=comparison,
        gate=decision,
        exit_code=exit_code(decision, linted, comparison, measured.failure),
        unmeasured=None if measured.failure is None else measured.failure.in_full,
    )
