"""What committed results say about a case: whether they are fresh, and whether base and head hold the same."""

from collections.abc import Mapping

from skill_evals.model.freshness import Freshness
from skill_evals.model.results import EvalResult, TriggerResult
from skill_evals.model.suite import Tier
from skill_evals.plan.nouns import Side

Result = TriggerResult | EvalResult


class Stored:
    """Looks into one side's results by skill folder, tier and model."""

    def __init__(self, side: Side | None) -> None:
        self._freshness: dict[tuple[str, Tier, str], Mapping[str, Freshness]] = {}
        self._results: dict[tuple[str, Tier, str], Mapping[str, Result]] = {}
        self._baselines: dict[tuple[str, str], Mapping[str, EvalResult]] = {}
        self._paths: dict[str, str] = {}
        for committed in () if side is None else side.results:
            if committed.skill_dir is None or committed.file is None:
                continue
            self._paths[committed.skill_dir] = committed.path
            for known in committed.freshness:
                self._freshness[committed.skill_dir, known.tier, known.model] = known.cases
            for model, entry in committed.file.models.items():
                if entry is not None and entry.triggers is not None:
                    by_query = {result.query: result for result in entry.triggers.results}
                    self._results[committed.skill_dir, Tier.TRIGGERS, model] = by_query
                if entry is not None and entry.evals is not None:
                    by_id = {result.id: result for result in entry.evals.results}
                    self._results[committed.skill_dir, Tier.EVALS, model] = by_id
                    if entry.evals.baseline is not None:
                        without = {result.id: result for result in entry.evals.baseline.results}
                        self._baselines[committed.skill_dir, model] = without

    def freshness(self, skill_dir: str, tier: Tier, model: str) -> Mapping[str, Freshness]:
        """By case key; empty where no results of that model and tier are stored."""
        return self._freshness.get((skill_dir, tier, model), {})

    def path(self, skill_dir: str) -> str:
        """Of the results file; empty where there is none."""
        return self._paths.get(skill_dir, "")

    def baseline(self, skill_dir: str, model: str) -> Mapping[str, EvalResult]:
        """Results without the skill, by case key."""
        return self._baselines.get((skill_dir, model), {})

    def results(self, skill_dir: str, tier: Tier, model: str) -> Mapping[str, Result]:
        """By case key."""
        return self._results.get((skill_dir, tier, model), {})
