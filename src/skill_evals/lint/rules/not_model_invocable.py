"""Queries that must activate a skill which the model may not invoke.

## What it does

Looks for positive trigger queries of a skill whose frontmatter says `disable-model-invocation: true`. Queries that
invoke the skill by name (`/name`, `$name`) and cases or files of kind `user-invoked` are exempt, since the user may.

## Why is this bad

Clients leave such a skill out of the listing that the model sees. No prompt can activate it, so every positive fails,
in every runner and whatever the description says.

## Bad

```markdown path=skills/deploy/SKILL.md
---
name: deploy
description: Deploys the service to production.
disable-model-invocation: true
---
```

```json path=skills/deploy/evals/triggers.json
[
  {"query": "ship it to production", "should_trigger": true},
  {"query": "what does the deploy script do?", "should_trigger": false}
]
```

## Good

```markdown path=skills/deploy/SKILL.md
---
name: deploy
description: Deploys the service to production.
disable-model-invocation: true
---
```

```json path=skills/deploy/evals/triggers.json
[
  {"query": "/deploy the service to production", "should_trigger": true},
  {"query": "what does the deploy script do?", "should_trigger": false}
]
```

## Configuration

None.

## How to fix

Delete the flag if the model is to choose the skill by itself; else turn the positives into explicit invocations or
negatives.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup, TriggerPart
from skill_evals.lint.queries import USER_INVOKED, invoked
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.skill import Skill
from skill_evals.model.suite import TriggerCase


def check(group: TriggerGroup, _context: Context) -> Iterator[Fault]:
    if group.skill is None or group.skill.surface.model_invocable:
        return
    for part in group.parts:
        yield from _hopeless(part, group.skill)


def _hopeless(part: TriggerPart, skill: Skill) -> Iterator[Fault]:
    if part.suite.fields.get("kind") == USER_INVOKED:
        return
    positives = [case for case in part.cases if case.should_trigger and not _by_user(case, skill.name)]
    if not positives:
        return
    count = "1 query" if len(positives) == 1 else f"{len(positives)} queries"
    yield Fault(
        path=part.suite.path,
        at=part.at,
        part=Part.OPEN,
        message=f"{count} must activate `{skill.name}`, which {skill.path} hides from the model "
        "(`disable-model-invocation`): they fail in every run; delete the flag, or write explicit invocations "
        f"(`/{skill.name} …`) or negatives",
        suite=part.suite.path,
        also=(skill.path,),
    )


def _by_user(case: TriggerCase, name: str) -> bool:
    return (
        case.kind == USER_INVOKED
        or invoked(case.query) is not None
        or f"/{name}" in case.query
        or f"${name}" in case.query
    )


RULE = Rule(name="not-model-invocable", code="T013", severity=Severity.ERROR, page=__doc__, on_group=check)
