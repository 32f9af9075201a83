"""What a sweep is expected to take and what it took, in the words that every report shares."""

from skill_evals.model.config import RunConfig
from skill_evals.model.plan import Forecast
from skill_evals.model.report import RunSummary, Spending
from skill_evals.report.words import LOCAL, plural


def dollars(usd: float | None) -> str:
    if usd is None:
        return "price unknown"
    return "free" if usd == 0 else f"${usd:,.2f}" if usd >= 0.01 else f"${usd:.4f}"


def forecast(total: Forecast) -> str:
    """Such as ``120 to 420 runs in 130 to 900 calls (12 to 60 of the judge), $0.12 to $0.40``."""
    parts = [f"{_range(total.calls_low, total.calls_high, 'run')}{_calls(total)}"]
    if total.usd_low is None or total.usd_high is None:
        parts.append("price unknown")
    elif total.usd_high == 0:
        parts.append("free")
    else:
        batched = " with triggers in batches, at half the price" if total.is_batched else ""
        parts.append(f"{dollars(total.usd_low)} to {dollars(total.usd_high)}{batched}")
    if total.assumes_turns:
        parts.append("with all the turns that tasks may take, where no result tells how many")
    return ", ".join(parts)


def _calls(total: Forecast) -> str:
    """Nothing where each run is one call, or counts as one."""
    low, high = total.api_calls_low, total.api_calls_high
    if (low, high) in {(0, 0), (total.calls_low, total.calls_high)}:
        return ""
    judge = _range(total.judge_calls_low, total.judge_calls_high)
    return f" in {_range(low, high, 'call')}" + (f" ({judge} of the judge)" if total.judge_calls_high else "")


def _range(low: int, high: int, word: str = "") -> str:
    if not word:
        return f"{low:,}" if low == high else f"{low:,} to {high:,}"
    return plural(low, word) if low == high else f"{low:,} to {high:,} {word}s"


def shortfall_lines(total: Forecast, caps: RunConfig) -> list[str]:
    """A sentence for each cap that is known beforehand not to suffice."""
    lines = []
    calls, usd = caps.max_calls, caps.max_cost_usd
    if calls is not None and total.api_calls_low > calls:
        lines.append(
            f"The cap of {plural(calls, 'call')} (--max-calls) will not suffice: at least "
            f"{total.api_calls_low:,} are expected, so the sweep will end early and be only measured in part"
        )
    if total.usd_low is not None and total.usd_low > usd:
        lines.append(
            f"The cap of {dollars(usd)} (--max-cost-usd) will not suffice: at least {dollars(total.usd_low)} are "
            "expected, so the sweep will end early and be only measured in part"
        )
    return lines


def cost_line(run: RunSummary) -> str:
    """What the sweep did, against running everything."""
    parts = [f"{plural(run.calls, 'run')} of backend {run.backend}", dollars(run.usd)]
    if run.account:
        parts.append(f"paid by {run.account}")
    others = (
        (run.lift_calls, f"{plural(run.lift_calls, 'run')} without the skill"),
        (run.culprit_calls, f"{plural(run.culprit_calls, 'run')} in search of the culprit"),
        (run.control_calls, plural(run.control_calls, "control run")),
        (run.judge_calls, f"{plural(run.judge_calls, 'call')} of the judge {' and '.join(run.judges)}"),
        (run.shared, f"{run.shared} shared"),
        (run.resumed, f"{run.resumed} resumed"),
        (run.in_flight, f"{plural(run.in_flight, 'run')} broken off under way, perhaps paid for"),
        (run.errored, f"{run.errored} errored"),
    )
    parts += [words for count, words in others if count]
    if run.naive_calls > run.calls and run.forecast is None:
        parts.append(f"running everything in both arms: {run.naive_calls:,}")
    return ", ".join(parts)


def money_lines(run: RunSummary) -> list[tuple[str, str]]:
    """Titles and words: what was foreseen and what it came to, what it was spent on, and who chose the models."""
    lines = []
    if run.forecast is not None:
        lines.append(("Forecast and actual", forecast_line(run)))
    spent = _spending(run.spending)
    if run.usd and len(spent) > 1:
        lines.append(("Spent on", ", ".join(spent)))
    models = [f"`{model}`" for model in run.models if not model.startswith(LOCAL)]
    if models:
        source = f"named by {run.models_from}" if run.models_from else f"the choice of the backend {run.backend}"
        lines.append(("Model" if len(models) == 1 else "Models", f"{', '.join(models)}, {source}"))
    return lines


def forecast_line(run: RunSummary) -> str:
    """Such as ``forecast 120 to 420 runs in 130 to 900 calls, $0.12 to $0.40; actual 288 runs in 301 calls, $0.21;
    naive plan 960 runs``. Among the actual ones are those of the sweep that this one resumed.
    """
    made = run.calls + run.lift_calls + run.culprit_calls + run.control_calls + run.resumed
    foreseen = "" if run.forecast is None else f"forecast {forecast(run.forecast)}; "
    calls = f" in {plural(run.api_calls, 'call')}" if run.api_calls not in {0, made} else ""
    naive = plural(run.naive_calls, "run")
    return f"{foreseen}actual {plural(made, 'run')}{calls}, {dollars(run.usd)}; naive plan {naive}"


def _spending(spent: Spending) -> list[str]:
    kinds = (
        ("cases", spent.cases),
        ("the judge", spent.judge),
        ("runs without the skill", spent.lift),
        ("the search for the culprit", spent.culprits),
        ("controls", spent.controls),
    )
    return [f"{name} {dollars(usd)}" for name, usd in kinds if usd]
