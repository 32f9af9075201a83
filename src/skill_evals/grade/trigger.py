"""Tier 1: did the skill activate where it should, and only there?"""

from skill_evals.grade.names import among
from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.model.suite import TriggerCase
from skill_evals.model.verdict import RunVerdict, State


def grade_trigger(case: TriggerCase, target: str, evidence: Evidence) -> RunVerdict:
    """The verdict on one run of a query.

    Correct: the target is among the activations of a positive, and not among those of a negative, whatever else was
    activated. A run that was not measured is an error, since evolve's way (no hit, so every negative passes) makes a
    dead harness look good; running out of turns is one too: it says nothing about which skill would have come.
    """
    if case.should_trigger is None:
        return RunVerdict(state=State.SKIPPED, reason="the case has no label, so nothing is expected of it")
    if not evidence.outcome.measured or evidence.outcome is Outcome.DID_NOT_FINISH:
        return RunVerdict(state=State.ERROR, reason=evidence.detail or f"not measured: {evidence.outcome.value}")
    activated = among(target, evidence.activations)
    state = State.PASS if activated is case.should_trigger else State.FAIL
    return RunVerdict(state=state, reason=_reason(target, evidence.activations, activated=activated))


def _reason(target: str, activations: tuple[str, ...], *, activated: bool) -> str:
    if activated:
        return f"{target} was activated"
    if activations:
        return f"{target} was not activated, but {', '.join(activations)}"
    return "no skill was activated"
