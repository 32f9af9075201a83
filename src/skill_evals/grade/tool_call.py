"""evolve's ``tool_call``: did the agent call a tool, with arguments that match?"""

from skill_evals.dialects.patterns import PatternError, search_re2
from skill_evals.grade.check import errored, failed, optional_text, passed, skipped, text_of
from skill_evals.grade.excerpt import head, without_workspace
from skill_evals.model.evidence import Evidence, ToolCall
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict

_ARGUMENT_BYTES = 120


def grade_tool_call(check: Check, _place: int, evidence: Evidence) -> CheckVerdict:
    """Passes at the first call whose name matches ``tool`` and whose raw argument JSON matches ``pattern``, if set."""
    tool, pattern = text_of(check, "tool"), optional_text(check, "pattern")
    text = f"agent called tool /{tool}/" + (f" with args /{pattern}/" if pattern else "")
    if evidence.tool_calls is None:
        return skipped(text, "harness does not report tool calls")
    try:
        call = _first(evidence.tool_calls, tool, pattern)
    except PatternError as problem:
        return errored(text, f"invalid pattern: {problem}")
    if call is None:
        return failed(text, f"no tool_call matched /{tool}/")
    arguments = head(without_workspace(call.arguments or "", evidence.workspace), _ARGUMENT_BYTES)
    return passed(text, f"{call.name} {arguments}".rstrip())


def _first(calls: tuple[ToolCall, ...], tool: str, pattern: str | None) -> ToolCall | None:
    # Both patterns are compiled before any call is looked at, so that a bad one is an error whatever the agent did.
    search_re2(tool, "", multiline=False)
    search_re2(pattern or "", "", multiline=False)
    for call in calls:
        named = search_re2(tool, call.name, multiline=False) is not None
        if named and (pattern is None or search_re2(pattern, call.arguments or "", multiline=False) is not None):
            return call
    return None
