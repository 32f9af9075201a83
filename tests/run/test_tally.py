"""The runs of one case: which of those that went at once ended first is told by nothing."""

from hypothesis import given
from hypothesis import strategies as st

from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.model.verdict import RunVerdict, State
from skill_evals.run.tally import Runs

from .scripted import request


@given(st.permutations(range(6)))
def test_the_order_of_the_ends_shows_nowhere(ends: list[int]) -> None:
    runs = Runs()
    for index in ends:
        key = request(index=index).key
        runs.add(Evidence(key=key, outcome=Outcome.NO_SKILL), RunVerdict(state=State.FAIL, reason=f"of run {index}"))
    assert [one.key.index for one in runs.evidence] == list(range(6))
    assert [one.reason for one in runs.verdicts] == [f"of run {index}" for index in range(6)]
