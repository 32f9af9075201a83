"""``report.json`` → Report, for rendering its texts anew. Whoever wrote the file may have written anything into it.

What is read is what report/report_json.py writes and the comment, the summary and the check run show; so the members
that those leave out, such as the confusion of skills, are not in the report that comes back.
"""

from skill_evals.edges.github.benchmarks_read import benchmark_of
from skill_evals.edges.github.compare_read import comparison_of
from skill_evals.edges.github.stranger_json import number_or_none, read_object, share, share_or_none, text_or_none, word
from skill_evals.model.comparison import Count
from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.lint import LintResult, LintSummary
from skill_evals.model.plan import Baseline, Claim, Cut, Forecast, Job, Plan, Skip, Unlisted
from skill_evals.model.position import Span
from skill_evals.model.report import Audit, AuditedClaim, GateDecision, Report, RunSummary, Spending
from skill_evals.model.suite import Tier
from skill_evals.report.report_json import VERSION
from skill_evals.run.record_members import Members

CURE = "let the job that runs and the job that publishes use the same version of this action"
_REPLAY = (("skill-evals", "run", "--all", "--backend"), ("skill-evals", "run", "--all", "--replay"))
"""How a command may begin that a reader of the comment is told to run."""
_MOST_NOTES = 50
_EXIT_CODES = frozenset(range(4))


def read_report(data: bytes) -> Report:
    """Raises UsageError, naming the member, where the document is not a report of this version."""
    found = read_object(data, "report.json", cure=CURE)
    if found.integer("version") != VERSION or found.integer("exit") not in _EXIT_CODES:
        raise found.wrong("version", f"{VERSION}, and `exit` a code of 0 to 3")
    gate = found.member("gate")
    return Report(
        base=text_or_none(found, "base"),
        head=text_or_none(found, "head"),
        base_reason=found.text("base_reason"),
        lint=_lint(found.member("lint")),
        gate=GateDecision(failed=gate.flag("failed"), reasons=gate.texts("reasons"), notes=_few(gate, "notes")),
        exit_code=found.integer("exit"),
        unmeasured=text_or_none(found, "unmeasured"),
        withheld=_few(found, "withheld"),
        plan=None if found.absent("plan") else _plan(found.member("plan")),
        run=None if found.absent("run") else _run(found.member("run")),
        comparison=None if found.absent("compare") else comparison_of(found.member("compare")),
        benchmarks=tuple(map(benchmark_of, found.items("benchmarks"))),
        audit=None if found.absent("audit") else _audit(found.member("audit")),
        replay=_replay(found),
        notes=_few(found, "notes"),
    )


def _few(members: Members, name: str) -> tuple[str, ...]:
    """Lines that every rendering shows; of more than that, how many."""
    found = members.texts(name)
    more = len(found) - _MOST_NOTES
    return found if more <= 0 else (*found[:_MOST_NOTES], f"… and {more:,} more, which the run's own summary has")


def _replay(members: Members) -> tuple[str, ...]:
    found = members.texts("replay")
    if found and not (len(found) == 5 and found[:4] in _REPLAY and not found[4].startswith("-")):
        raise members.wrong("replay", "empty, or the words of a command of ours")
    return found


def _audit(audit: Members) -> Audit:
    return Audit(
        claimed=audit.integer("claimed"),
        vouched=audit.integer("vouched"),
        measured=tuple(map(_audited, (*audit.items("disagreeing"), *audit.items("agreeing")))),
    )


def _audited(one: Members) -> AuditedClaim:
    claim = Claim(
        skill=one.text("skill"),
        skill_dir="",
        suite=one.text("suite"),
        tier=word(one, "tier", Tier),
        model=one.text("model"),
        case=one.text("case"),
        passed=one.flag("claimed"),
        counts=one.text("counts"),
    )
    head, base = share(one, "head"), share_or_none(one, "base")
    of_base = None if base is None else Count(correct=base[0], valid=base[1], errored=one.integer("base_errored"))
    return AuditedClaim(
        claim=claim, passed=one.flag("measured"), count=Count(correct=head[0], valid=head[1]), of_base=of_base
    )


def _lint(lint: Members) -> LintResult:
    summary = lint.member("summary")
    counts = {
        name: summary.integer(name)
        for name in ("errors", "warnings", "infos", "elsewhere", "skills", "suites", "files", "not_checked")
    }
    return LintResult(
        diagnostics=tuple(map(_diagnostic, lint.items("diagnostics"))),
        summary=LintSummary(**counts, accepted=summary.integer("accepted", 0)),
        crashed=lint.texts("crashed"),
    )


