"""How far two raters agree on yes or no: accuracy with its interval, Cohen's kappa; and a judge held against people."""

from collections import Counter
from collections.abc import Iterable

from skill_evals.model.labels import Agreement, JudgedLabel

_Z = 1.959963984540054
"""The normal distribution's 97.5 % quantile."""


def agreement(labels: Iterable[JudgedLabel]) -> Agreement:
    """The judge beside the majority of the people, criterion by criterion."""
    seen = Counter(_cell(one) for one in labels)
    both, only_people, only_judge, neither = (
        seen[cell] for cell in ("pass pass", "pass fail", "fail pass", "fail fail")
    )
    measured = both + only_people + only_judge + neither
    return Agreement(
        pass_pass=both,
        pass_fail=only_people,
        fail_pass=only_judge,
        fail_fail=neither,
        unjudged=seen["unjudged"],
        split=seen["split"],
        accuracy=(both + neither) / measured if measured else None,
        interval=wilson(both + neither, measured) if measured else None,
        kappa=cohens_kappa(both, only_people, only_judge, neither),
    )


def cohens_kappa(both: int, first: int, second: int, neither: int) -> float | None:
    """The share of the agreement beyond chance that was reached, 1 at most: (observed - chance) / (1 - chance), where
    chance is what two raters reach who say yes as often as these do (Cohen, 1960).

    ``first`` counts what only the first rater takes for a yes. None without a count, and where both say the same of
    everything, since chance explains that as well.
    """
    n = both + first + second + neither
    if n in (0, both, neither):
        return None
    one, other = (both + first) / n, (both + second) / n
    chance = one * other + (1 - one) * (1 - other)
    return ((both + neither) / n - chance) / (1 - chance)


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson, 1927)."""
    share = hits / of
    spread = _Z * (share * (1 - share) / of + _Z**2 / (4 * of**2)) ** 0.5
    middle, scale = share + _Z**2 / (2 * of), 1 + _Z**2 / of
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)


def _cell(one: JudgedLabel) -> str:
    people, judge = one.label.verdict, one.judgement.passed
    if people is None:
        return "split"
    if judge is None:
        return "unjudged"
    return f"{'pass' if people else 'fail'} {'pass' if judge else 'fail'}"
