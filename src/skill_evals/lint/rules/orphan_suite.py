"""A suite about a skill that is not there.

## What it does

Reports a suite that points at a skill, by its folder (evolve) or by its `skill_name`, which this repository does not
hold, and trigger cases that name such a skill. A suite that points at none is listed as unattributed.

## Why is this bad

The skill was renamed, moved or deleted, and its suite stayed behind. evolve stops with a finding; other runners test
the prompts without the skill, and every positive fails.

## Bad

```json path=plugins/demo/evals/greeting/triggers.json
{
  "triggers": [
    {"query": "say hello to the new colleague", "should_trigger": true},
    {"query": "say goodbye to the old server", "should_trigger": false}
  ]
}
```

```markdown path=plugins/demo/skills/greet/SKILL.md
---
name: greet
description: Greets people by name. Use when somebody is to be welcomed.
---
```

## Good

```json path=plugins/demo/evals/greet/triggers.json
{
  "triggers": [
    {"query": "say hello to the new colleague", "should_trigger": true},
    {"query": "say goodbye to the old server", "should_trigger": false}
  ]
}
```

```markdown path=plugins/demo/skills/greet/SKILL.md
---
name: greet
description: Greets people by name. Use when somebody is to be welcomed.
---
```

## Configuration

None.

## How to fix

Rename the folder or the `skill_name` to the skill's, or delete the suite with its skill.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVOLVE, Rule
from skill_evals.lint.suggest import did_you_mean
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.files import FileKind
from skill_evals.model.position import Part
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite

_CURE = "state its `skill_name`, if it is about one"


def check(context: Context) -> Iterator[Fault]:
    orphans = [attribution for attribution in context.project.suites if attribution.skill is None]
    names = _names(context) if orphans else frozenset()
    for attribution in orphans:
        yield from _orphan(attribution, names, context)


def _names(context: Context) -> frozenset[str]:
    """Names of all skills, those included of which only the path is known here."""
    read = {name for skill in context.project.skills for name in (skill.name, skill.surface.name) if name}
    listed = {
        posixpath.basename(posixpath.dirname(path)) for path in context.files.entries if path.endswith("/SKILL.md")
    }
    return frozenset(read | listed)


def _orphan(attribution: Attribution, names: frozenset[str], context: Context) -> Iterator[Fault]:
    suite, target = attribution.suite, attribution.target
    if target is None:
        message = f"this suite {_instead(suite)} and lies with none, so nothing can be run for it; {_CURE}"
        yield _fault(suite, message, Severity.INFO)
    elif suite.dialect == EVOLVE and posixpath.basename(posixpath.dirname(suite.path)) == target:
        folder = _evolve_folder(suite, target)
        if _is_link(folder, context):
            message = f"{shown(folder)} is a link, and evolve mounts no linked skill, so none can trigger; put it there"
            yield _fault(suite, message)
            return
        hint = _misspelt(target, context) or did_you_mean(target, names - {target})
        message = f"there is no skill `{shown(target)}` in this plugin, and evolve reports the folder as an error{hint}"
        yield _fault(suite, message, Severity.ERROR)
    elif _plain(target) not in names:
        hint = _misspelt(_plain(target), context) or did_you_mean(target, names)
        yield _fault(suite, f"there is no skill `{shown(target)}` here, so its cases test nothing{hint}")


def _misspelt(target: str, context: Context) -> str:
    """Words about a file that is the skill's only where file systems do not tell capital letters from small ones."""
    for path in context.files.entries:
        folder, name = posixpath.split(path)
        if name.upper() == "SKILL.MD" and name != "SKILL.md" and posixpath.basename(folder) == target:
            return f"; rename {shown(path)} to `SKILL.md`, as clients spell it"
    return ""


def _evolve_folder(suite: Suite, skill: str) -> str:
    """Where evolve looks for the skill of a suite in ``<plugin>/evals/<skill>/``."""
    plugin = posixpath.dirname(posixpath.dirname(posixpath.dirname(suite.path)))
    return posixpath.join(plugin, "skills", skill)


def _is_link(path: str, context: Context) -> bool:
    entry = context.files.entries.get(path)
    return entry is not None and entry.kind is FileKind.LINK


def _instead(suite: Suite) -> str:
    agent = suite.fields.get("agent_name")
    return f"is about the agent `{shown(agent)}`, names no skill" if isinstance(agent, str) else "names no skill"


def _plain(name: str) -> str:
    """The skill of ``plugin:skill``."""
    return name.rpartition(":")[2]


def _fault(suite: Suite, message: str, severity: Severity | None = None) -> Fault:
    """At the word that names the skill: the case's own, the file's, else its folder, for which the list stands."""
    at, part = suite.cases_at, Part.OPEN
    if suite.triggers and suite.triggers[0].skill is not None:
        at = suite.triggers[0].at
    elif suite.dialect != EVOLVE and suite.skill_name_at is not None:
        at, part = suite.skill_name_at, Part.VALUE
    return Fault(path=suite.path, message=message, at=at, part=part, suite=suite.path, severity=severity)


RULE = Rule(name="orphan-suite", code="I007", severity=Severity.WARNING, page=__doc__, on_project=check)
