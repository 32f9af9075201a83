"""What a job will take: runs, calls and dollars, low and high.

With r screening runs of a case, c confirmation runs, and a base that has the case or not:

    runs low  = Σ ⌈r / 2⌉                                  decisive in the head arm, base verdicts reused
    runs high = Σ r × arms + 2 × c where both arms have it  nothing decisive, base arm live, every case confirmed

In Tier 2 each case that the head has is run once more without the skill (lift) in the high figure, in the low one only
where no stored result tells how that ends. In Tier 1, where several entries of the listing changed, the high figure has
c more runs for each of them and each case that both arms have: the search for the one that broke it. Then
    calls     = runs × the calls of one run of that case (plan/calls.py) and of judging it, the low or the high figure
    dollars   = runs × the dollars of the same

arms is 2 where the base has the case, else 1; a case that the head edits runs r times more, in the head's wording.
On a deterministic backend r and c are 1 and nothing is confirmed. Runs that are repeated because the harness failed are
not foreseen, nor is what a cache saves: a prompt counts at the full price of its tokens. Nor is it that suites which
ask the same share a run (run/shared.py), so that even less than the low figure may be run. In batches all tokens cost
half; controls and tasks go in none.

A run of Tier 2 costs what the stored run of the case cost, where results hold that; otherwise, as for Tier 1, it is
the prompt's and the listing's length at four characters a token, plus the allowances below, at the model's rate.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from skill_evals.model.config import TierPolicy
from skill_evals.model.plan import Forecast, Foreseen
from skill_evals.model.results import EvalResult
from skill_evals.model.suite import EvalCase, Tier
from skill_evals.plan.calls import Calls, calls_of
from skill_evals.plan.pairs import Case
from skill_evals.plan.prices import Rate
from skill_evals.plan.stored import Result

_CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class _Allowance:
    """Tokens of one run beyond prompt and listing: instructions and tools, an agent's turns, the answer."""

    input_low: int
    input_high: int
    output_low: int
    output_high: int


_ALLOWANCE = {
    Tier.TRIGGERS: _Allowance(input_low=500, input_high=4_000, output_low=50, output_high=400),
    Tier.EVALS: _Allowance(input_low=5_000, input_high=200_000, output_low=500, output_high=10_000),
}

_CONTROLS_LOW, _CONTROLS_HIGH = 2, 6
"""Control calls an arm and model: one positive, one negative, each asked up to three times."""
_CONTROL_CHARACTERS = 800

_BATCHED = 0.5
"""The price of a batch, in that of single calls."""

NOTHING = Forecast(calls_low=0, calls_high=0, usd_low=0.0, usd_high=0.0)
UNJUDGED = Foreseen(calls=(0, 0), usd=(0.0, 0.0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Expected:
    """One case of a job."""

    case: Case
    compared: bool
    """Whether both arms run it."""
    edited: bool = False
    result: Result | None = None
    """What is stored for it and this model."""
    lift_low: int = 0
    lift_high: int = 0
    """Runs without the skill."""
    suspects: int = 0
    """Entries of the listing of which each may have broken the case, where there are several."""
    judging: Foreseen = UNJUDGED
    """Of one run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What is common to the cases of a job."""

    tier: Tier
    policy: TierPolicy
    deterministic: bool
    rate: Rate | None
    """None: no price is known, unless ``free``."""
    free: bool
    listing: int = 0
    """Characters of the listing that the model is shown."""
    is_batched: bool = False


def forecast(cases: Iterable[Expected], terms: Terms) -> Forecast:
    """Of one job; see above."""
    return total(_of_case(case, terms) for case in cases)


def of_controls(arms: int, terms: Terms) -> Forecast:
    """Of the control calls of one model; each is one call."""
    usd = _usd_of_text(_CONTROL_CHARACTERS, terms)
    return _sum_of_runs((_CONTROLS_LOW, _CONTROLS_HIGH * arms), Calls(low=1, high=1), usd, UNJUDGED, terms)


def total(forecasts: Iterable[Forecast]) -> Forecast:
    """The sum; dollars are unknown where one of them is."""
    found = NOTHING
    for one in forecasts:
        found = Forecast(
            calls_low=found.calls_low + one.calls_low,
            calls_high=found.calls_high + one.calls_high,
            usd_low=_sum(found.usd_low, one.usd_low),
            usd_high=_sum(found.usd_high, one.usd_high),
            api_calls_low=found.api_calls_low + one.api_calls_low,
            api_calls_high=found.api_calls_high + one.api_calls_high,
            judge_calls_low=found.judge_calls_low + one.judge_calls_low,
            judge_calls_high=found.judge_calls_high + one.judge_calls_high,
            assumes_turns=found.assumes_turns or one.assumes_turns,
            is_batched=found.is_batched or one.is_batched,
        )
    return found


def _of_case(expected: Expected, terms: Terms) -> Forecast:
    case, policy = expected.case, terms.policy
    runs = (case.runs if isinstance(case, EvalCase) else None) or policy.runs
    wordings = 2 if expected.edited else 1
    low = (runs + 1) // 2 * wordings
    high = runs * (wordings + expected.compared)
    if expected.compared and not terms.deterministic:
        high += 2 * policy.confirm_runs
    if expected.compared:
        high += expected.suspects * (1 if terms.deterministic else policy.confirm_runs)
    low, high = low + expected.lift_low, high + expected.lift_high
    calls = calls_of(case, expected.result, free=terms.free)
    return _sum_of_runs((low, high), calls, _usd_of_run(expected, terms), expected.judging, terms)


def _sum_of_runs(
    runs: tuple[int, int], calls: Calls, usd: tuple[float | None, float | None], judging: Foreseen, terms: Terms
) -> Forecast:
    """So many runs, low and high, that take so many calls and dollars each, and so much judging."""
    low, high = runs
    usd_low, usd_high = (_sum(*pair) for pair in zip(usd, judging.usd or (None, None), strict=True))
    return Forecast(
        calls_low=low,
        calls_high=high,
        usd_low=None if usd_low is None else low * usd_low,
        usd_high=None if usd_high is None else high * usd_high,
        api_calls_low=low * (calls.low + judging.calls[0]),
        api_calls_high=high * (calls.high + judging.calls[1]),
        judge_calls_low=low * judging.calls[0],
        judge_calls_high=high * judging.calls[1],
        assumes_turns=calls.is_assumed,
        is_batched=terms.is_batched,
    )


def _usd_of_run(expected: Expected, terms: Terms) -> tuple[float | None, float | None]:
    if terms.free:
        return 0.0, 0.0
    measured = expected.result.measured if isinstance(expected.result, EvalResult) else None
    if measured is not None and measured.cost_usd is not None:
        return measured.cost_usd, measured.cost_usd
    case = expected.case
    prompt = len(case.prompt) if isinstance(case, EvalCase) else len(case.query)
    return _usd_of_text(prompt + terms.listing, terms)


def _usd_of_text(characters: int, terms: Terms) -> tuple[float | None, float | None]:
    if terms.free:
        return 0.0, 0.0
    if terms.rate is None:
        return None, None
    more, tokens = _ALLOWANCE[terms.tier], characters / _CHARACTERS_A_TOKEN
    share = _BATCHED if terms.is_batched else 1
    return (
        share * terms.rate.usd(tokens + more.input_low, more.output_low),
        share * terms.rate.usd(tokens + more.input_high, more.output_high),
    )


def _sum(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one + other
