"""From the runs of a sweep to the comparison that is told: the decision, then its words, prices and evidence."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from skill_evals.app.sweep.culprit import Culprits, with_culprits
from skill_evals.app.sweep.family import FamilyWork
from skill_evals.app.sweep.lift import with_lift
from skill_evals.app.sweep.nouns import SweepRequest
from skill_evals.app.sweep.turns import with_turns
from skill_evals.compare.decide import decide
from skill_evals.compare.screened import FamilyTests
from skill_evals.compare.words import in_words
from skill_evals.model.comparison import Comparison
from skill_evals.model.evidence import Arm, Evidence, Stage
from skill_evals.model.suite import TriggerCase
from skill_evals.model.verdict import State
from skill_evals.run.budget import Kind
from skill_evals.run.sampling import Sample


def decided(request: SweepRequest, families: Sequence[FamilyWork], partial: str | None) -> Comparison:
    """``partial``: the cap that ended what decides."""
    tests = [
        FamilyTests(
            family=family.screened(activated_instead=_instead(family)),
            sets=tuple(work.tested for work in family.sets if work.tested is not None),
        )
        for family in families
    ]
    return decide(tests, alpha=request.gate.alpha, deterministic=request.backend.deterministic, partial=partial)


def told(
    comparison: Comparison,
    families: Sequence[FamilyWork],
    request: SweepRequest,
    culprits: Culprits,
    prices: Mapping[Kind, float],
) -> Comparison:
    """The decision with all that a reviewer is told of it; ``families`` in the order of the comparison's, ``prices`` of
    one run.
    """
    words = in_words(comparison, request.gate, usd_per_run=lambda tier, model: prices.get((tier, model)))
    return with_turns(with_culprits(with_lift(words, families), culprits), families)


def usd_per_run(evidence: Iterable[Evidence], expected: Mapping[Kind, float]) -> Mapping[Kind, float]:
    """What a run of a case took on average, its judgement included; where none was priced, what was expected."""
    sums: dict[Kind, float] = defaultdict(float)
    runs: Counter[Kind] = Counter()
    for one in evidence:
        judged = None if one.judging is None else one.judging.usage.usd
        if one.key.stage is Stage.CONTROL or one.usage.usd is None:
            continue
        kind = (one.key.tier, one.key.model)
        sums[kind] += one.usage.usd + (judged or 0.0)
        runs[kind] += 1
    return {**expected, **{kind: usd / runs[kind] for kind, usd in sums.items()}}


def _instead(family: FamilyWork) -> Mapping[str, str]:
    """What positives that the head arm lost activated most often."""
    found = {}
    for sample in family.samples:
        screening = family.screenings.get((Arm.HEAD, sample.id))
        if screening is None or screening.state is not State.FAIL or not _is_positive(sample):
            continue
        others = Counter(e.activations[0] for e in screening.runs.evidence if e.activations)
        if others:
            found[sample.id] = others.most_common(1)[0][0]
    return found


def _is_positive(sample: Sample) -> bool:
    return isinstance(sample.case, TriggerCase) and sample.case.should_trigger is True
