"""The grid of a benchmark: for each assertion of each eval, what its runs gave under each condition."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from skill_evals.model.benchmark import AssertionGrade, Grading
from skill_evals.model.comparison import Count

Key = tuple[str, str]
"""Eval id and assertion id."""

_NOT_JUDGED = (
    "judge response missing at ",
    "tool_invocations is empty",
    "assistant_message_matches requires a scripted",
)
"""How eval-magic's evidence begins where nothing was there to judge (grade/finalize.rs, grade/transcript_check.rs)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """The grades of one assertion under one condition, in the order of the runs."""

    grades: tuple[AssertionGrade, ...]

    @property
    def count(self) -> Count:
        judged = [grade for grade in self.grades if is_judged(grade)]
        passed = sum(grade.passed for grade in judged)
        return Count(correct=passed, valid=len(judged), errored=len(self.grades) - len(judged))

    @property
    def passes(self) -> bool | None:
        """Whether more than half of the judged runs passed; None where none was judged."""
        count = self.count
        return 2 * count.correct > count.valid if count.valid else None

    def evidence(self) -> str:
        """The grader's words in the first run that gave the cell's verdict."""
        verdict = self.passes
        return next((g.evidence for g in self.grades if is_judged(g) and g.passed is verdict and g.evidence), "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    evals: frozenset[str]
    cells: Mapping[Key, Mapping[str, Cell]] = field(repr=False)
    """By assertion, then by condition."""


def is_judged(grade: AssertionGrade) -> bool:
    """False where eval-magic graded a failure for want of anything to judge."""
    return grade.passed or not grade.evidence.startswith(_NOT_JUDGED)


def grid(gradings: Iterable[Grading]) -> Grid:
    found: dict[Key, dict[str, list[AssertionGrade]]] = {}
    evals = set()
    for grading in sorted(gradings, key=lambda g: (g.eval_id, g.condition, g.run_index or 0)):
        evals.add(grading.eval_id)
        for grade in grading.body.assertion_results:
            found.setdefault((grading.eval_id, grade.id), {}).setdefault(grading.condition, []).append(grade)
    cells = {
        key: {condition: Cell(grades=tuple(grades)) for condition, grades in by_condition.items()}
        for key, by_condition in found.items()
    }
    return Grid(evals=frozenset(evals), cells=cells)
