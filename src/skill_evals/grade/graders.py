"""Every grader, by dialect and kind of check."""

from collections.abc import Mapping
from types import MappingProxyType

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR
from skill_evals.grade.check import Graders, MalformedCheckError, errored
from skill_evals.grade.command import grade_command
from skill_evals.grade.command_check import grade_command_check
from skill_evals.grade.diff_scope import grade_diff_scope
from skill_evals.grade.judged import grade_rubric, grade_sentence
from skill_evals.grade.pattern import grade_not_regex, grade_regex
from skill_evals.grade.presence import grade_file_absent, grade_file_exists
from skill_evals.grade.tool_call import grade_tool_call
from skill_evals.grade.transcript import grade_transcript_check
from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict

GRADERS: Mapping[str, Graders] = MappingProxyType(
    {
        EVOLVE: {
            "file_exists": grade_file_exists,
            "file_absent": grade_file_absent,
            "regex": grade_regex,
            "not_regex": grade_not_regex,
            "command": grade_command,
            "tool_call": grade_tool_call,
            "llm": grade_sentence,
        },
        EVAL_MAGIC: {
            "transcript_check": grade_transcript_check,
            "llm_judge": grade_rubric,
            "command_check": grade_command_check,
            "diff_scope": grade_diff_scope,
        },
        SKILL_CREATOR: {"llm": grade_sentence},
    }
)


def grade_check(check: Check, place: int, dialect: str, evidence: Evidence) -> CheckVerdict:
    """The verdict on one check. A kind that the dialect does not have, or a check that lacks what it needs, is an
    error: no agent can pass it, so failing it would blame the skill for its suite.
    """
    grader = GRADERS.get(dialect, {}).get(check.kind)
    if grader is None:
        return errored(check.kind or "a check without a type", f"unknown assertion type: {check.kind}")
    try:
        return grader(check, place, evidence)
    except MalformedCheckError as problem:
        return errored(check.kind, str(problem))
