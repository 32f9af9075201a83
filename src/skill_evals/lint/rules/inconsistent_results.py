"""Stored totals, rates or verdicts that do not follow from the stored results.

## What it does

Computes every verdict, count and rate of a results file again from the results beside them, the way evolve does: a
query is activated at half of its runs or more; a case passes when no check of it failed; an errored case is in no
rate; rates have six places. The entry, its `previous` and its `baseline` are looked at.

Fewer `runs` than `runs_per_query` are fine, and so is an errored query without `hits`, `runs` and `passed`.

## Why is this bad

No runner writes such a file: somebody edited it, or a merge mixed two sweeps. evolve's report and gate read the totals
and would show a score that nobody measured.

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
          {"query": "test this function", "should_trigger": true, "hits": 1, "runs": 3, "passed": true},
          {"query": "explain this function", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 2, "failed": 0, "total": 2, "pass_rate": 1}
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
          {"query": "test this function", "should_trigger": true, "hits": 1, "runs": 3, "passed": false},
          {"query": "explain this function", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 1, "failed": 1, "total": 2, "pass_rate": 0.5}
      }
    }
  }
}
```

## Configuration

None.

## How to fix

Take the file from the sweep that made it, or run the suite again. Never correct a total by hand.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from skill_evals.lint.arithmetic import Contradiction, eval_contradictions, trigger_contradictions
from skill_evals.lint.context import Context
from skill_evals.lint.entries import entry_at
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.suite import Tier

if TYPE_CHECKING:
    from skill_evals.model.results import ModelResults


def check(results: CommittedResults, context: Context) -> Iterator[Fault]:
    if results.file is None:
        return
    for model, stored in results.file.models.items():
        if stored is None:
            continue
        for tier in Tier:
            at = entry_at(results, model, tier, context)
            for found in _contradictions(stored, tier):
                yield Fault(
                    path=results.path,
                    at=(*at, *found.at),
                    message=f"{model}, {tier}: {found.message}; no sweep writes this, so run the suite again instead "
                    "of "
                    "correcting it by hand",
                )


def _contradictions(stored: "ModelResults", tier: Tier) -> Iterator[Contradiction]:
    if tier is Tier.TRIGGERS and stored.triggers is not None:
        yield from trigger_contradictions(stored.triggers)
    if tier is Tier.EVALS and stored.evals is not None:
        yield from eval_contradictions(stored.evals)


RULE = Rule(name="inconsistent-results", code="R006", severity=Severity.ERROR, page=__doc__, on_results=check)
