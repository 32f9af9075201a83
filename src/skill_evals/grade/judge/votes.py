"""Several answers of one judge to one question: the majority of all that were planned decides, or nobody does."""

from collections.abc import Sequence

from skill_evals.model.evidence import Judgement


def is_settled(votes: Sequence[Judgement], planned: int) -> bool:
    """Whether no further vote can change what ``counted`` says of them."""
    most = max(_count(votes, passed=True), _count(votes, passed=False))
    needed, left = planned // 2 + 1, planned - len(votes)
    return most >= needed or most + left < needed


def counted(votes: Sequence[Judgement], planned: int) -> Judgement:
    """The verdict of more than half of the planned votes, with the first evidence for it; else an error, never a fail.

    Votes that are errors count for neither side. A verdict that was not unanimous says so in its evidence.
    """
    for passed in (True, False):
        agreeing = [vote for vote in votes if vote.error is None and vote.passed is passed]
        if len(agreeing) > planned // 2:
            evidence = agreeing[0].evidence
            split = f"{len(agreeing)} of {len(votes)} votes: " if len(agreeing) < len(votes) else ""
            return Judgement(passed=passed, evidence=f"{split}{evidence}")
    if planned == 1 and votes:
        return votes[0]
    told = f"{_count(votes, passed=True)} pass, {_count(votes, passed=False)} fail"
    errors = [vote.error for vote in votes if vote.error is not None]
    first = f", {len(errors)} without a verdict ({errors[0]})" if errors else ""
    return Judgement(passed=None, error=f"no majority among {planned} votes: {told}{first}")


def _count(votes: Sequence[Judgement], *, passed: bool) -> int:
    return sum(vote.error is None and vote.passed is passed for vote in votes)
