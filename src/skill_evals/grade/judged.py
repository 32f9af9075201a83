"""Sentences that a judge model decides: evolve's ``llm``, eval-magic's ``llm_judge``, skill-creator's expectations."""

from skill_evals.grade.check import decided, errored, skipped, text_of
from skill_evals.grade.excerpt import head, without_workspace
from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict

_EVIDENCE_BYTES = 200


def grade_sentence(check: Check, place: int, evidence: Evidence) -> CheckVerdict:
    """A plain sentence: ``text`` is what must be true."""
    return _judged(text_of(check, "text"), place, evidence)


def grade_rubric(check: Check, place: int, evidence: Evidence) -> CheckVerdict:
    """eval-magic's ``llm_judge``: ``rubric`` is what the judge is asked."""
    return _judged(text_of(check, "rubric"), place, evidence)


def _judged(text: str, place: int, evidence: Evidence) -> CheckVerdict:
    """A judge that failed is an error of the harness, never a fail of the skill, as both upstream runners have it."""
    judgement = evidence.judgements.get(place)
    if judgement is None:
        return skipped(text, "no judge here")
    if judgement.error is not None or judgement.passed is None:
        return errored(text, f"judge error: {judgement.error or 'no verdict'}")
    found = head(without_workspace(judgement.evidence, evidence.workspace), _EVIDENCE_BYTES)
    return decided(text, found, passed=judgement.passed)
