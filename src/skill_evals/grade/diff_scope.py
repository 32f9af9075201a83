"""eval-magic's ``diff_scope``: how much of the code base the agent changed."""

from skill_evals.grade.check import MalformedCheckError, number_of, skipped
from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict

_UNLIMITED = -1


def grade_diff_scope(check: Check, _place: int, _evidence: Evidence) -> CheckVerdict:
    """Skipped: a run's record holds files, not the code base that they changed, so there is no diff to measure."""
    files = number_of(check, "max_files_touched", _UNLIMITED)
    lines = number_of(check, "max_lines_changed", _UNLIMITED)
    limits = [f"{n} {what}" for n, what in ((files, "files"), (lines, "lines")) if n != _UNLIMITED]
    if not limits:
        raise MalformedCheckError("`diff_scope` needs `max_files_touched` or `max_lines_changed`")
    return skipped(f"the change is at most {' and '.join(limits)}", "the size of the change is not recorded")
