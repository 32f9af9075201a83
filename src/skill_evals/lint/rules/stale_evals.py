"""The skill or the case changed since its stored Tier 2 result.

## What it does

Speaks where a results file lies beside the suite. It reports, once for the suite, that a file of the skill changed
since the stored results, and at its own place each case whose prompt, checks or fixtures did.

## Why is this bad

The stored verdict is about other instructions, or another task. evolve notices with `report --check --strict` only,
and shows the old numbers until then.

## Bad

```markdown path=plugins/demo/skills/unit-tests/SKILL.md
---
name: unit-tests
description: Writes unit tests. Use when a function has no test.
---
```

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {"id": "edge-cases", "prompt": "Test slugify", "expectations": ["The empty text is tested"]}
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
      "evals": {
        "display": "Claude Haiku 4.5",
        "executed": true,
        "content_hash": "0524c72c6edb3113e23a13380b6e02c82707d10b8c132a2293dc4d79a9698dd4",
        "timeout_seconds": 60,
        "pricing": null,
        "results": [
          {"id": "edge-cases", "passed": true}
        ],
        "summary": {"passed": 1, "failed": 0, "total": 1, "pass_rate": 1}
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

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {"id": "edge-cases", "prompt": "Test slugify", "expectations": ["The empty text is tested"]}
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
      "evals": {
        "display": "Claude Haiku 4.5",
        "executed": true,
        "content_hash": "0524c72c6edb3113e23a13380b6e02c82707d10b8c132a2293dc4d79a9698dd4",
        "timeout_seconds": 60,
        "pricing": null,
        "results": [
          {"id": "edge-cases", "passed": true}
        ],
        "summary": {"passed": 1, "failed": 0, "total": 1, "pass_rate": 1}
      }
    }
  }
}
```

## Configuration

`run.models` says which models count. `accept-stale` with `tier: evals` records that a skill with the trigger surface
that it has now needs no new run; the finding is then a note with the reason.

## How to fix

`skill-evals run --tier evals --skill NAME`, and commit the results.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.freshness import (
    acceptance,
    counted,
    expiry_words,
    having,
    model_names,
    skill_of,
    suites_beside,
)
from skill_evals.lint.rule import Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults, Freshness, ModelFreshness
from skill_evals.model.position import Part
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Suite, Tier


def check(results: CommittedResults, context: Context) -> Iterator[Fault]:
    skill = skill_of(results, context)
    if skill is None:
        return
    mine = counted(results, Tier.EVALS, context)
    for suite in suites_beside(results, Tier.EVALS, context):
        yield from _stale_content(suite, results, skill, mine, context)
        yield from _stale_cases(suite, results, mine)


def _stale_content(
    suite: Suite, results: CommittedResults, skill: Skill, mine: tuple[ModelFreshness, ...], context: Context
) -> Iterator[Fault]:
    stale = having(mine, Freshness.STALE_CONTENT)
    if stale:
        accepted = acceptance(skill, Tier.EVALS, context)
        cure = f"{expiry_words(accepted)}; run these evals again"
        if accepted.reason is not None:
            cure = f"; `accept-stale` accepts this: {shown(accepted.reason)}"
        yield Fault(
            path=suite.path,
            at=suite.cases_at,
            part=Part.OPEN,
            message=f"the files of `{skill.name}` changed since the eval results of {model_names(stale)}{cure}",
            suite=suite.path,
            severity=None if accepted.reason is None else Severity.INFO,
            also=(results.path, *_changed_files(skill, context)),
        )


def _changed_files(skill: Skill, context: Context) -> tuple[str, ...]:
    if context.base is None:
        return ()
    inside = f"{skill.directory}/" if skill.directory else ""
    return tuple(change.path for change in context.base.changes.changes if change.path.startswith(inside))


def _stale_cases(suite: Suite, results: CommittedResults, mine: tuple[ModelFreshness, ...]) -> Iterator[Fault]:
    edited = having(mine, Freshness.STALE_CASE)
    if not edited:
        return
    for case in suite.evals:
        models = [model for model in edited if model.cases.get(case.key) is Freshness.STALE_CASE]
        if models:
            yield Fault(
                path=suite.path,
                at=case.at,
                part=Part.OPEN,
                message=f"`{case.key}` or one of its fixtures changed since the result of {model_names(models)}; "
                "run this case again",
                suite=suite.path,
                also=(results.path,),
            )


RULE = Rule(name="stale-evals", code="R002", severity=Severity.WARNING, page=__doc__, on_results=check)
