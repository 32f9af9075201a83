"""A skill's name that clients or the specification do not take.

## What it does

Looks at `name` in the frontmatter of every `SKILL.md`: 1 to 64 characters, lower-case letters, digits and single
hyphens between them, and the same as the skill's folder. A skill at the root of the repository has no folder to be
compared with. A frontmatter without `name` is reported too. Of a skill that lies where clients load none from, neither
right below a folder `skills` nor at the root or right below it, the finding is information: it may be a translation, an
earlier version, or another tool's document, and takes its place under another folder's name.

## Why is this bad

The reference validator and the upload to claude.ai refuse the skill. Claude Code goes by the folder's name, for skills
of plugins by the stated one, so that where they differ people call a skill that is not there. evolve warns.

## Bad

```markdown path=skills/changelog/SKILL.md
---
name: Change_Log
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

## Configuration

In the preset `strict` this is an error.

## How to fix

Write the folder's name, or rename the folder. Results and suites are found by the folder.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.regex import regex
from skill_evals.model.skill import Skill

LONGEST = 64
_FORM = regex(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_AT = ("name",)
_HOME = "skills"


def check(skill: Skill, _context: Context) -> Iterator[Fault]:
    if skill.frontmatter is None:
        return
    part = Part.VALUE if "name" in skill.frontmatter else Part.OPEN
    message = _what_is_wrong(skill, skill.frontmatter.get("name"))
    if message is not None:
        severity = None if _is_loaded(skill.directory) else Severity.INFO
        yield Fault(path=skill.path, at=_AT, part=part, message=message, severity=severity)


def _is_loaded(directory: str) -> bool:
    """Whether a skill's folder lies where clients and installers look for skills."""
    above = directory.rpartition("/")[0]
    return not above or above.rpartition("/")[2] == _HOME


def _what_is_wrong(skill: Skill, stated: object) -> str | None:
    folder = skill.directory.rpartition("/")[2]
    meant = f"write `name: {folder}`" if _FORM.fullmatch(folder) else "write one in lower case, with hyphens"
    if stated is None or (isinstance(stated, str) and not stated.strip()):
        return f"the skill states no `name`, which the specification asks for; {meant}"
    if not isinstance(stated, str):
        return f"the name is no text, and readers make different things of it; {meant}, in quotes if need be"
    name = stated.strip()
    if len(name) > LONGEST:
        return (
            f"the name has {len(name)} characters, and more than {LONGEST} are refused by the specification; shorten it"
        )
    if _FORM.fullmatch(name) is None:
        return (
            f"`{shown(name)}` is not in the form that the specification asks for (a-z, 0-9, single hyphens between), "
            f"so that validators and uploads refuse the skill; {meant}"
        )
    if folder and name != folder:
        return (
            f"the name `{name}` is not that of its folder `{folder}`, and clients differ in which of the two they "
            "take; make them the same"
        )
    return None


RULE = Rule(name="skill-name-form", code="K002", severity=Severity.WARNING, page=__doc__, on_skill=check)
