"""Which cases of one suite run on one model, and why; or why none does."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace

from skill_evals.model.freshness import Freshness
from skill_evals.model.results import EvalResult
from skill_evals.model.suite import Tier
from skill_evals.plan.cases import CaseChanges, changed_cases
from skill_evals.plan.most_cases import Rank
from skill_evals.plan.pairs import SuitePair, runnable_cases
from skill_evals.plan.stored import Result

_UNREADABLE = "can no longer be read as a suite of this skill"

SUBJECT = {Tier.TRIGGERS: "the trigger surface", Tier.EVALS: "the skill's content"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What is stored for one skill, tier and model, in both trees."""

    head: Mapping[str, Freshness] = field(default_factory=dict)
    base: Mapping[str, Freshness] = field(default_factory=dict)
    head_results: Mapping[str, Result] = field(default_factory=dict)
    base_results: Mapping[str, Result] = field(default_factory=dict)
    baselines: tuple[Mapping[str, EvalResult], ...] = ()
    """Of each tree, the results without the skill."""
    vouched: str = ""
    """Why what only the head holds may skip a run; empty: it may not."""

    def is_settled(self, key: str) -> bool:
        """Fresh, and the same in the base: what only the head holds is a claim, since anyone can compute hashes."""
        return self.head.get(key) is Freshness.FRESH and self._is_shared(key)

    def is_claimed(self, key: str) -> bool:
        """Fresh, with a verdict, and not in the base."""
        result = self.head_results.get(key)
        is_fresh = self.head.get(key) is Freshness.FRESH
        return is_fresh and result is not None and result.passed is not None and not self._is_shared(key)

    def is_stale(self, key: str) -> bool:
        """Stale content counts unless the base's same result was fresh: then the hash saw a change that matters to
        nobody (a licence, a comment), since a change that matters is planned for by itself.
        """
        found = self.head.get(key)
        if found is Freshness.STALE_CONTENT:
            return not (self.base.get(key) is Freshness.FRESH and self._is_shared(key))
        return found is Freshness.STALE_CASE

    def is_unrun(self, key: str) -> bool:
        return self.head.get(key) is Freshness.UNRUN

    def tells_lift(self, key: str, spec: str | None) -> bool:
        """Whether a result without the skill is stored for the case as it is now."""
        found = (results.get(key) for results in self.baselines)
        return spec is not None and any(
            one is not None and one.fingerprint == spec and one.passed is not None for one in found
        )

    def _is_shared(self, key: str) -> bool:
        before = self.base_results.get(key)
        return before is not None and before == self.head_results.get(key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """What concerns all cases of a skill's tier alike."""

    tier: Tier
    compared: bool
    """Whether there is a base."""
    whole: tuple[str, ...] = ()
    """Reasons to run every case."""
    unconditional: bool = False
    """Fresh results are no reason to leave a case out: everything was asked for, or a neighbour changed, of which
    the hashes know nothing."""
    accepted: str | None = None
    """Why the configuration lets the change stand without a re-run."""
    alone: bool = False
    """Whether the head is compared with nothing, so that cases which only the base has run nowhere."""
    rank: Rank = Rank.REST
    """How near the change is to the skill; where cases are capped, what is nearer comes first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    cases: tuple[str, ...]
    reasons: tuple[str, ...]
    settled: int = 0
    """Cases that would have run and whose results stand."""
    idle: str = ""
    """Where nothing was to be run at all: why."""
    vouched: int = 0
    """Cases that would have run, if the head's claims were not vouched for."""
    resting: tuple[str, ...] = ()
    """Claims of the head that nothing runs but an audit."""
    ranks: Mapping[str, Rank] = field(default_factory=dict)
    """Of the cases."""


def select(
    suites: SuitePair,
    cause: Cause,
    known: Known,
    fixtures: Mapping[str, str],
    audited: Container[str] = (),
) -> Selection:
    """The cases in the order of the suite, those that the head removed last: the base's wording of them still runs.

    ``audited``: claims that run although nothing else has them run.
    """
    changed = changed_cases(suites)
    changed = replace(changed, removed=()) if cause.alone else changed
    groups = _groups(suites, cause, known, fixtures, changed)
    keys = (*runnable_cases(suites.head), *(changed.removed if cause.whole else ()))
    wanted = {key for group, _ in groups for key in group}
    cases = [key for key in keys if cause.whole or key in wanted]
    settled = set() if cause.unconditional else {key for key in cases if known.is_settled(key)}
    rests = not cause.unconditional and bool(known.vouched)
    vouched = {key for key in cases if known.is_claimed(key)} if rests else set()
    running = set(cases) - settled - vouched
    resting = tuple(key for key in runnable_cases(suites.head) if known.is_claimed(key) and key not in running)
    drawn = {key for key in resting if key in audited}
    reasons = (*cause.whole, *(words for _, words in groups)) if running or not drawn else ()
    chosen = tuple(key for key in keys if key in running or key in drawn)
    return Selection(
        cases=chosen,
        reasons=(*reasons, *((_audit(len(drawn)),) if drawn else ())),
        settled=len(settled),
        idle="" if cases else _idle(suites, cause, known),
        vouched=len(vouched - drawn),
        resting=resting,
        ranks=_ranks(chosen, suites, cause, changed, fixtures),
    )


def _ranks(
    keys: Iterable[str], suites: SuitePair, cause: Cause, changed: CaseChanges, fixtures: Mapping[str, str]
) -> dict[str, Rank]:
    """The cases of a suite that is new as a whole are no nearer to the change than those of a skill that changed."""
    new = changed.new if suites.base is not None else ()
    own = {*new, *changed.edited, *changed.removed, *fixtures}
    rest = min(cause.rank, Rank.SKILL) if suites.base is None else cause.rank
    return {key: Rank.CASE if key in own else rest for key in keys}


def _audit(number: int) -> str:
    one = number == 1
    return f"{number} {'result is a claim' if one else 'results are claims'} of the head, drawn to be measured again"


def _groups(
    suites: SuitePair, cause: Cause, known: Known, fixtures: Mapping[str, str], changed: CaseChanges
) -> list[tuple[tuple[str, ...], str]]:
    """Cases that have a reason of their own, each under the first that holds."""
    after = runnable_cases(suites.head)
    groups = [
        (changed.new if not _all_new(suites, cause) else (), "{} new", ("is", "are")),
        (changed.edited, "{} edited", ("was", "were")),
        (
            tuple(key for key in after if key in fixtures),
            "{} from a fixture that changed" + _example(fixtures),
            ("starts", "start"),
        ),
        (changed.removed if cause.whole else (), _lost(suites), ("was", "were")),
    ]
    if not cause.whole and cause.accepted is None:
        groups.append((tuple(filter(known.is_stale, after)), "{} results that are stale", ("has", "have")))
        groups.append((tuple(filter(known.is_unrun, after)), "{} no result yet", ("has", "have")))
    seen: set[str] = set()
    found = []
    for keys, words, verbs in groups:
        own = tuple(key for key in keys if key not in seen)
        seen.update(own)
        if own:
            found.append((own, _sentence(len(own), words, verbs)))
    return found


def _lost(suites: SuitePair) -> str:
    """The words for cases that only the base has."""
    if suites.unreadable:
        return "{1} in the base's wording, since " + _literal(suites.suite.path) + f" {_UNREADABLE}"
    return "{0} removed and {1} in the base's wording"


def _literal(text: str) -> str:
    return text.replace("{", "{{").replace("}", "}}")


def _all_new(suites: SuitePair, cause: Cause) -> bool:
    """A new skill's cases are all new, which its own reason says already."""
    return suites.base is None and bool(cause.whole)


def _example(fixtures: Mapping[str, str]) -> str:
    path = next(iter(fixtures.values()), "")
    return _literal(f" ({path})") if path else ""


def _sentence(number: int, words: str, verbs: tuple[str, str]) -> str:
    one = number == 1
    return f"{number} {'case' if one else 'cases'} " + words.format(verbs[not one], "runs" if one else "run")


def _idle(suites: SuitePair, cause: Cause, known: Known) -> str:
    if suites.head is None:
        return f"{suites.suite.path} {_UNREADABLE}" if suites.unreadable else "the suite was removed"
    if cause.accepted is not None:
        return f"the change was accepted without a re-run: {cause.accepted}"
    if not runnable_cases(suites.head):
        return "the suite has no case that can be run"
    start = f"{SUBJECT[cause.tier]} is unchanged" if cause.compared else "there is no base to compare with"
    states = set(known.head.values())
    if states == {Freshness.FRESH}:
        return f"{start} and its results are fresh"
    if Freshness.UNKNOWN in states:
        return f"{start}; whether its results are fresh cannot be told, since they were stored without hashes"
    return f"{start} and no case is new or edited" if cause.compared else f"{start} and no stored result is stale"
