"""What nights say together, in the sentences that terminal and Markdown share; names stand between backticks."""

from collections.abc import Iterator

from skill_evals.model.night import Move, NightKind, NightsFound, Passes, Tallied
from skill_evals.report.words import plural

KIND = {NightKind.SAME: "one commit against itself", NightKind.ANCHOR: "the head against its anchor"}


def summary(found: NightsFound) -> Iterator[str]:
    yield _false_alarms(found.same)
    if found.same.exceeds_alpha:
        yield (
            f"That is more than the {_percent(found.same.alpha)} promised, beyond what chance explains: runs here are "
            "not alike from one minute to the next. Look for rate limits, time-outs, and a model in change."
        )
    if found.same.improved:
        yield f"{plural(found.same.improved, 'night')} improved, which is as false and fails nothing."
    if found.anchor.nights:
        yield _against_anchor(found.anchor)
    unmeasured = found.same.unmeasured + found.anchor.unmeasured
    if unmeasured:
        yield (
            f"{plural(unmeasured, 'sweep')} in no count: cut short, without a valid measurement, or with a stored arm "
            "in the place of a live one."
        )
    yield from moves(found)


def moves(found: NightsFound) -> Iterator[str]:
    for move in found.moves:
        yield _moved(move)
    if found.moves:
        return
    if not found.compared:
        yield "Whether the model moved cannot be told yet: no suite was measured on four nights with the same content."
    else:
        yield (
            f"Nothing says that the model moved: {plural(found.compared, 'suite')} measured on four nights or more "
            "with the same content, and no rate changed beyond chance."
        )


def percentage(found: Tallied) -> str:
    """The rate and its interval; without a night a dash."""
    if found.rate is None:
        return "–"
    return f"{_percent(found.rate)} ({_percent(found.interval.low)} to {_percent(found.interval.high)})"


def passed(passes: list[Passes]) -> str:
    """The verdicts of a night, over all suites."""
    whole = Passes(passed=sum(one.passed for one in passes), measured=sum(one.measured for one in passes))
    return str(whole) if whole.measured else "–"


def day(date: str) -> str:
    return date[:10]


def _false_alarms(same: Tallied) -> str:
    if same.rate is None:
        return f"No night of {KIND[NightKind.SAME]} has been measured yet, so the rate of false alarms is not known."
    alarms = plural(same.regressed, "false alarm")
    return (
        f"{plural(same.nights, 'night')} of {KIND[NightKind.SAME]}: {alarms}, a rate of {_percent(same.rate)}; the "
        f"exact 95 % interval is {_percent(same.interval.low)} to {_percent(same.interval.high)}, and at most "
        f"{_percent(same.alpha)} is promised."
    )


def _against_anchor(anchor: Tallied) -> str:
    return (
        f"{plural(anchor.nights, 'night')} of {KIND[NightKind.ANCHOR]}: {anchor.regressed} regressed, "
        f"{anchor.improved} improved."
    )


def _moved(move: Move) -> str:
    verb = "fell" if move.fell else "rose"
    words = (
        f"The model moved: `{move.suite}` ({move.tier.value}, `{move.model}`) {verb} from {move.before} verdicts "
        f"passed ({plural(move.nights_before, 'night')} to {day(move.last_before)}) to {move.after} "
        f"({plural(move.nights_after, 'night')} from {day(move.first_after)} on), p {move.p_value:.2g}, though skill "
        "and suite are the same."
    )
    return words + _besides(move)


def _besides(move: Move) -> str:
    gone, come = (", ".join(f"`{one}`" for one in side) for side in (move.setting_gone, move.setting_come))
    if not gone and not come:
        return ""
    return f" Between the same two nights {gone or 'nothing'} gave way to {come or 'nothing'}, which may be why."


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
