"""eval-magic's ``transcript_check``: a pattern, in Rust's syntax, over what the agent called or said."""

from dataclasses import dataclass

from skill_evals.dialects.patterns import PatternError, search_rust
from skill_evals.grade.check import errored, failed, optional_text, passed, skipped, text_of
from skill_evals.grade.excerpt import without_workspace
from skill_evals.grade.haystack import called
from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict

_CALLS, _SAID = "tool_invocation_matches", "assistant_message_matches"
_EXCERPT_CHARACTERS = 200
_WRITERS = frozenset(
    {"Edit", "MultiEdit", "NotebookEdit", "Write", "apply_patch", "edit", "editor", "file_change", "write"}
)
"""Tools that write files in the harnesses that eval-magic drives; the record does not say which one it was."""
_BEFORE = {"completion_claim": "the final completion claim", "first_write": "the first write", "any": ""}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Candidate:
    text: str
    ordinal: int


def grade_transcript_check(check: Check, _place: int, evidence: Evidence) -> CheckVerdict:
    """Passes at the first candidate that matches and stands where ``must_precede`` wants it.

    Upstream fails what it cannot verify (no transcript, no conversation); here that is skipped. A check that could
    never be decided (unknown kind, bad pattern) is an error, since no agent can do anything about it.
    """
    kind, order = text_of(check, "check"), optional_text(check, "must_precede") or "any"
    if kind not in (_CALLS, _SAID):
        return errored(kind, f"unsupported transcript_check kind: '{kind}'")
    if order not in _BEFORE:
        return errored(kind, f"unsupported must_precede: '{order}'")
    pattern = text_of(check, "pattern")
    text = _sentence(kind, pattern, order)
    unverifiable = _unverifiable(kind, evidence)
    if unverifiable is not None:
        return skipped(text, unverifiable)
    candidates = _candidates(kind, evidence)
    try:
        search_rust(pattern, "")  # a bad pattern is an error, also where there is nothing to search
        hits = [c for c in candidates if search_rust(pattern, c.text) is not None]
    except PatternError as problem:
        return errored(text, f"invalid regex in pattern /{pattern}/: {problem}")
    limit = _limit(order, evidence)
    first = next((hit for hit in hits if limit is None or hit.ordinal < limit), None)
    if first is None:
        return failed(text, _miss(kind, pattern, order, hits=len(hits), of=len(candidates)))
    excerpt = without_workspace(first.text, evidence.workspace)[:_EXCERPT_CHARACTERS]
    return passed(text, f"matched ordinal {first.ordinal}: {excerpt}")


def _miss(kind: str, pattern: str, order: str, *, hits: int, of: int) -> str:
    if hits:
        return f"{hits} match(es) for /{pattern}/ occurred, but none before {_BEFORE[order]}"
    among = "invocation(s)" if kind == _CALLS else "assistant message(s)"
    return f"no candidate matched /{pattern}/ across {of} {among}"


def _sentence(kind: str, pattern: str, order: str) -> str:
    subject = "a tool call" if kind == _CALLS else "an assistant message"
    return f"{subject} matches /{pattern}/" + (f" before {_BEFORE[order]}" if _BEFORE[order] else "")


def _unverifiable(kind: str, evidence: Evidence) -> str | None:
    """Why there is nothing to search. A transcript that holds anything at all is one: without calls, none was made."""
    if kind == _CALLS and evidence.tool_calls is None:
        return "harness does not report tool calls"
    if kind == _SAID and evidence.messages is None:
        return "no conversation was recorded"
    return None if evidence.tool_calls or evidence.messages else "the transcript is empty"


def _candidates(kind: str, evidence: Evidence) -> tuple[_Candidate, ...]:
    if kind == _SAID:
        return tuple(_Candidate(text=m.text, ordinal=m.ordinal) for m in evidence.messages or ())
    return tuple(_Candidate(text=called(c), ordinal=c.ordinal) for c in evidence.tool_calls or ())


def _limit(order: str, evidence: Evidence) -> int | None:
    """The ordinal that a match must stand before; None: any place will do, also where there is nothing to precede."""
    if order == "completion_claim":
        return max((m.ordinal for m in evidence.messages or ()), default=None)
    if order == "first_write":
        return min((c.ordinal for c in evidence.tool_calls or () if c.name in _WRITERS), default=None)
    return None
