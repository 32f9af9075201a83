"""Two tables for people: how often each rule spoke (``--statistics``), and what each cost (``--profile``)."""

from collections import Counter
from collections.abc import Iterator

from skill_evals.model.lint import LintResult, RuleTime


def statistics(result: LintResult) -> Iterator[str]:
    """A line a rule and severity, the most frequent first; what lies elsewhere is not counted."""
    counts = Counter((d.severity.value, d.code, d.rule, d.fixable) for d in result.diagnostics if not d.elsewhere)
    width = len(str(max(counts.values(), default=0)))
    for (severity, code, rule, fixable), number in sorted(counts.items(), key=lambda item: (-item[1], item[0][1])):
        yield f"{number:>{width}}  {code}  {rule}  {severity}{', fixable' if fixable else ''}"


def profile(result: LintResult) -> str:
    """A line a rule, the dearest first, in milliseconds; a rule pays for what it is the first to read."""
    total = RuleTime(
        rule="all rules",
        seconds=sum(time.seconds for time in result.times),
        found=sum(time.found for time in result.times),
    )
    rows = [*sorted(result.times, key=lambda time: -time.seconds), total]
    lines = [f"{time.seconds * 1000:9.3f}  {time.found:6}  {time.rule}\n" for time in rows]
    return "".join(["       ms   found  rule\n", *lines])
