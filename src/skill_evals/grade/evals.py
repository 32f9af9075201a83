"""Tier 2: one run of a task, all its checks, one verdict."""

from collections import Counter

from skill_evals.grade.check import decided, skipped
from skill_evals.grade.graders import grade_check
from skill_evals.grade.names import among
from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.model.suite import EvalCase
from skill_evals.model.verdict import CheckVerdict, RunVerdict, State


def grade_eval(case: EvalCase, dialect: str, evidence: Evidence, *, target: str | None = None) -> RunVerdict:
    """The verdict on one run of a task; its first verdicts are those of ``case.checks``, place by place.

    One check failed: fail. Else one could not be decided: error. Else, if at least one passed: pass, and the reason
    counts those that were skipped. A check is skipped where its author allowed for that (``requires``) or where this
    harness cannot decide it at all; counting it as a fail would fail the same cases in both arms for ever. Nothing but
    skips, or no checks: skipped, never a pass.

    ``target`` names the skill, for a case in which it must not be used; None: any activation is the skill's, since in
    Tier 2 its siblings are absent.
    """
    if evidence.outcome is Outcome.DID_NOT_FINISH:
        return RunVerdict(state=State.FAIL, reason=f"did not finish: {evidence.detail or 'turns or time ran out'}")
    if not evidence.outcome.measured:
        return RunVerdict(state=State.ERROR, reason=evidence.detail or f"not measured: {evidence.outcome.value}")
    checks = [grade_check(check, place, dialect, evidence) for place, check in enumerate(case.checks)]
    if not case.should_trigger:
        checks.append(_unused(target, evidence))
    state = _state(checks)
    return RunVerdict(state=state, reason=_reason(state, checks), checks=tuple(checks))


def _unused(target: str | None, evidence: Evidence) -> CheckVerdict:
    """``skill_should_trigger: false``: upstream declares it and never looks."""
    text = f"{target or 'the skill'} is not used"
    used = among(target, evidence.activations) if target else bool(evidence.activations)
    if not used and evidence.tool_calls is None:
        return skipped(text, "harness does not report tool calls")
    return decided(text, "it was activated" if used else "it was not activated", passed=not used)


def _state(checks: list[CheckVerdict]) -> State:
    states = {check.state for check in checks}
    return next((s for s in (State.FAIL, State.ERROR, State.PASS) if s in states), State.SKIPPED)


def _reason(state: State, checks: list[CheckVerdict]) -> str:
    if not checks:
        return "the case has no checks"
    counts = Counter(check.state for check in checks)
    words = {State.PASS: "passed", State.FAIL: "failed", State.ERROR: "not decided", State.SKIPPED: "skipped"}
    counted = ", ".join(f"{counts[s]} {word}" for s, word in words.items() if counts[s])
    first = next((c for c in checks if c.state is state and state is not State.PASS), None)
    return counted if first is None else f"{counted}; {first.text}: {first.evidence}"