def _diagnostic(one: Members) -> Diagnostic:
    return Diagnostic(
        rule=one.text("rule"),
        code=one.text("code"),
        severity=word(one, "severity", Severity),
        path=_path(one),
        span=_span(one),
        message=one.text("message"),
        suite=text_or_none(one, "suite"),
        fixable=one.flag("fixable"),
    )


def _path(one: Members) -> str:
    path = one.text("path")
    if not path or path.startswith("/") or ".." in path.split("/"):
        raise one.wrong("path", "a path below the root")
    return path


def _span(one: Members) -> Span:
    line, end_line = one.integer("line"), one.integer("end_line")
    column, end_column = one.integer("column"), one.integer("end_column")
    if not (1 <= line <= end_line and column >= 1 and end_column >= 1):
        raise one.wrong("line", "a place in a text")
    return Span(line=line, column=column, end_line=end_line, end_column=end_column)


def _plan(plan: Members) -> Plan:
    return Plan(
        base=text_or_none(plan, "base"),
        head=text_or_none(plan, "head"),
        jobs=tuple(map(_job, plan.items("jobs"))),
        skips=tuple(
            Skip(
                skill=one.text("skill"),
                tier=word(one, "tier", Tier),
                model=text_or_none(one, "model"),
                reason=one.text("reason"),
            )
            for one in plan.items("skips")
        ),
        total=_forecast(plan.member("total")),
        unlisted=tuple(
            Unlisted(
                model=one.text("model"),
                plugin=one.text("plugin"),
                skills=one.texts("skills"),
                grown=one.texts("grown"),
            )
            for one in plan.items("unlisted")[:_MOST_NOTES]
        ),
        cut=None if plan.absent("cut") else _cut(plan.member("cut")),
        baseline=word(plan, "baseline", Baseline),
    )


def _cut(cut: Members) -> Cut:
    found = Cut(most=cut.integer("max_cases"), wanted=cut.integer("wanted"))
    if not 0 < found.most < found.wanted:
        raise cut.wrong("wanted", "more than `max_cases`")
    return found


def _job(job: Members) -> Job:
    return Job(
        skill=job.text("skill"),
        skill_dir="",
        plugin=job.text("plugin"),
        tier=word(job, "tier", Tier),
        model=job.text("model"),
        suite=job.text("suite"),
        cases=job.texts("cases"),
        left_out=job.texts("left_out"),
        reasons=job.texts("reasons"),
        forecast=_forecast(job.member("forecast")),
    )


def _forecast(forecast: Members) -> Forecast:
    return Forecast(
        calls_low=forecast.integer("calls"),
        calls_high=forecast.integer("calls_high"),
        usd_low=number_or_none(forecast, "usd_low"),
        usd_high=number_or_none(forecast, "usd_high"),
        api_calls_low=forecast.integer("api_calls", 0),
        api_calls_high=forecast.integer("api_calls_high", 0),
        judge_calls_low=forecast.integer("judge_calls", 0),
        judge_calls_high=forecast.integer("judge_calls_high", 0),
        assumes_turns=forecast.flag("assumes_turns", default=False),
        is_batched=forecast.flag("batched", default=False),
    )


def _run(run: Members) -> RunSummary:
    spent = run.member("spending")
    counts = {
        name: run.integer(name)
        for name in (
            "calls",
            "control_calls",
            "lift_calls",
            "culprit_calls",
            "judge_calls",
            "shared",
            "resumed",
            "naive_calls",
            "in_flight",
            "errored",
        )
    }
    return RunSummary(
        backend=run.text("backend"),
        api_calls=run.integer("api_calls", 0),
        models=run.texts("models")[:_MOST_NOTES],
        judges=run.texts("judges")[:_MOST_NOTES],
        usd=number_or_none(run, "usd"),
        spending=Spending(**{name: spent.number(name) for name in ("cases", "judge", "lift", "culprits", "controls")}),
        forecast=None if run.absent("forecast") else _forecast(run.member("forecast")),
        models_from=text_or_none(run, "models_from") or "",
        account=text_or_none(run, "account"),
        seconds=run.number("seconds"),
        partial=text_or_none(run, "partial"),
        **counts,
    )
