"""evolve's ``regex`` and ``not_regex``: RE2 with ``(?m)``, in a file's text or in the final answer."""

from skill_evals.dialects.patterns import PatternError, search_re2
from skill_evals.grade.check import decided, errored, failed, optional_text, skipped, text_of
from skill_evals.grade.excerpt import head, without_workspace
from skill_evals.grade.looked import looked_at
from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict

_MATCH_BYTES = 120


def grade_regex(check: Check, _place: int, evidence: Evidence) -> CheckVerdict:
    """Passes where the pattern matches; a file that is missing fails."""
    pattern, path = text_of(check, "pattern"), optional_text(check, "path")
    text = f"{path or 'output'} matches /{pattern}/"
    haystack = _haystack(path, text, evidence)
    if isinstance(haystack, CheckVerdict):
        return haystack
    if haystack is None:
        return failed(text, f"{path} missing")
    return _searched(pattern, haystack, text, evidence.workspace, wanted=True)


def grade_not_regex(check: Check, _place: int, evidence: Evidence) -> CheckVerdict:
    """Passes where the pattern does not match.

    A file that is missing is skipped: there was nothing to search, so it is neither clean, nor does it hold what must
    not be there, which is what evolve's ``false`` says. That the file must exist is ``file_exists``'s to check.
    """
    pattern, path = text_of(check, "pattern"), optional_text(check, "path")
    text = f"{path or 'output'} does not match /{pattern}/"
    haystack = _haystack(path, text, evidence)
    if isinstance(haystack, CheckVerdict):
        return haystack
    if haystack is None:
        return skipped(text, f"{path} missing")
    return _searched(pattern, haystack, text, evidence.workspace, wanted=False)


def _haystack(path: str | None, text: str, evidence: Evidence) -> str | CheckVerdict | None:
    """What to search; None where the file is missing; a verdict where it cannot be searched."""
    if path is None:
        return evidence.final_text
    found = looked_at(path, text, evidence)
    if isinstance(found, CheckVerdict):
        return found
    if found.exists and found.text is None:
        return failed(text, f"{path} is not a file")
    return found.text if found.exists else None


def _searched(pattern: str, haystack: str, text: str, workspace: str, *, wanted: bool) -> CheckVerdict:
    try:
        match = search_re2(pattern, haystack, multiline=True)
    except PatternError as problem:
        return errored(text, f"invalid pattern: {problem}")
    found = "no match" if match is None else head(without_workspace(match, workspace), _MATCH_BYTES)
    return decided(text, found, passed=(match is not None) is wanted)
