"""Base against head: what moved, and whether it can be told from noise."""

from dataclasses import dataclass
from enum import StrEnum

from skill_evals.model.suite import Tier


class ComparisonOutcome(StrEnum):
    """The first that holds, in this order."""

    INVALID = "invalid"
    REGRESSED = "regressed"
    PARTIAL = "partial"
    NO_BASELINE = "no-baseline"
    INCONCLUSIVE = "inconclusive"
    IMPROVED = "improved"
    UNCHANGED = "unchanged"


class CaseClass(StrEnum):
    FIXED = "fixed"
    BROKEN = "broken"
    STILL_PASSING = "still-passing"
    STILL_FAILING = "still-failing"
    NEW = "new"
    REMOVED = "removed"
    ERRORED = "errored"


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Correct runs among valid ones; errored runs stand apart and are in no rate."""

    correct: int
    valid: int
    errored: int = 0

    def __str__(self) -> str:
        return f"{self.correct}/{self.valid}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Use:
    """Tier 2: in how many runs of an arm the skill was used, among those whose harness tells."""

    used: int
    runs: int

    def __str__(self) -> str:
        return f"{self.used}/{self.runs}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Lift:
    """Tier 2: how many cases pass with the skill and without it, of those measured both ways. It enters no test."""

    with_skill: int
    without_skill: int
    cases: int
    reused: int = 0
    """Of them, those whose run without the skill is a stored one."""
    errored: int = 0
    """Cases whose runs without the skill measured nothing; they are in none of the counts above."""
    unrun: int = 0
    """Cases that the budget left no run without the skill; as above."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What decided a case in one arm, from the first run that has the case's verdict."""

    arm: str
    """``base`` or ``head``."""
    activated: tuple[str, ...] = ()
    """Skills, in order."""
    called: tuple[str, ...] = ()
    """Other tools, each once, in order."""
    said: str = ""
    """The first words of the answer."""
    skill: str = ""
    """Whose description was chosen, else whose was not."""
    description: str = ""
    """What the model was told of that skill in this arm; cut. Empty in Tier 2, and where it was not listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reverted:
    """Fresh runs of a broken case in the head arm, with one entry of the listing as it is at the base."""

    skill: str
    change: str
    """What the pull request did to the entry: ``changed``, ``added`` or ``removed``."""
    own: bool
    """Whether it is the entry of the skill under test."""
    count: Count
    returned: bool
    """Whether most of the runs were correct again: this change is why the case broke."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseComparison:
    id: str
    """The id, or the query of a trigger."""
    should_trigger: bool | None
    """None for Tier 2."""
    case_class: CaseClass
    base: Count | None
    """Screening runs of the base arm; None where there are none."""
    head: Count | None
    base_fresh: Count | None = None
    """Fresh confirmation runs, where there were any."""
    head_fresh: Count | None = None
    confirmed: bool = False
    flaky: bool = False
    activated_instead: str | None = None
    """What the head arm activated instead, where a positive broke."""
    note: str | None = None
    reasons: tuple[str, ...] = ()
    """Why it moved, errored, or fails although it is new: ``base: …``, ``head: …``, each in the words of a run."""
    turns: tuple[Turn, ...] = ()
    """Of a case that broke, or is new and fails: of each arm that was run."""
    in_head: bool = True
    """Whether the head's suite holds exactly this wording, so that it can be run there by itself."""
    reverted: tuple[Reverted, ...] = ()
    """Which of several changed descriptions broke it, tried one at a time until one is found."""
    lift: Count | None = None
    """The run without the skill; None where there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetResult:
    """One set of cases that was put to the test: the down, up or spread set of a family."""

    kind: str
    """``down``, ``up`` or ``spread``."""
    cases: tuple[str, ...]
    p_value: float | None
    """None on a deterministic backend."""
    rejected: bool
    run: bool
    """False: not run, and it counts with p = 1."""
    stopped_at_look: bool = False
    invalid: str | None = None
    base_total: Count | None = None
    head_total: Count | None = None
    settle_runs: int | None = None
    """How many runs an arm would settle it with power .8 at these rates; of a set that was not run, those of its test.
    None: not settled by 40, or not asked.
    """
    reason: str = ""
    """Why it was not run."""
    settle_usd: float | None = None
    """What those runs of all its cases in both arms would cost, at what a run cost so far; None: not known, or free."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    passed: int
    failed: int
    errored: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyComparison:
    """A family is (suite, tier, model)."""

    skill: str
    skill_dir: str
    plugin: str
    suite: str
    tier: Tier
    model: str
    outcome: ComparisonOutcome
    base: Tally | None
    head: Tally
    cases: tuple[CaseComparison, ...]
    sets: tuple[SetResult, ...] = ()
    base_reason: str = ""
    """Where the base verdicts came from: reused from committed results, run live, or why there are none."""
    base_use: Use | None = None
    """Screening and fresh runs of cases that expect the skill; None in Tier 1, and where no harness tells."""
    head_use: Use | None = None
    lift: Lift | None = None
    """None in Tier 1, and where no case was measured without the skill."""
    incomplete: bool = False
    """Errors, or a budget that did not hold the base arm, kept it from being measured to its end."""
    notes: tuple[str, ...] = ()

    @property
    def p_value(self) -> float | None:
        """The least p of its down and spread sets that were run."""
        values = [s.p_value for s in self.sets if s.kind != "up" and s.run and s.p_value is not None]
        return min(values) if values else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    outcome: ComparisonOutcome
    families: tuple[FamilyComparison, ...]
    improved_too: bool = False
    alpha: float = 0.01
    deterministic: bool = False
    notes: tuple[str, ...] = ()

    @property
    def is_incomplete(self) -> bool:
        """Whether something was not measured to its end."""
        unmeasured = self.outcome in {ComparisonOutcome.INVALID, ComparisonOutcome.PARTIAL}
        return unmeasured or any(family.incomplete for family in self.families)
