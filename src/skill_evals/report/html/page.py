"""The page: verdict, what moved, confusion, cost, findings, plan."""

from skill_evals.model.report import Report
from skill_evals.report import money_words, plan_words, words
from skill_evals.report.benchmark_words import CLAIM
from skill_evals.report.benchmark_words import headline as benchmark_headline
from skill_evals.report.check_run import conclusion
from skill_evals.report.claims_words import claim_cells, claims_line
from skill_evals.report.html.cases import families
from skill_evals.report.html.markup import Markup, Part, code, fold, items, joined, safe, table, tag, ticked
from skill_evals.report.html.matrix import matrices
from skill_evals.report.html.style import STYLE

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'"
"""Whatever slips into the page loads nothing, runs nothing and leads nowhere."""
_KIND = {"success": "good", "failure": "bad", "neutral": "warn"}
_MOST_FINDINGS = 2_000


def render(report: Report) -> str:
    """One document of HTML 5, ending in a newline; every part of the report that took place."""
    title = safe(f"skill-evals: {words.headline(report)}")
    body = joined(
        (
            tag("h1", f"skill-evals: {words.headline(report)}"),
            _verdict(report),
            "" if report.comparison is None else families(report.comparison, report.replay),
            _claims(report),
            _confusion(report),
            _cost(report),
            _findings(report),
            _benchmarks(report),
            _plan(report),
            tag("footer", "Counts are correct runs of valid ones; errored runs are in no rate."),
        )
    )
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body.text}\n</body>\n</html>\n"
    )


def _verdict(report: Report) -> Markup:
    lines: list[Part] = []
    if report.gate.failed:
        lines.append(tag("p", tag("strong", "This pull request does not pass: "), "; ".join(report.gate.reasons)))
    if report.unmeasured:
        lines.append(tag("p", tag("strong", "Not measured, because "), ticked(report.unmeasured)))
    if report.run is not None and report.run.partial:
        lines.append(tag("p", tag("strong", "Measured in part: "), ticked(report.run.partial)))
    lines += [tag("p", tag("strong", "Not run here: "), ticked(reason)) for reason in report.withheld]
    if report.plan is not None:
        told = (*plan_words.baseline_lines(report.plan), *words.unlisted_lines(report.plan))
        lines += [tag("p", ticked(line)) for line in told]
    if report.base is not None:
        lines.append(tag("p", "Base ", code(report.base[:12]), ", ", ticked(report.base_reason), kind="dim"))
    lines.append(tag("p", f"Lint: {words.lint_line(report.lint.summary)}.", kind="dim"))
    return tag("div", *lines, kind=f"verdict {_KIND[conclusion(report)]}")


def _claims(report: Report) -> Markup:
    if report.audit is None:
        return Markup("")
    heads = ("case", "claimed", "measured in the head", "in the base")
    wrong = report.audit.disagreeing
    rows = (
        (joined((code(one.claim.case), " of ", code(one.claim.skill), ", ", code(one.claim.model))), *claim_cells(one))
        for one in wrong
    )
    told = table(heads, rows) if wrong else ""
    return joined((tag("h2", "Claimed and measured"), tag("p", f"{claims_line(report.audit)}."), told))


def _confusion(report: Report) -> Markup:
    if not report.confusions:
        return Markup("")
    words_ = "Screening runs by the skill that was called first; those of reused verdicts are not made again."
    return joined((tag("h2", "Who was called for whom"), tag("p", words_, kind="dim"), matrices(report.confusions)))


def _cost(report: Report) -> Markup:
    lines: list[Part] = []
    run = report.run
    if run is not None:
        lines.append(f"Run: {money_words.cost_line(run)}")
        lines += [joined((f"{title}: ", ticked(text))) for title, text in money_words.money_lines(run)]
    comparison = report.comparison
    reasons = {family.base_reason for family in comparison.families} if comparison else set()
    lines += [joined(("Base verdicts: ", ticked(reason))) for reason in sorted(reasons - {""})]
    notes = [*(comparison.notes if comparison else ()), *report.gate.notes, *report.notes]
    lines += map(ticked, notes)
    return joined((tag("h2", "How it was measured, and what it cost"), items(lines))) if lines else Markup("")


def _findings(report: Report) -> Markup:
    found = words.here(report.lint.diagnostics)
    if not found:
        return Markup("")
    rows = (
        (d.severity.value, code(d.rule), code(f"{d.path}:{d.span.line}:{d.span.column}"), ticked(d.message))
        for d in found[:_MOST_FINDINGS]
    )
    left = len(found) - _MOST_FINDINGS
    more = tag("p", f"… and {left:,} more") if left > 0 else ""
    return joined((tag("h2", "Lint"), table(("", "rule", "place", "finding"), rows), more))


def _benchmarks(report: Report) -> Markup:
    if not report.benchmarks:
        return Markup("")
    lines = [joined((ticked(benchmark_headline(one)), " ", code(one.path))) for one in report.benchmarks]
    return joined((tag("h2", "Committed benchmarks"), tag("p", f"{CLAIM}.", kind="dim"), items(lines)))


def _plan(report: Report) -> Markup:
    if report.plan is None:
        return Markup("")
    ran = [
        joined(
            (
                code(job.skill),
                f" {words.TIER[job.tier]} on ",
                code(job.model),
                f" ({plan_words.planned(job)}): {'; '.join(job.reasons)}",
            )
        )
        for job in report.plan.jobs
    ]
    skipped = [joined((code(skip.skill), f" {words.TIER[skip.tier]}: {skip.reason}")) for skip in report.plan.skips]
    title = f"What ran and what did not ({len(ran)} run, {len(skipped)} skipped)"
    return fold(title, tag("h3", "Run"), items(ran), tag("h3", "Skipped"), items(skipped))
