"""What people said of runs, and what a judge said of the same."""

from dataclasses import dataclass

from skill_evals.model.evidence import Evidence, Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A criterion and the verdicts of people on it."""

    rubric: str
    people: tuple[bool, ...]

    @property
    def verdict(self) -> bool | None:
        """The majority's; None where they are evenly split."""
        passes = sum(self.people)
        return None if 2 * passes == len(self.people) else 2 * passes > len(self.people)


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelledRun:
    """``source``: the file that it is from."""

    id: str
    source: str
    evidence: Evidence
    labels: tuple[Label, ...]
    expected_output: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedLabel:
    """``place``: 1-based among the criteria of its run."""

    run: LabelledRun
    place: int
    label: Label
    judgement: Judgement


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """Counts of criteria, by what people said and then the judge. ``unjudged`` got no verdict from the judge, ``split``
    none from the people; they are in none of the figures, which are None where nothing tells them.
    """

    pass_pass: int
    pass_fail: int
    fail_pass: int
    fail_fail: int
    unjudged: int
    split: int
    accuracy: float | None
    interval: tuple[float, float] | None
    """The accuracy's, 95 %."""
    kappa: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCost:
    """Dollars are None where no price is known."""

    calls: int
    usd: float | None
    foreseen: tuple[float, float] | None = None
    in_flight: int = 0
    """Runs whose judging was broken off: perhaps paid for, and in no other number."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeCalibration:
    """``wanted``: the least kappa; ``stopped``: why it ended before its end, in words."""

    labels: tuple[JudgedLabel, ...]
    agreement: Agreement
    models: tuple[str, ...]
    """The ids that answered."""
    wanted: float
    cost: JudgeCost
    stopped: str | None = None
