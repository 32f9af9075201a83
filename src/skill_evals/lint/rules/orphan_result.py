"""A stored result of a case that is gone.

## What it does

Speaks where a results file lies beside the suite. It reports each stored query or eval that the suite no longer has,
at its result; where a tier has no suite any more, it says so once. Models that hold the same orphan are named together.

## Why is this bad

The case was removed, or its query or id reworded, and the totals still count it: the pass rate beside the suite is not
about the suite. evolve's `report --check --strict` calls the whole tier stale for it; a plain `evolve run` drops it.

## Bad

```json path=plugins/demo/evals/unit-tests/triggers.json
{
  "triggers": [
    {"query": "test this function", "should_trigger": true},
    {"query": "explain this function", "should_trigger": false}
  ]
}
```

```json path=plugins/demo/evals/unit-tests/results.json
{
  "schema": 5,
  "plugin": "demo",
  "skill": "unit-tests",
  "models": {
    "anthropic/claude-haiku-4-5": {
      "triggers": {
        "display": "Claude Haiku 4.5",
        "executed": true,
        "timeout_seconds": 60,
        "pricing": null,
        "results": [
          {"query": "test this function", "should_trigger": true, "hits": 3, "runs": 3, "passed": true},
          {"query": "explain this function", "should_trigger": false, "hits": 0, "runs": 3, "passed": true},
          {"query": "rename this function", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 3, "failed": 0, "total": 3, "pass_rate": 1}
      }
    }
  }
}
```

## Good

```json path=plugins/demo/evals/unit-tests/triggers.json
{
  "triggers": [
    {"query": "test this function", "should_trigger": true},
    {"query": "explain this function", "should_trigger": false}
  ]
}
```

```json path=plugins/demo/evals/unit-tests/results.json
{
  "schema": 5,
  "plugin": "demo",
  "skill": "unit-tests",
  "models": {
    "anthropic/claude-haiku-4-5": {
      "triggers": {
        "display": "Claude Haiku 4.5",
        "executed": true,
        "timeout_seconds": 60,
        "pricing": null,
        "results": [
          {"query": "test this function", "should_trigger": true, "hits": 3, "runs": 3, "passed": true},
          {"query": "explain this function", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 2, "failed": 0, "total": 2, "pass_rate": 1}
      }
    }
  }
}
```

## Configuration

None: an orphan is one whichever models count.

## How to fix

`skill-evals run --skill NAME`, which drops what has no case, and commit the results. `--fix` drops it without a run and
makes the totals anew, unless the file contradicts itself.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.entries import entry_at, result_at
from skill_evals.lint.fault import Fault
from skill_evals.lint.fix_results import canonical_fix
from skill_evals.lint.freshness import having_orphans, model_names, suites_beside
from skill_evals.lint.rule import Rule
from skill_evals.lint.words import of_tier, shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import StoredCase
from skill_evals.model.freshness import CommittedResults, ModelFreshness
from skill_evals.model.position import Part
from skill_evals.model.suite import Tier

_ENDINGS = ("json", "jsonc", "yaml", "yml")
_NAMES = {Tier.TRIGGERS: "the query", Tier.EVALS: "the eval"}


def check(results: CommittedResults, context: Context) -> Iterator[Fault]:
    for tier in Tier:
        models = having_orphans(results, tier)
        if not models:
            continue
        if suites_beside(results, tier, context):
            yield from _orphans(results, tier, models, context)
        elif not _is_there(results, tier, context):
            yield Fault(
                path=results.path,
                at=entry_at(results, models[0].model, tier, context),
                part=Part.OPEN,
                message=f"{model_names(models)} has {of_tier(tier)} results, and the skill has no {of_tier(tier)} "
                "suite any more: nothing can be said to pass; delete them, or bring the suite back",
            )


def _orphans(
    results: CommittedResults, tier: Tier, models: tuple[ModelFreshness, ...], context: Context
) -> Iterator[Fault]:
    for key in dict.fromkeys(key for model in models for key in model.orphans):
        holders = [model for model in models if key in model.orphans]
        yield Fault(
            path=results.path,
            at=result_at(results, holders[0].model, tier, key, context),
            part=Part.OPEN,
            message=f"{_NAMES[tier]} `{shown(key)}` is no longer in the suite, and the totals of "
            f"{model_names(holders)} still count it; run the suite again, which drops it",
            also=tuple(suite.path for suite in suites_beside(results, tier, context)),
            fix=canonical_fix(
                results,
                "drop it, and make the totals anew",
                without=[StoredCase(model=holder.model, tier=tier, key=key) for holder in holders],
            ),
        )


def _is_there(results: CommittedResults, tier: Tier, context: Context) -> bool:
    """Whether the tier's file exists all the same: one that cannot be read makes no result an orphan."""
    folder = posixpath.dirname(results.path)
    return any(posixpath.join(folder, f"{tier}.{ending}") in context.files.entries for ending in _ENDINGS)


RULE = Rule(name="orphan-result", code="R004", severity=Severity.WARNING, page=__doc__, on_results=check, fixable=True)
