"""Two skills of one name in one `skills/` folder.

## What it does

Compares, without regard to case and Unicode form, the names of the skills beneath each `skills/` folder. A copy of a
skill, byte for byte under the same folder name, is the same skill, and so are skills at the same place of mirrored
trees such as translations.

## Why is this bad

A client that goes by the stated name loads one of the two and hides the other; which one depends on the order in which
it reads folders. Triggers measured for the one then say nothing of what people get.

## Bad

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
---
```

```markdown path=skills/release-notes/SKILL.md
---
name: changelog
description: Writes release notes for readers. Use when a release is announced.
---
```

## Good

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
---
```

```markdown path=skills/release-notes/SKILL.md
---
name: release-notes
description: Writes release notes for readers. Use when a release is announced.
---
```

## Configuration

None.

## How to fix

Give one of them another name, in its frontmatter and its folder.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.queries import normalised
from skill_evals.lint.rule import Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.skill import Skill


def check(context: Context) -> Iterator[Fault]:
    groups: dict[tuple[str, str], list[Skill]] = {}
    for skill in context.project.skills:
        home = _home(skill.directory)
        if home is not None and skill.frontmatter is not None and skill.surface.name:
            groups.setdefault((home, normalised(skill.surface.name)), []).append(skill)
    for (_, name), skills in groups.items():
        # The one whose folder bears the name keeps it.
        first = next((skill for skill in skills if normalised(skill.name) == name), skills[0])
        for skill in skills:
            if skill.name != first.name:
                yield _fault(skill, first)


def _fault(skill: Skill, first: Skill) -> Fault:
    return Fault(
        path=skill.path,
        at=("name",),
        part=Part.VALUE if "name" in (skill.frontmatter or {}) else Part.OPEN,
        message=f"`{first.path}` is called `{shown(first.surface.name)}` too: a client loads one of them and hides the "
        "other; give one another name",
        also=(first.path,),
    )


def _home(directory: str) -> str | None:
    """The innermost `skills/` folder that a skill lies beneath; None: there is none."""
    folder = directory.rpartition("/")[0]
    while folder and folder.rpartition("/")[2] != "skills":
        folder = folder.rpartition("/")[0]
    return folder or None


RULE = Rule(name="duplicate-skill-name", code="K003", severity=Severity.ERROR, page=__doc__, on_project=check)
