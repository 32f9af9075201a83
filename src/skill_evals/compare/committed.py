"""Two committed results files against each other, without a live run: what moved is shown and never confirmed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from skill_evals.compare.decide import decide
from skill_evals.compare.screened import ArmScreen, FamilyTests, ScreenedCase, ScreenedFamily, TestedSet
from skill_evals.compare.sets import down_set, spread_sets, up_set
from skill_evals.model.comparison import Comparison, Count
from skill_evals.model.results import EvalEntry, EvalResult, ResultsFile, TriggerEntry, TriggerResult
from skill_evals.model.suite import Tier
from skill_evals.model.verdict import State

NOT_LIVE = "committed results only; a live run would tell"


@dataclass(frozen=True, slots=True, kw_only=True)
class CommittedPair:
    """One skill's results at the merge base and at the head; None: no readable file there, and ``base_reason`` why."""

    skill: str
    skill_dir: str
    plugin: str
    path: str
    base: ResultsFile | None
    head: ResultsFile | None
    base_reason: str = "committed results of the merge base"


def compare_committed(pairs: Iterable[CommittedPair], *, alpha: float) -> Comparison:
    """A family a file, tier and model that the head holds; a down set is never run, so a fall is inconclusive."""
    families = [
        _family(pair, tier, model)
        for pair in pairs
        if pair.head is not None
        for model in pair.head.models
        for tier in Tier
        if _cases(pair.head, tier, model)
    ]
    return decide([FamilyTests(family=f, sets=_sets(f)) for f in families], alpha=alpha, notes=(NOT_LIVE,))


def _sets(family: ScreenedFamily) -> tuple[TestedSet, ...]:
    found = [("down", down_set(family)), *(("spread", s) for s in spread_sets(family)), ("up", up_set(family))]
    return tuple(TestedSet(kind=kind, cases=cases, run=False, reason=NOT_LIVE) for kind, cases in found if cases)


def _family(pair: CommittedPair, tier: Tier, model: str) -> ScreenedFamily:
    head = _cases(pair.head, tier, model)
    other = _other_harness(pair, tier, model)
    base = _cases(pair.base, tier, model) if other is None else {}
    cases = [_case(key, base.get(key), head.get(key)) for key in dict.fromkeys((*head, *base))]
    return ScreenedFamily(
        skill=pair.skill,
        skill_dir=pair.skill_dir,
        plugin=pair.plugin,
        suite=pair.path,
        tier=tier,
        model=model,
        cases=tuple(cases),
        base_reason=pair.base_reason if base else other or "the base holds no results of this model",
        has_base=bool(base),
    )


def _other_harness(pair: CommittedPair, tier: Tier, model: str) -> str | None:
    """Why the base's results measure something else, in words: a harness that is not named may be the same one."""
    base, head = (_entry(file, tier, model) for file in (pair.base, pair.head))
    then, now = (None if entry is None else entry.header.harness for entry in (base, head))
    if then is None or now is None or then == now:
        return None
    return f"the base's results were made by `{then}`, the head's by `{now}`"


def _entry(file: ResultsFile | None, tier: Tier, model: str) -> TriggerEntry | EvalEntry | None:
    of_model = file.models.get(model) if file is not None else None
    if of_model is None:
        return None
    return of_model.triggers if tier is Tier.TRIGGERS else of_model.evals


def _cases(file: ResultsFile | None, tier: Tier, model: str) -> Mapping[str, TriggerResult | EvalResult]:
    entry = _entry(file, tier, model)
    results: Sequence[TriggerResult | EvalResult] = entry.results if entry is not None else ()
    return {_key(result): result for result in results}


def _key(result: TriggerResult | EvalResult) -> str:
    return result.query if isinstance(result, TriggerResult) else result.id


def _case(key: str, base: TriggerResult | EvalResult | None, head: TriggerResult | EvalResult | None) -> ScreenedCase:
    known = head or base
    label = known.should_trigger if isinstance(known, TriggerResult) else None
    flipped = isinstance(base, TriggerResult) and isinstance(head, TriggerResult) and base.should_trigger != label
    return ScreenedCase(
        id=key,
        should_trigger=label,
        expects_use=label is not False,
        base=_screen(base),
        head=_screen(head),
        compared=base is not None and not flipped,
        removed=head is None,
        note="its label changed" if flipped else None,
    )


def _screen(result: TriggerResult | EvalResult | None) -> ArmScreen | None:
    if result is None:
        return None
    if isinstance(result, EvalResult):
        return _eval_screen(result)
    if result.hits is None or result.runs is None or result.passed is None:
        return ArmScreen(state=State.ERROR, count=Count(correct=0, valid=0), reused=True)
    correct = result.hits if result.should_trigger else result.runs - result.hits
    return _stored(Count(correct=correct, valid=result.runs), passed=result.passed)


def _eval_screen(result: EvalResult) -> ArmScreen:
    if result.passed is None:
        errored = 1 if result.runtime_error else 0
        return ArmScreen(state=State.ERROR, count=Count(correct=0, valid=0, errored=errored), reused=True)
    return _stored(Count(correct=int(result.passed), valid=1), passed=result.passed)


def _stored(count: Count, *, passed: bool) -> ArmScreen:
    return ArmScreen(state=State.PASS if passed else State.FAIL, count=count, reused=True)
