"""Okapi BM25 over the listing of skills, and the share of a query that a skill covers.

Score of a skill for a query (Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009)::

    sum over units t of both of  weight(t) · tf · (k1 + 1) / (tf + k1 · (1 - b + b · length / mean length))
    weight(t) = worth(t) · ln(1 + (N - n + 0.5) / (n + 0.5))     n: skills that hold t, at least 1; N: skills

A unit that no skill holds weighs as much as one that a single skill holds: with n = 0 a listing of one skill would find
every unknown word five times as telling as a known one.

Coverage is the sum of weight(t) over the units that the skill holds, over the sum for all units of the query. It lies
between 0 and 1, whatever the listing, so that one threshold on it can say "none of them".
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from skill_evals.edges.backends.tokens import Token, tokens
from skill_evals.model.skill import Skill

K1 = 1.2
B = 0.5
_NAME_REPEATS = 2
"""The name counts twice: it is the shortest statement of what the skill is for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """How a query stands to one skill; ``words`` are the query's own, the weightiest first."""

    skill: str
    score: float
    coverage: float
    words: tuple[str, ...]


class Index:
    """The skills of one listing that a model may invoke."""

    def __init__(self, skills: Sequence[Skill]) -> None:
        texts = {skill.name: _units(skill) for skill in skills if skill.surface.model_invocable}
        lengths = {name: units.total() for name, units in texts.items()}
        mean = max(1.0, sum(lengths.values()) / max(1, len(lengths)))
        self._size = len(texts)
        self._norms = {name: K1 * (1 - B + B * length / mean) for name, length in lengths.items()}
        self._holders: dict[str, dict[str, int]] = {}
        """By unit: the skills that hold it, and how often."""
        for name, units in texts.items():
            for unit, times in units.items():
                self._holders.setdefault(unit, {})[name] = times

    def rank(self, query: str) -> tuple[Match, ...]:
        """Every skill that holds a unit of the query, the best first; equal scores in the order of their names."""
        asked = {token.unit: token for token in reversed(list(tokens(query)))}
        weights = {unit: self._weight(token) for unit, token in asked.items()}
        total = math.fsum(weights.values())
        held: dict[str, list[str]] = {}
        for unit in sorted(weights, key=lambda unit: (-weights[unit], unit)):
            for name in self._holders.get(unit, ()):
                held.setdefault(name, []).append(unit)
        matches = (
            Match(
                skill=name,
                score=self._score(name, units, weights),
                coverage=math.fsum(weights[unit] for unit in units) / total,
                words=tuple(asked[unit].surface for unit in units),
            )
            for name, units in held.items()
        )
        return tuple(sorted(matches, key=lambda match: (-match.score, match.skill)))

    def _weight(self, token: Token) -> float:
        holders = max(1, len(self._holders.get(token.unit, ())))
        return token.worth * math.log(1 + (self._size - holders + 0.5) / (holders + 0.5))

    def _score(self, name: str, units: list[str], weights: dict[str, float]) -> float:
        norm = self._norms[name]
        times = {unit: self._holders[unit][name] for unit in units}
        return math.fsum(weights[unit] * times[unit] * (K1 + 1) / (times[unit] + norm) for unit in units)


def _units(skill: Skill) -> Counter[str]:
    names = " ".join([skill.surface.name or skill.name] * _NAME_REPEATS)
    text = f"{names}\n{skill.surface.description}\n{skill.surface.when_to_use}"
    return Counter(token.unit for token in tokens(text))
