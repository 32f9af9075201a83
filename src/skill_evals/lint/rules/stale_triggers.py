"""The trigger surface changed since the stored trigger results.

## What it does

Speaks where a results file lies beside the suite. It reports stored Tier 1 results that were made with another trigger
surface: name, description, `when_to_use`, invocation flags, `paths`. The finding lies on the frontmatter line that
changed. A change that does not reach the model (licence, key order, a comment) is no finding. A query whose label was
flipped since its result is a warning.

evolve stores a hash of all frontmatter bytes. Without the sidecar's surface hash, base and head are compared where the
base was fresh; else the finding is a warning that says "may be stale".

With a base it is an error, without one a warning. Models that do not count give one note together. A change that
`accept-stale` accepts gives a note with the reason, and the finding again when the surface changes once more.

## Why is this bad

The stored pass rate is about a description that no longer exists. evolve notices with `report --check --strict` only,
and its default check passes.

## Bad

```markdown path=plugins/demo/skills/unit-tests/SKILL.md
---
name: unit-tests
description: Writes unit tests. Use when a function has no test.
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

`run.models` says which models count. `accept-stale` takes `{skill, tier, surface, reason}` for a change that needs no
new run; `skill-evals results hashes` prints the surface hash.

## How to fix

`skill-evals run --tier triggers --skill NAME`, and commit the results; or accept the change with a reason.
"""

from collections.abc import Iterable, Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.freshness import (
    acceptance,
    counted,
    expiry_words,
    having,
    model_names,
    others,
    skill_of,
    suites_beside,
)
from skill_evals.lint.rule import Rule
from skill_evals.lint.surface_change import changed_line, surface_moved
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults, Freshness, ModelFreshness
from skill_evals.model.position import Part
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Tier


def check(results: CommittedResults, context: Context) -> Iterator[Fault]:
    skill = skill_of(results, context)
    if skill is None or results.file is None:
        return
    mine = counted(results, Tier.TRIGGERS, context)
    yield from _stale_surface(results, skill, having(mine, Freshness.STALE_CONTENT), context)
    yield from _not_counted(results, skill, context)
    yield from _flipped_labels(results, mine, context)


def _stale_surface(
    results: CommittedResults, skill: Skill, stale: Iterable[ModelFreshness], context: Context
) -> Iterator[Fault]:
    sure = [model for model in stale if _moved(results, skill, model, context)]
    unsure = [model for model in stale if _moved(results, skill, model, context) is None]
    if not sure and not unsure:
        return
    if sure:
        message = f"what the model sees of `{skill.name}` changed since the trigger results of {model_names(sure)}"
        severity = Severity.WARNING if context.base is None else Severity.ERROR
    else:
        message = (
            f"the trigger results of {model_names(unsure)} may be stale: `{skill.name}`'s frontmatter changed since, "
            "and which part of it cannot be told from their hash"
        )
        severity = Severity.WARNING
    accepted = acceptance(skill, Tier.TRIGGERS, context)
    cure = f"{expiry_words(accepted)}; run the triggers again, or record in `accept-stale` why that is not needed"
    if accepted.reason is not None:
        severity = Severity.INFO
        cure = f"; `accept-stale` accepts this: {shown(accepted.reason)}"
    suites = suites_beside(results, Tier.TRIGGERS, context)
    yield Fault(
        path=skill.path,
        span=changed_line(skill, context),
        message=message + cure,
        suite=suites[0].path if suites else None,
        severity=severity,
        also=(results.path,),
    )


def _moved(results: CommittedResults, skill: Skill, model: ModelFreshness, context: Context) -> bool | None:
    """Whether the surface changed since; None: it cannot be told."""
    if model.surface_known:
        return True
    entry = None if results.file is None else results.file.models.get(model.model)
    triggers = None if entry is None else entry.triggers
    return surface_moved(skill, None if triggers is None else triggers.header.content_hash, context)


def _not_counted(results: CommittedResults, skill: Skill, context: Context) -> Iterator[Fault]:
    stale = having(others(results, Tier.TRIGGERS, context), Freshness.STALE_CONTENT)
    old = [model for model in stale if _moved(results, skill, model, context) is not False]
    if old and acceptance(skill, Tier.TRIGGERS, context).reason is None:
        yield Fault(
            path=results.path,
            at=("models",),
            part=Part.OPEN,
            message=f"the trigger results of {model_names(old)} are of an older `{skill.name}`; the configuration "
            "does not count these models, so nothing else is said about them",
            severity=Severity.INFO,
            also=(skill.path,),
        )


def _flipped_labels(results: CommittedResults, mine: Iterable[ModelFreshness], context: Context) -> Iterator[Fault]:
    edited = having(mine, Freshness.STALE_CASE)
    if not edited:
        return
    for suite in suites_beside(results, Tier.TRIGGERS, context):
        for case in suite.triggers:
            models = [model for model in edited if model.cases.get(case.key) is Freshness.STALE_CASE]
            if models:
                yield Fault(
                    path=suite.path,
                    at=case.label_at,
                    message=f"the label changed since the result of {model_names(models)}, whose verdict is about "
                    "the old one; run this query again",
                    suite=suite.path,
                    severity=Severity.WARNING,
                    also=(results.path,),
                )


RULE = Rule(name="stale-triggers", code="R001", severity=Severity.WARNING, page=__doc__, on_results=check)
