"""eval-magic's ``diff_scope``: how much of the code base the agent changed."""

from skill_evals.grade.check import MalformedCheckError, decided, errored, number_of, skipped
from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict

_UNLIMITED = -1


def grade_diff_scope(check: Check, _place: int, evidence: Evidence) -> CheckVerdict:
    """Passes where neither limit is exceeded; lines that were added and lines that were removed count alike."""
    files = number_of(check, "max_files_touched", _UNLIMITED)
    lines = number_of(check, "max_lines_changed", _UNLIMITED)
    limits = [f"{n} {what}" for n, what in ((files, "files"), (lines, "lines")) if n != _UNLIMITED]
    if not limits:
        raise MalformedCheckError("`diff_scope` needs `max_files_touched` or `max_lines_changed`")
    text, size = f"the change is at most {' and '.join(limits)}", evidence.diff
    if size is None:
        return skipped(text, "the size of the change is not recorded")
    if size.error is not None:
        return errored(text, f"the change could not be measured: {size.error}")
    changed = size.added + size.removed
    parts = (
        f"files touched: {_held(size.files, files)}",
        f"lines changed: {_held(changed, lines)} ({size.added} added + {size.removed} removed)",
        f"hunks: {size.hunks}",
    )
    is_within = (files == _UNLIMITED or size.files <= files) and (lines == _UNLIMITED or changed <= lines)
    return decided(text, "; ".join(parts), passed=is_within)


def _held(count: int, limit: int) -> str:
    if limit == _UNLIMITED:
        return f"{count} (no limit)"
    return f"{count} {'<=' if count <= limit else '>'} {limit}"
