"""A case that no stored result is about.

## What it does

Speaks where a results file lies beside the suite, and only about a tier (triggers or evals) that some model that counts
has run: a file that never held a tier says nothing about it. It reports each case on which none of the models that
count has a verdict; where that is every case, it says so once.

## Why is this bad

The pass rate beside the suite looks whole and is not: the case was added, or reworded, and never run. evolve compares
what is stored with the suite and never the reverse, so it does not notice.

## Bad

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

`run.models` says which models count.

## How to fix

`skill-evals run --skill NAME`, which runs what is missing, and commit the results.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.freshness import counted, suites_beside
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults, Freshness, ModelFreshness
from skill_evals.model.position import Part, Pointer
from skill_evals.model.suite import EvalCase, Suite, Tier, TriggerCase


def check(results: CommittedResults, context: Context) -> Iterator[Fault]:
    for tier in Tier:
        mine = counted(results, tier, context)
        if any(_ran(results, model) for model in mine):
            for suite in suites_beside(results, tier, context):
                yield from _unrun(suite, results, mine)


def _ran(results: CommittedResults, model: ModelFreshness) -> bool:
    """Whether the model's results hold the tier at all."""
    stored = None if results.file is None else results.file.models.get(model.model)
    if stored is None:
        return False
    return (stored.triggers if model.tier is Tier.TRIGGERS else stored.evals) is not None


def _unrun(suite: Suite, results: CommittedResults, mine: tuple[ModelFreshness, ...]) -> Iterator[Fault]:
    cases: tuple[TriggerCase | EvalCase, ...] = suite.triggers if suite.tier is Tier.TRIGGERS else suite.evals
    missing = [case for case in cases if _is_unrun(case.key, mine)]
    if missing and len(missing) == len(cases):
        yield _fault(suite, results, suite.cases_at, f"no case of this suite has a verdict in {results.path}")
        return
    for case in missing:
        who = f"`{mine[0].model}` has no" if len(mine) == 1 else f"none of {len(mine)} models has a"
        yield _fault(suite, results, case.at, f"{who} verdict on this case in {results.path}")


def _is_unrun(key: str, mine: tuple[ModelFreshness, ...]) -> bool:
    return all(model.cases.get(key, Freshness.UNRUN) is Freshness.UNRUN for model in mine)


def _fault(suite: Suite, results: CommittedResults, at: Pointer, what: str) -> Fault:
    return Fault(
        path=suite.path,
        at=at,
        part=Part.OPEN,
        message=f"{what}: the pass rate there is not about the suite as it is; run what is missing",
        suite=suite.path,
        also=(results.path,),
    )


RULE = Rule(name="unrun-case", code="R003", severity=Severity.WARNING, page=__doc__, on_results=check)
