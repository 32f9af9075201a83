"""What an unchanged comparison would have seen, computed: silence without it is no comfort."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import comb

from skill_evals.compare.settle import MOST_RUNS, binomial, worst_rejected
from skill_evals.model.comparison import Comparison, ComparisonOutcome, FamilyComparison, SetResult
from skill_evals.model.config import GateConfig, TierPolicy
from skill_evals.model.suite import Tier

FALLS = ((0.95, 0.10), (1.00, 0.60))


@dataclass(frozen=True, slots=True, kw_only=True)
class Detectable:
    """A fall of one case from one rate of correct runs to another, and the chance that it would have been seen."""

    base_rate: float
    head_rate: float
    chance: float


def detectable(policy: TierPolicy, alpha: float) -> tuple[Detectable, ...]:
    """The two falls that are named, on one case of a pull request where nothing else moves."""
    return tuple(
        Detectable(base_rate=base, head_rate=head, chance=chance(base, head, policy, alpha)) for base, head in FALLS
    )


def chance(base_rate: float, head_rate: float, policy: TierPolicy, alpha: float) -> float:
    """Probability that screening selects the case, the look lets it go on, and the exact test rejects.

    A single case that should activate, both arms screened live, no other set to share ``alpha`` with.
    """
    selected = _passes(base_rate, policy.runs) * (1 - _passes(head_rate, policy.runs))
    return selected * _confirmed(base_rate, head_rate, policy, alpha)


def _passes(rate: float, runs: int) -> float:
    needed = (runs + 1) // 2
    return sum(comb(runs, k) * rate**k * (1 - rate) ** (runs - k) for k in range(needed, runs + 1))


def _confirmed(base_rate: float, head_rate: float, policy: TierPolicy, alpha: float) -> float:
    look = min(policy.look, policy.confirm_runs)
    rest = policy.confirm_runs - look
    base_first, base_rest = binomial(base_rate, look), binomial(base_rate, rest)
    head_first, head_rest = binomial(head_rate, look), binomial(head_rate, rest)
    total = 0.0
    for base_look in range(look + 1):
        for base_more in range(rest + 1):
            worst = worst_rejected(base_look + base_more, policy.confirm_runs, alpha)
            if worst is None:
                continue
            # The look lets only a worse head go on, so the head's first runs stay below the base's.
            head = sum(head_first[h] * sum(head_rest[: max(0, worst - h + 1)]) for h in range(base_look))
            total += base_first[base_look] * base_rest[base_more] * head
    return total


def in_words(
    comparison: Comparison, gate: GateConfig, *, usd_per_run: Callable[[Tier, str], float | None] = lambda *_: None
) -> Comparison:
    """The comparison with what an unchanged one would have seen, and what would settle an inconclusive one, as notes.

    ``usd_per_run``: what a run of a tier on a model costs; None leaves the dollars out.
    """
    families = tuple(
        _with_prices(family, usd_per_run(family.tier, family.model), gate) for family in comparison.families
    )
    silent = comparison.outcome is ComparisonOutcome.UNCHANGED
    notes = (*comparison.notes, *(unchanged_words(comparison, gate) if silent else ()))
    return replace(comparison, families=families, notes=notes)


def _with_prices(family: FamilyComparison, usd_per_run: float | None, gate: GateConfig) -> FamilyComparison:
    policy = gate.triggers if family.tier is Tier.TRIGGERS else gate.evals
    family = replace(family, sets=tuple(_priced(s, usd_per_run, policy) for s in family.sets))
    notes = (f"{s.kind} set: {inconclusive_words(s)}" for s in open_sets(family))
    return replace(family, notes=(*family.notes, *notes))


def _priced(result: SetResult, usd_per_run: float | None, policy: TierPolicy) -> SetResult:
    runs = result.settle_runs if result.run or result.kind == "up" else policy.confirm_runs
    usd = 2 * runs * len(result.cases) * usd_per_run if runs is not None and usd_per_run else None
    return replace(result, settle_runs=runs, settle_usd=usd)


def unchanged_words(comparison: Comparison, gate: GateConfig) -> tuple[str, ...]:
    """One sentence a tier that was compared; none on a deterministic backend, where every move is seen."""
    if comparison.deterministic:
        return ()
    tiers = {family.tier for family in comparison.families if family.base is not None}
    policies = ((Tier.TRIGGERS, "query", gate.triggers), (Tier.EVALS, "eval", gate.evals))
    return tuple(
        _would_have_seen(tier, unit, policy, comparison.alpha) for tier, unit, policy in policies if tier in tiers
    )


def _would_have_seen(tier: Tier, unit: str, policy: TierPolicy, alpha: float) -> str:
    falls = (
        f"{d.base_rate:.0%} → {d.head_rate:.0%} on one {unit} in {d.chance:.0%}" for d in detectable(policy, alpha)
    )
    return (
        f"{tier}: unchanged is what was seen; this comparison sees a fall of "
        + ", of ".join(falls)
        + " of such changes"
    )


def inconclusive_words(result: SetResult) -> str:
    """Such as ``base 10/12, head 7/12, p .19; about 31 runs an arm (≈ $0.62) settle it``."""
    p_value = "" if result.p_value is None else f", p {result.p_value:.2g}".replace("p 0.", "p .")
    counts = f"base {result.base_total}, head {result.head_total}{p_value}"
    if result.settle_runs is None:
        return f"{counts}; not settled by {MOST_RUNS} runs an arm"
    cost = "" if result.settle_usd is None else f" (≈ ${result.settle_usd:.2f})"
    return f"{counts}; about {result.settle_runs} runs an arm and case{cost} settle it"


def open_sets(family: FamilyComparison) -> tuple[SetResult, ...]:
    """The down and spread sets that were run to their end and gave no answer."""
    return tuple(
        s for s in family.sets if s.kind != "up" and s.run and not (s.rejected or s.stopped_at_look or s.invalid)
    )
