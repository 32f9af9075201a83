"""What a sweep is expected to take and what it took, in the words that every report shares."""

from skill_evals.model.plan import Forecast
from skill_evals.model.report import RunSummary, Spending
from skill_evals.report.words import LOCAL, plural


def dollars(usd: float | None) -> str:
    if usd is None:
        return "price unknown"
    return "free" if usd == 0 else f"${usd:,.2f}" if usd >= 0.01 else f"${usd:.4f}"


def forecast(total: Forecast) -> str:
    calls = (
        plural(total.calls_low, "call")
        if total.calls_low == total.calls_high
        else f"{total.calls_low:,} to {total.calls_high:,} calls"
    )
    if total.usd_low is None or total.usd_high is None:
        return f"{calls}, price unknown"
    if total.usd_high == 0:
        return f"{calls}, free"
    return f"{calls}, {dollars(total.usd_low)} to {dollars(total.usd_high)}"


def cost_line(run: RunSummary) -> str:
    """What the sweep did, against running everything."""
    parts = [f"{plural(run.calls, 'call')} of backend {run.backend}", dollars(run.usd)]
    if run.account:
        parts.append(f"paid by {run.account}")
    others = (
        (run.lift_calls, f"{plural(run.lift_calls, 'call')} without the skill"),
        (run.culprit_calls, f"{plural(run.culprit_calls, 'call')} in search of the culprit"),
        (run.control_calls, plural(run.control_calls, "control call")),
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
    """Such as ``forecast 120 to 420 calls, $0.12 to $0.40; actual 288 calls, $0.21; naive plan 960 calls``."""
    made = run.calls + run.lift_calls + run.culprit_calls + run.control_calls
    foreseen = "" if run.forecast is None else f"forecast {forecast(run.forecast)}; "
    return f"{foreseen}actual {plural(made, 'call')}, {dollars(run.usd)}; naive plan {plural(run.naive_calls, 'call')}"


def _spending(spent: Spending) -> list[str]:
    kinds = (
        ("cases", spent.cases),
        ("the judge", spent.judge),
        ("runs without the skill", spent.lift),
        ("the search for the culprit", spent.culprits),
        ("controls", spent.controls),
    )
    return [f"{name} {dollars(usd)}" for name, usd in kinds if usd]
