"""Controls: before Tier 1 means anything, a skill that must activate does, and one that must not stays silent.

Asked once per arm, model and sweep, in a listing of its own. Control runs are reported and are in no ratio.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage
from skill_evals.model.skill import Skill, Surface
from skill_evals.model.suite import Tier, TriggerCase
from skill_evals.run.activation import activated
from skill_evals.run.ports.journal import NOT_RECORDED
from skill_evals.run.ports.request import Catalogue, Install, RunRequest, TreeFile

TRIES = 3
FALSE_ALARMS = 2
TARGET = "convert-roman-numerals"


def _skill(name: str, description: str) -> Skill:
    directory = f"controls/{name}"
    surface = Surface(name=name, description=description, digest=f"control:{name}")
    return Skill(name=name, directory=directory, path=f"{directory}/SKILL.md", surface=surface)


LISTING = Catalogue(
    skills=(
        _skill(
            TARGET,
            "Convert Roman numerals to decimal numbers and decimal numbers to Roman numerals. Use whenever somebody "
            "asks to convert, read or write a Roman numeral such as MCMXCIV.",
        ),
        _skill(
            "identify-bird-songs",
            "Identify birds by their songs and calls. Use whenever somebody describes the song of a bird and asks "
            "which species it was.",
        ),
    ),
    digest="controls:1",
)
INSTALLS = tuple(
    Install(
        name=skill.name,
        files={
            "SKILL.md": TreeFile(
                data=f"---\nname: {skill.name}\ndescription: {skill.surface.description}\n---\n"
                f"Answer in one line.\n".encode()
            )
        },
    )
    for skill in LISTING.skills
)
"""The same skills on disk, for agents that look there."""
_POSITIVE, _NEGATIVE = "control (positive)", "control (negative)"
POSITIVE = "Convert the Roman numeral MCMXCIV to a decimal number."
NEGATIVE = "My sourdough bread stays flat in the oven. What should I change?"


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlResult:
    arm: Arm
    model: str
    fault: str | None
    """Why every Tier 1 run of this arm and model is invalid, in words; None where the controls did as they must."""
    evidence: tuple[Evidence, ...]


class Control:
    """A series of the engine: one query, asked until it gave what it must, or too often gave what it must not."""

    def __init__(self, *, arm: Arm, model: str, should_trigger: bool) -> None:
        self.evidence: list[Evidence] = []
        self._given = 0
        name = _POSITIVE if should_trigger else _NEGATIVE
        query = POSITIVE if should_trigger else NEGATIVE
        self._expected = should_trigger
        self._first = RunRequest(
            key=RunKey(
                arm=arm,
                stage=Stage.CONTROL,
                tier=Tier.TRIGGERS,
                model=model,
                suite="",
                case=name,
                index=0,
            ),
            catalogue=LISTING,
            target=TARGET,
            trigger=TriggerCase(key=query, query=query, should_trigger=should_trigger, at=(), query_at=(), label_at=()),
            skill_dir=LISTING.skills[0].directory,
            installs=INSTALLS,
        )

    def ready(self) -> Sequence[RunRequest]:
        if self._given > len(self.evidence) or self._given == TRIES or self._is_settled():
            return ()
        self._given += 1
        return (replace(self._first, key=replace(self._first.key, index=self._given - 1)),)

    def take(self, request: RunRequest, evidence: Evidence) -> None:  # noqa: ARG002 -- the engine tells every series both
        self.evidence.append(evidence)

    def fault(self) -> str | None:
        if self._gave_expected():
            return None
        last = self.evidence[-1] if self.evidence else None
        if last is None or last.outcome is Outcome.BUDGET or last.detail.startswith(NOT_RECORDED):
            return None
        if self._fired() >= FALSE_ALARMS:
            return f"the control skill was activated {self._fired()} times on a query that has nothing to do with it"
        measured = sum(one.outcome.measured for one in self.evidence)
        if self._expected and measured == len(self.evidence):
            return f"the control skill stayed silent {measured} times on a query that must activate it"
        return f"the control could not be measured: {last.detail or last.outcome}"

    def _is_settled(self) -> bool:
        return self._gave_expected() or (not self._expected and self._fired() >= FALSE_ALARMS)

    def _gave_expected(self) -> bool:
        return any(
            one.outcome.measured and activated(TARGET, one.activations) is self._expected for one in self.evidence
        )

    def _fired(self) -> int:
        return 0 if self._expected else sum(activated(TARGET, one.activations) for one in self.evidence)


def controls(arm: Arm, model: str) -> tuple[Control, Control]:
    """The positive and the negative control of an arm and model."""
    return (
        Control(arm=arm, model=model, should_trigger=True),
        Control(arm=arm, model=model, should_trigger=False),
    )


def went_wrong(evidence: Evidence) -> bool:
    """Whether a run is a control's that did not do as it must: by the next sweep what was wrong may be mended."""
    if evidence.key.stage is not Stage.CONTROL:
        return False
    must = evidence.key.case == _POSITIVE
    return not evidence.outcome.measured or activated(TARGET, evidence.activations) is not must


def judged(arm: Arm, model: str, asked: Sequence[Control]) -> ControlResult:
    """What the finished controls say."""
    fault = next((words for one in asked if (words := one.fault())), None)
    evidence = tuple(one for control in asked for one in control.evidence)
    return ControlResult(arm=arm, model=model, fault=fault, evidence=evidence)
