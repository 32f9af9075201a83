"""The turn that decided a case in each arm, for cases that broke or are new and fail."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from skill_evals.app.sweep.family import FamilyWork
from skill_evals.model.comparison import CaseClass, CaseComparison, Comparison, Turn
from skill_evals.model.evidence import Arm, Evidence
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State
from skill_evals.run.ports.request import RunRequest
from skill_evals.run.sampling import Sample
from skill_evals.run.tally import Runs

SAID = 300
DESCRIPTION = 700
"""Characters of each that a reviewer is shown."""
_SKILL = "Skill"
"""The tool that activates one; what it activated stands apart."""
_SHOWN = {
    CaseClass.BROKEN: ((Arm.BASE, State.PASS), (Arm.HEAD, State.FAIL)),
    CaseClass.NEW: ((Arm.HEAD, State.FAIL),),
}


def with_turns(comparison: Comparison, families: Sequence[FamilyWork]) -> Comparison:
    """``families`` in the order of the comparison's."""
    pairs = zip(comparison.families, families, strict=True)
    return replace(
        comparison,
        families=tuple(
            replace(told, cases=tuple(_with_turns(case, family) for case in told.cases)) for told, family in pairs
        ),
    )


def _with_turns(case: CaseComparison, family: FamilyWork) -> CaseComparison:
    sample = next(sample for sample in family.samples if sample.id == case.id)
    return replace(case, turns=tuple(_turns(case, sample, family)), in_head=sample.wording_of_head)


def _turns(case: CaseComparison, sample: Sample, family: FamilyWork) -> Iterator[Turn]:
    for arm, state in _SHOWN.get(case.case_class, ()):
        found = _first(family, sample.id, arm, state)
        if found is not None:
            yield _turn(found, family.requests[arm, sample.id])


def _first(family: FamilyWork, case: str, arm: Arm, state: State) -> Evidence | None:
    """The first run with the verdict, of screening, else of the fresh ones: a stored verdict has no runs."""
    screening = family.screenings.get((arm, case))
    every: list[Runs] = [*([] if screening is None else [screening.runs]), *family.fresh_runs(case, arm)]
    pairs = (pair for runs in every for pair in zip(runs.evidence, runs.verdicts, strict=True))
    return next((evidence for evidence, verdict in pairs if verdict.state is state), None)


def _turn(found: Evidence, request: RunRequest) -> Turn:
    skill = found.activations[0].rpartition(":")[2] if found.activations else request.target
    listed = {one.name: one for one in request.catalogue.skills}
    is_trigger = found.key.tier is Tier.TRIGGERS
    told = listed[skill].surface if is_trigger and skill in listed else None
    tools = dict.fromkeys(call.name for call in found.tool_calls or () if call.name != _SKILL)
    return Turn(
        arm=found.key.arm.value,
        activated=found.activations,
        called=tuple(tools),
        said=_cut(found.final_text or next((one.text for one in found.messages or ()), ""), SAID),
        skill=skill,
        description=""
        if told is None
        else _cut(" ".join(filter(None, (told.description, told.when_to_use))), DESCRIPTION),
    )


def _cut(text: str, limit: int) -> str:
    words = " ".join(text.split())
    return words if len(words) <= limit else words[: limit - 1].rstrip() + "…"
