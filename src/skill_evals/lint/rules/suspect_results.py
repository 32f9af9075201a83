"""Stored results in which nothing ever triggered.

## What it does

Reports a model's trigger entry in which every query that must trigger was silent in all of its runs and every query
that must not trigger passed. At least two silent positives are needed, since one may be a real miss. Results of
embedded backends (`local/…`), which have no harness to fail, are left alone.

## Why is this bad

A harness that never reaches the model, or never sees the skill, gives exactly this picture: every negative passes, and
the rate equals the share of negatives. evolve cannot tell a crashed agent from one that did not use the skill, and
skill-creator's runner has counted crashes as correct negatives.

## Bad

```json path=plugins/demo/evals/unit-tests/triggers.json
{
  "triggers": [
    {"query": "test this function", "should_trigger": true},
    {"query": "cover the edge cases", "should_trigger": true},
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
          {"query": "test this function", "should_trigger": true, "hits": 0, "runs": 3, "passed": false},
          {"query": "cover the edge cases", "should_trigger": true, "hits": 0, "runs": 3, "passed": false},
          {"query": "explain this function", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 1, "failed": 2, "total": 3, "pass_rate": 0.333333}
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
    {"query": "cover the edge cases", "should_trigger": true},
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
          {"query": "cover the edge cases", "should_trigger": true, "hits": 0, "runs": 3, "passed": false},
          {"query": "explain this function", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 2, "failed": 1, "total": 3, "pass_rate": 0.666667}
      }
    }
  }
}
```

## Configuration

None.

## How to fix

Run one query by hand and look whether the skill is offered to the model at all; then run the suite again. This product
asks a control query before every sweep and calls such a run invalid.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from skill_evals.lint.context import Context
from skill_evals.lint.entries import entry_at
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.position import Part
from skill_evals.model.suite import Tier

if TYPE_CHECKING:
    from skill_evals.model.results import TriggerEntry

_EMBEDDED = "local/"
_LEAST_POSITIVES = 2
_DEAD = "a dead harness looks like this, so check that the skill is offered to the model and run again"
_ALIVE = (
    "the same model and harness activated other skills here, so either this skill was not offered to the model, or its "
    "description never wins"
)


def check(results: CommittedResults, context: Context) -> Iterator[Fault]:
    for model, entry in _trigger_entries(results):
        silent = 0 if model.startswith(_EMBEDDED) else _silent_positives(entry)
        if silent:
            alive = any(_activated(model, entry, other) for other in context.results)
            yield Fault(
                path=results.path,
                at=entry_at(results, model, Tier.TRIGGERS, context),
                part=Part.OPEN,
                message=f"{model}: all {silent} queries that must trigger were silent in every run, and every query "
                "that "
                f"must not trigger passed; {_ALIVE if alive else _DEAD}",
                severity=Severity.WARNING if alive else None,
            )


def _trigger_entries(results: CommittedResults) -> "Iterator[tuple[str, TriggerEntry]]":
    for model, stored in () if results.file is None else results.file.models.items():
        if stored is not None and stored.triggers is not None:
            yield model, stored.triggers


def _activated(model: str, entry: "TriggerEntry", other: CommittedResults) -> bool:
    """Whether other results of the same model and harness hold an activation."""
    return any(
        name == model and found.header.harness == entry.header.harness and any(result.hits for result in found.results)
        for name, found in _trigger_entries(other)
    )


def _silent_positives(entry: "TriggerEntry") -> int:
    """How many positives were silent, where all were and every negative passed; else 0."""
    measured = [result for result in entry.results if result.runs and result.hits is not None]
    positives = [result for result in measured if result.should_trigger]
    if len(positives) < _LEAST_POSITIVES or len(positives) == len(measured):
        return 0
    dead = all(r.hits == 0 if r.should_trigger else r.passed is not False for r in measured)
    return len(positives) if dead else 0


RULE = Rule(name="suspect-results", code="R008", severity=Severity.ERROR, page=__doc__, on_results=check)
