"""What a reviewer is told of one case: whose wording ran, why an arm has no verdict, and why the verdict moved."""

from skill_evals.compare.screened import ArmScreen
from skill_evals.model.evidence import Evidence
from skill_evals.model.plan import Job
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.run.sampling import Sample
from skill_evals.run.screening import Screening

_TOLD = ((State.PASS, State.FAIL), (State.FAIL, State.PASS), (None, State.FAIL))
_MOST = 160
"""Characters of one arm's reason: a row of the comment holds two of them."""


def wording_words(sample: Sample) -> list[str]:
    """That the case is not the head's as it stands."""
    if sample.removed:
        return ["the head removes this case"]
    if sample.compared and not sample.wording_of_head:
        return ["in the base's wording; the head edits it"]
    return []


def cut_words(job: Job) -> str | None:
    """That the plan left cases of a family out; None: it left out none."""
    left, whole = len(job.left_out), len(job.cases) + len(job.left_out)
    return f"`max-cases` leaves {left} of its {whole} cases out" if left else None


def gap_words(sample: Sample, base: Screening | None, head: Screening | None, *, is_stored: bool) -> list[str]:
    """Why an arm was not run, or not to its end."""
    words = ["the base arm was not run"] if sample.compared and base is None and not is_stored else []
    for name, screening in (("base", base), ("head", head)):
        why = screening and (screening.stopped or screening.runs.unchecked)
        if why:
            words.append(f"no verdict in the {name} arm: {why}")
    return words


def reasons(
    base: Screening | None, head: Screening | None, verdicts: tuple[ArmScreen | None, ArmScreen]
) -> tuple[str, ...]:
    """Why a case errored, moved, or fails although it is new, from the first run of each arm that shows it.

    None for a case that is as it was, and where no run says why. ``verdicts``: of the base and of the head.
    """
    before, after = verdicts
    states = (None if before is None else before.state, after.state)
    arms = [(name, arm) for name, arm in (("base", base), ("head", head)) if arm is not None]
    if State.ERROR in states:
        arms = [(name, arm) for name, arm in arms if arm.state is State.ERROR]
    elif states not in _TOLD:
        return ()
    return tuple(f"{name}: {words}" for name, arm in arms if (words := _first(arm)))


def _first(screening: Screening) -> str:
    """Of the first run with the verdict that the case got."""
    runs = zip(screening.runs.evidence, screening.runs.verdicts, strict=True)
    return next((_said(*run) for run in runs if run[1].state is screening.state), "")


def _said(evidence: Evidence, verdict: RunVerdict) -> str:
    """A harness's own words where it measured a trigger; the grader's where a task failed or a run errored."""
    if verdict.state is State.ERROR:
        return _short(verdict.reason or evidence.detail or evidence.outcome.value)
    if evidence.key.tier is Tier.TRIGGERS:
        return _short(evidence.detail)
    return _short(verdict.reason) if verdict.state is State.FAIL else ""


def _short(text: str) -> str:
    return text if len(text) <= _MOST else text[: _MOST - 1] + "…"
