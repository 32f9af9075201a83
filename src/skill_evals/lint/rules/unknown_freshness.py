"""Stored results without the hashes that would say what they are about.

## What it does

Speaks where a results file lies beside the suite. It reports, once for a model and tier, stored verdicts without a
content hash of the skill or a spec hash of the case.

## Why is this bad

Whether such a result is about the skill as it is now cannot be known. evolve trusts it for ever: its `--modified`
never selects it and its strict check passes. Here it counts as neither fresh nor stale, and is never taken for the
base of a comparison.

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
          {"query": "explain this function", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 2, "failed": 0, "total": 2, "pass_rate": 1}
      }
    }
  }
}
```

## Good

```markdown path=plugins/demo/skills/unit-tests/SKILL.md
---
name: unit-tests
description: Writes unit tests. Use when code has none.
---
```

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
        "content_hash": "91421d4cb147df82bf1adc60baaec072860129ca6532f1d97994f7bdbc8bb46d",
        "timeout_seconds": 60,
        "pricing": null,
        "results": [
          {
            "query": "test this function",
            "should_trigger": true,
            "hits": 3,
            "runs": 3,
            "passed": true,
            "spec_hash": "3ff63c1f47c73d7e13e43cfe092eb240edd1c0f562861b6f24fd20546da74420"
          },
          {
            "query": "explain this function",
            "should_trigger": false,
            "hits": 0,
            "runs": 3,
            "passed": true,
            "spec_hash": "1edd7792124198a7e56119a3574c3e2fff19be480c92a93e991048710777cba9"
          }
        ],
        "summary": {"passed": 2, "failed": 0, "total": 2, "pass_rate": 1}
      }
    }
  }
}
```

## Configuration

`run.models` says which models count.

## How to fix

Run the suite again: today's evolve and `skill-evals run` store the hashes. Never add one by hand.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.entries import entry_at, stored_key, stored_results
from skill_evals.lint.fault import Fault
from skill_evals.lint.freshness import counted
from skill_evals.lint.rule import Rule
from skill_evals.lint.words import of_tier
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults, Freshness, ModelFreshness
from skill_evals.model.position import Part
from skill_evals.model.suite import Tier


def check(results: CommittedResults, context: Context) -> Iterator[Fault]:
    for tier in Tier:
        for model in counted(results, tier, context):
            if Freshness.UNKNOWN not in model.cases.values():
                continue
            lacking = _lacking(results, model)
            if lacking:
                yield Fault(
                    path=results.path,
                    at=entry_at(results, model.model, tier, context),
                    part=Part.OPEN,
                    message=f"{lacking}, so nobody can tell whether they are about the skill as it is; they count as "
                    "neither fresh nor stale until the suite runs again",
                )


def _lacking(results: CommittedResults, model: ModelFreshness) -> str | None:
    """Which results of a model lack which hash; None where only the bytes to compare with are not here."""
    stored = stored_results(results, model.model, model.tier)
    judged = [one for one in stored if one.passed is not None and stored_key(one) not in model.orphans]
    bare = [one for one in judged if one.spec_hash is None]
    if bare:
        return (
            f"{len(bare)} of {len(judged)} {of_tier(model.tier)} results of `{model.model}` have no hash of their case"
        )
    if _content_hash(results, model) is None:
        return f"the {of_tier(model.tier)} results of `{model.model}` have no hash of the skill"
    return None


def _content_hash(results: CommittedResults, model: ModelFreshness) -> str | None:
    entry = None if results.file is None else results.file.models.get(model.model)
    tier = None if entry is None else entry.triggers if model.tier is Tier.TRIGGERS else entry.evals
    return None if tier is None else tier.header.content_hash


RULE = Rule(name="unknown-freshness", code="R005", severity=Severity.INFO, page=__doc__, on_results=check)
