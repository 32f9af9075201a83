"""Claims: verdicts that the head's results hold and the base's do not; which of them are drawn to be measured again."""

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from skill_evals.model.plan import Claim
from skill_evals.model.results import TriggerResult
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Suite
from skill_evals.plan.nouns import Claims
from skill_evals.plan.pairs import runnable_cases
from skill_evals.plan.select import Known
from skill_evals.plan.stored import Result

LEAST = 3
"""So many are measured again where there are so many, however small the share is."""

Place: TypeAlias = tuple[str, str, str]
"""Suite, skill folder, model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claimed:
    """``resting`` are those of ``every`` that nothing runs but an audit."""

    every: tuple[Claim, ...] = ()
    resting: tuple[Claim, ...] = ()


def claims_in(skill: Skill, suite: Suite, model: str, known: Known) -> tuple[Claim, ...]:
    """In the order of the suite."""
    return tuple(
        Claim(
            skill=skill.name,
            skill_dir=skill.directory,
            suite=suite.path,
            tier=suite.tier,
            model=model,
            case=key,
            passed=result.passed is True,
            counts=_counts(result),
            vouched=known.vouched,
        )
        for key, result in _claimed(suite, known)
    )


def drawn(resting: Sequence[Claim], claims: Claims | None) -> Mapping[Place, frozenset[str]]:
    """Cases to be measured again: a share of the claims, LEAST at least, in an order that the seed decides."""
    if claims is None or claims.share <= 0:
        return {}
    number = max(LEAST, math.ceil(claims.share * len(resting)))
    found: dict[Place, set[str]] = defaultdict(set)
    for claim in sorted(resting, key=lambda one: _rank(claims.seed, one))[:number]:
        found[claim.suite, claim.skill_dir, claim.model].add(claim.case)
    return {place: frozenset(cases) for place, cases in found.items()}


def _rank(seed: str, claim: Claim) -> str:
    parts = (seed, claim.suite, claim.skill_dir, claim.model, claim.case)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()


def _claimed(suite: Suite, known: Known) -> Iterator[tuple[str, Result]]:
    for key in runnable_cases(suite):
        result = known.head_results.get(key)
        if result is not None and known.is_claimed(key):
            yield key, result


def _counts(result: Result) -> str:
    if not isinstance(result, TriggerResult):
        return "pass" if result.passed else "fail"
    hits, runs = result.hits or 0, result.runs or 0
    return f"{hits if result.should_trigger else runs - hits}/{runs}"
