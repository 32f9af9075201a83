"""A description that is missing, empty, or too long.

## What it does

Looks at `description` in the frontmatter of every `SKILL.md`: it must be text of 1 to 1,024 characters. A skill whose
frontmatter cannot be read is left to `invalid-frontmatter`.

## Why is this bad

The description is what the model chooses by. Without one a client skips the skill or shows the first line of its body;
more than 1,024 characters are refused by evolve, the reference validator and the upload to claude.ai.

## Bad

```markdown path=skills/changelog/SKILL.md
---
name: changelog
---

Write one entry a change.
```

## Good

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
---

Write one entry a change.
```

## Configuration

None.

## How to fix

Say in one or two sentences what the skill does and when to use it. Move what is longer into the body, or
`when_to_use`.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.skill import Skill

LONGEST = 1024
_AT = ("description",)


def check(skill: Skill, _context: Context) -> Iterator[Fault]:
    if skill.frontmatter is None:
        return
    if "description" not in skill.frontmatter:
        yield Fault(
            path=skill.path,
            at=_AT,
            part=Part.OPEN,
            message=f"`{skill.name}` has no `description`, and the model chooses by it; say what the skill does and "
            "when "
            "to use it",
        )
        return
    value = skill.frontmatter["description"]
    if value is None or (isinstance(value, str) and not value.strip()):
        message = "the description is empty, and the model chooses by it; say what the skill does and when to use it"
        yield Fault(path=skill.path, at=_AT, part=Part.OPEN, message=message)
    elif not isinstance(value, str):
        message = "the description is no text, and clients read it as missing; write a sentence, in quotes if need be"
        yield Fault(path=skill.path, at=_AT, message=message)
    elif len(value.strip()) > LONGEST:
        yield Fault(
            path=skill.path,
            at=_AT,
            message=f"the description has {len(value.strip()):,} characters, and evolve and the upload to claude.ai "
            "refuse more "
            f"than {LONGEST:,}; move what is not about when to use the skill into the body",
        )


RULE = Rule(name="description-form", code="K004", severity=Severity.ERROR, page=__doc__, on_skill=check)
