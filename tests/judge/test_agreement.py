"""Agreement of two raters, held to what others compute."""

from itertools import product
from typing import Any

import pytest
from scipy.stats import binomtest

from judge.records import evidence
from skill_evals.compare.agreement import agreement, cohens_kappa, wilson
from skill_evals.model.evidence import Judgement
from skill_evals.model.labels import JudgedLabel, Label, LabelledRun

RUN = LabelledRun(id="tea", source="f.yaml", evidence=evidence(), labels=())


def by_hand(both: int, first: int, second: int, neither: int) -> float | None:
    """Kappa from the two lists of verdicts, as chance meets them pair by pair."""
    pairs = [(1, 1)] * both + [(1, 0)] * first + [(0, 1)] * second + [(0, 0)] * neither
    if not pairs:
        return None
    observed = sum(a == b for a, b in pairs) / len(pairs)
    chance = sum(a == b for (a, _), (_, b) in product(pairs, repeat=2)) / len(pairs) ** 2
    return None if chance == 1 else (observed - chance) / (1 - chance)


def test_kappa_is_what_its_definition_says_for_every_small_table() -> None:
    for cells in product(range(4), repeat=4):
        expected, found = by_hand(*cells), cohens_kappa(*cells)
        assert found == (None if expected is None else pytest.approx(expected))


@pytest.mark.parametrize(
    ("cells", "kappa"),
    [
        ((20, 5, 10, 15), 0.4),
        ((45, 15, 25, 15), 0.1304),
        ((25, 35, 5, 35), 0.2593),
        ((9, 0, 0, 1), 1),
        ((0, 5, 5, 0), -1),
    ],
)
def test_kappa_of_tables_that_are_often_shown(cells: tuple[int, int, int, int], kappa: float) -> None:
    assert cohens_kappa(*cells) == pytest.approx(kappa, abs=5e-5)


@pytest.mark.parametrize("cells", [(0, 0, 0, 0), (7, 0, 0, 0), (0, 0, 0, 7)])
def test_where_nothing_differs_there_is_no_kappa(cells: tuple[int, int, int, int]) -> None:
    assert cohens_kappa(*cells) is None


def test_the_interval_is_scipy_s() -> None:
    for of in range(1, 30):
        for hits in range(of + 1):
            expected: Any = binomtest(hits, of).proportion_ci(0.95, method="wilson")
            assert wilson(hits, of) == pytest.approx((expected.low, expected.high), abs=1e-9)


def judged(people: tuple[bool, ...], judge: bool | None) -> JudgedLabel:
    label = Label(rubric="hot", people=people)
    return JudgedLabel(run=RUN, place=1, label=label, judgement=Judgement(passed=judge))


def test_the_majority_of_the_people_counts_and_what_has_no_verdict_does_not() -> None:
    told = agreement(
        [
            judged((True, True, False), True),
            judged((False,), False),
            judged((False, False), True),
            judged((True,), False),
            judged((True, False), True),
            judged((True,), None),
        ]
    )
    assert (told.pass_pass, told.pass_fail, told.fail_pass, told.fail_fail) == (1, 1, 1, 1)
    assert (told.unjudged, told.split, told.accuracy, told.kappa) == (1, 1, 0.5, 0)
    assert agreement([judged((True,), None)]).accuracy is None
