"""What a configuration lets pass that another one would have stopped."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from skill_evals.lint.selection import Selection
from skill_evals.model.config import Config, GateConfig, LintConfig, Price, RunConfig, TierPolicy
from skill_evals.model.position import Pointer


class Loosening(NamedTuple):
    """A setting that became looser: its place in our file, what changed in words, and its place in evolve's file."""

    at: Pointer
    what: str
    evolve_at: Pointer = ()


def loosenings(before: Config, after: Config) -> Iterator[Loosening]:
    """In the order of the documentation; what became stricter is not told."""
    yield from _gate(before.gate, after.gate)
    yield from _run(before.run, after.run)
    yield from _lint(before.lint, after.lint)
    yield from _added("exclude", before.exclude or (), after.exclude or ())
    yield from _added("extend-exclude", before.extend_exclude, after.extend_exclude)


def _gate(before: GateConfig, after: GateConfig) -> Iterator[Loosening]:
    yield from _less(("gate", "alpha"), before.alpha, after.alpha)
    if before.floor and not after.floor:
        yield Loosening(("gate", "floor"), "`gate.floor` was turned off")
    for name in ("triggers_min_pass_rate", "evals_min_pass_rate"):
        at, evolve_at = ("gate", name.replace("_", "-")), ("report", "thresholds", name)
        yield from _less(at, getattr(before, name), getattr(after, name), evolve_at)
    for tier in ("triggers", "evals"):
        old, new = getattr(before, tier), getattr(after, tier)
        yield from _tier(tier, old, new)


def _tier(tier: str, before: TierPolicy, after: TierPolicy) -> Iterator[Loosening]:
    yield from _less((tier, "runs"), before.runs, after.runs)
    yield from _less((tier, "confirm-runs"), before.confirm_runs, after.confirm_runs)


def _run(before: RunConfig, after: RunConfig) -> Iterator[Loosening]:
    yield from _more(("max-cost-usd",), before.max_cost_usd, after.max_cost_usd)
    yield from _more(("max-minutes",), before.max_minutes, after.max_minutes)
    yield from _more(("max-calls",), before.max_calls, after.max_calls)
    yield from _more(("max-cases",), before.max_cases, after.max_cases)
    for model, price in after.prices.items():
        yield from _price(model, before.prices.get(model), price)
    yield from _less(("judge", "votes"), before.judge.votes, after.judge.votes)
    if before.judge.model != after.judge.model:
        names = [model or "the default" for model in (before.judge.model, after.judge.model)]
        yield Loosening(("judge", "model"), f"`judge.model` went from {names[0]} to {names[1]}")
    if after.allow_commands and not before.allow_commands:
        yield Loosening(("allow-commands",), "`allow-commands` was turned on")
    if before.sandbox and not after.sandbox:
        yield Loosening(("sandbox",), "`sandbox` was turned off")
    if after.trust_results == "anyone" and before.trust_results != "anyone":
        yield Loosening(("trust-results",), "`trust-results` lets results of anyone stand for a run")
    yield from _less(("audit",), before.audit, after.audit)
    if before.backend_named and not after.backend_named:
        yield Loosening(("backend",), f"`backend` no longer names one, so that `{after.backend}` runs and only informs")
    dropped = [model for model in before.models if model not in after.models]
    if dropped and after.models:
        yield Loosening(("models",), f"`models` no longer has {_words(dropped)}")
    wider = ("off", "plugin", "repo")
    if before.ripple in wider and after.ripple in wider and wider.index(after.ripple) < wider.index(before.ripple):
        yield Loosening(("ripple",), f"`ripple` went from {before.ripple} to {after.ripple}")


def _price(model: str, before: Price | None, after: Price) -> Iterator[Loosening]:
    """A lower price lets the cap in dollars hold more runs than it should; so may a new one, which nobody looked at."""
    at = ("prices", model)
    if before is None:
        yield Loosening(at, f"`prices` has {_words([model])} now, by which the cap in dollars counts")
        return
    members = ("input", "output", "cache_read", "cache_write")
    if any(getattr(after, member) < getattr(before, member) for member in members):
        yield Loosening(at, f"the price of {_words([model])} went down, so that the cap in dollars holds more runs")


def _lint(before: LintConfig, after: LintConfig) -> Iterator[Loosening]:
    known = {(entry.path, rule) for entry in before.path_ignores for rule in entry.rules}
    for number, entry in enumerate(after.path_ignores):
        new = [rule for rule in entry.rules if (entry.path, rule) not in known]
        if new:
            yield Loosening(("path-ignores", number), f"{_words(new)} became silent under `{entry.path}`")
    for place, rules in after.case_ignores.items():
        new = [rule for rule in rules if rule not in before.case_ignores.get(place, ())]
        if new:
            yield Loosening(("case-ignores", place), f"{_words(new)} became silent about `{place}`")
    yield from _less(("min-queries",), before.min_queries, after.min_queries)
    if after.balance[0] < before.balance[0] or after.balance[1] > before.balance[1]:
        yield Loosening(("balance",), f"`balance` went from {_range(before.balance)} to {_range(after.balance)}")


def silenced(before: Selection, after: Selection, changed: Pointer) -> Iterator[Loosening]:
    """Rules that no longer run or became less grave; ``changed`` is the key that says which ones run."""
    left = {rule.name for rule in after.rules}
    lost = [rule.name for rule in before.rules if rule.name not in left]
    if lost:
        run = "no longer runs" if len(lost) == 1 else "no longer run"
        yield Loosening(changed, f"{_words(lost)} {run}")
    for rule in after.rules:
        old, new = (side.severity_of(rule) for side in (before, after))
        if new.rank > old.rank:
            yield Loosening(("severity", rule.name), f"`{rule.name}` went down from {old.value} to {new.value}")


def _less(at: Pointer, before: float, after: float, evolve_at: Pointer = ()) -> Iterator[Loosening]:
    if after < before:
        yield Loosening(at, f"`{_name(at)}` went down from {before:g} to {after:g}", evolve_at)


def _more(at: Pointer, before: float | None, after: float | None) -> Iterator[Loosening]:
    """None is no limit."""
    if before is not None and (after is None or after > before):
        what = "was taken away" if after is None else f"went up from {before:g} to {after:g}"
        yield Loosening(at, f"`{_name(at)}` {what}")


def _added(name: str, before: Sequence[str], after: Sequence[str]) -> Iterator[Loosening]:
    new = [word for word in after if word not in before]
    if new:
        yield Loosening((name,), f"`{name}` has {_words(new)} now")


def _name(at: Pointer) -> str:
    return ".".join(str(step) for step in at)


def _range(balance: tuple[float, float]) -> str:
    return f"{balance[0]:g}–{balance[1]:g}"


def _words(names: Iterable[str]) -> str:
    listed = [f"`{name}`" for name in names]
    return ", ".join(listed[:3]) + (f" and {len(listed) - 3} more" if len(listed) > 3 else "")
