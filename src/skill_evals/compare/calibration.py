"""How far two backends agree on which queries activate a skill, by verdicts of cases and run by run."""

from collections import Counter
from collections.abc import Iterable, Sequence

from skill_evals.compare.agreement import cohens_kappa
from skill_evals.model.calibration import AgreementTable, AskedCase


def by_case(cases: Iterable[AskedCase]) -> AgreementTable:
    return _table((case.first.verdict, case.second.verdict) for case in cases)


def by_run(cases: Sequence[AskedCase]) -> AgreementTable:
    """The runs of a case are independent, so the first of one backend is put beside the first of the other."""
    return _table(pair for case in cases for pair in zip(case.first.runs, case.second.runs, strict=True))


def _table(pairs: Iterable[tuple[bool | None, bool | None]]) -> AgreementTable:
    seen = Counter(pairs)
    both, first, second, neither = seen[True, True], seen[True, False], seen[False, True], seen[False, False]
    return AgreementTable(
        both=both,
        first=first,
        second=second,
        neither=neither,
        unmeasured=seen.total() - both - first - second - neither,
        kappa=cohens_kappa(both, first, second, neither),
    )
