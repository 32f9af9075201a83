"""A skill that no suite is about.

## What it does

Reports every skill about which no eval suite and no trigger set was found, in any dialect. A suite that was seen and is
not checked counts as one where it lies in the skill's folder.

## Why is this bad

Nobody would notice if a change made the skill stop triggering, or its advice wrong. It is off by default: most skills
have no suite, and a repository decides for itself which ones need one.

## Bad

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
---
```

## Good

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
---
```

```json path=skills/changelog/evals/evals.json
{
  "skill_name": "changelog",
  "evals": [{"id": 1, "prompt": "Write the entry for this fix", "expectations": ["Names what was fixed"]}]
}
```

## Configuration

`extend-select: [skill-without-suite]` turns it on.

## How to fix

Write a few queries that must activate the skill and a few that must not, and one task whose outcome can be checked.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part


def check(context: Context) -> Iterator[Fault]:
    project = context.project
    covered = {found.skill.directory for found in project.suites if found.skill is not None}
    for skill in project.skills:
        inside = f"{skill.directory}/" if skill.directory else ""
        if skill.directory not in covered and not any(one.path.startswith(inside) for one in project.unchecked):
            yield Fault(
                path=skill.path,
                at=("name",),
                part=Part.OPEN,
                message=f"no suite is about `{skill.name}`: nothing would show if a change broke it; write a few "
                "queries that must activate it and a few that must not",
            )


RULE = Rule(
    name="skill-without-suite",
    code="K008",
    severity=Severity.INFO,
    page=__doc__,
    on_project=check,
    default=False,
)
