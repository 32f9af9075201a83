"""Findings made up for tests of the reports."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.lint import LintResult, LintSummary
from skill_evals.model.position import Span


def finding(
    path: str = "evals/a.json", *, severity: Severity = Severity.ERROR, message: str = "wrong", span: Span | None = None,
    elsewhere: bool = False, fixable: bool = False, rule: str = "duplicate-id", code: str = "I002", fingerprint: str = "0f",
) -> Diagnostic:  # fmt: skip
    return Diagnostic(
        rule=rule, code=code, severity=severity, path=path, message=message, elsewhere=elsewhere,
        span=span or Span(line=3, column=9, end_line=3, end_column=12), suite=path, fixable=fixable,
        fingerprint=fingerprint,
    )  # fmt: skip


def result(*found: Diagnostic, crashed: tuple[str, ...] = (), **counts: int) -> LintResult:
    def count(severity: Severity) -> int:
        return sum(d.severity is severity and not d.elsewhere for d in found)

    known: Mapping[str, Any] = {"skills": 1, "suites": 2, "files": 3, "not_checked": 1, **counts}
    return LintResult(
        diagnostics=found,
        summary=LintSummary(
            errors=count(Severity.ERROR), warnings=count(Severity.WARNING), infos=count(Severity.INFO),
            elsewhere=sum(d.elsewhere for d in found), **known,
        ),
        crashed=crashed,
    )  # fmt: skip


NASTY = "a/.%,:;|`<&]()[#@\\\"'\n\r\t\x00\x1b\u200e\u202e\u2028\ufffe\uffff你🙂é\udc80\udcff"
"""Letters that mean something to one of the formats, or are no letters."""

names = st.text(st.sampled_from(NASTY) | st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
"""Names that a file may have, as Python gives them (``os.fsdecode``)."""

texts = st.one_of(
    names, st.lists(st.sampled_from(["::error::x", "##[error]", "\n", "](https://e.org)", "|", "a"])).map("".join)
)

results = st.lists(
    st.builds(
        finding, names, severity=st.sampled_from(Severity), message=texts, elsewhere=st.booleans(),
        fingerprint=st.sampled_from(["0a", "0b"]),
    ),
    max_size=45,
).map(lambda found: result(*found))  # fmt: skip
