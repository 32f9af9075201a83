"""Whether the evidence of a claim holds: the one thing about a judge's verdict that can be checked without a judge."""

from skill_evals.grade.judge.answer import Claim
from skill_evals.grade.judge.trace import Trace
from skill_evals.model.evidence import Judgement

SHORTEST = 4
"""Characters without white space that a quote must have; a shorter one has to be a whole line."""


def supported(claim: Claim, trace: Trace) -> Judgement | str:
    """The judgement, or why the evidence does not hold, in words for the judge.

    A criterion that the judge cannot decide is an error, and no fail: nothing was measured.
    """
    if claim.passed is None:
        return Judgement(passed=None, error=f"the judge cannot tell: {_line(claim.reasoning) or 'it does not say why'}")
    if claim.basis == "quote":
        if stands_in(claim.quote, trace):
            return Judgement(passed=claim.passed, evidence=claim.quote.strip())
        return _not_found(claim.quote)
    if claim.basis == "absence":
        return _absence(claim, trace)
    return "it rests on neither a quote nor an absence"


def stands_in(quote: str, trace: Trace) -> bool:
    """Whether one piece of the record holds the quote. A run of white space is as good as any other, and none is needed
    at the ends; nothing else may differ, be it case, punctuation or the form of a quotation mark. Pieces left and
    right of a cut are two.
    """
    words = quote.split()
    wanted = " ".join(words)
    if sum(map(len, words)) >= SHORTEST:
        return any(wanted in " ".join(text.split()) for text in trace.texts)
    lines = (line for text in trace.texts for line in text.splitlines())
    return bool(wanted) and any(wanted == " ".join(line.split()) for line in lines)


def _not_found(quote: str) -> str:
    words = quote.split()
    if not words:
        return "it quotes nothing"
    if sum(map(len, words)) < SHORTEST:
        return f"a quote of fewer than {SHORTEST} characters must be a whole line of the record: {_line(quote)}"
    return f"the quote does not stand in the record: {_line(quote)}"


def _absence(claim: Claim, trace: Trace) -> Judgement | str:
    what, where = _line(claim.absent), claim.searched
    if not what:
        return "it does not say what is absent"
    if not where:
        return "it does not say what was searched"
    blind = [kind.value for kind in where if not trace.is_whole(kind)]
    if blind:
        return f"nothing can be shown to be absent from what is not recorded or not shown whole: {', '.join(blind)}"
    searched = ", ".join(kind.value for kind in where)
    return Judgement(passed=claim.passed, evidence=f"absent: {what} (searched: {searched})")


def _line(text: str) -> str:
    return " ".join(text.split())
