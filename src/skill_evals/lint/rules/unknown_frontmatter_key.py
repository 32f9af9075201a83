"""A frontmatter key that is almost one that clients read.

## What it does

Reports a key in the frontmatter of a `SKILL.md` that is no known one and within two letters of one that the skill does
not have. Other keys of one's own are left alone; `metadata` is the place for them. Where `description` was meant,
without which no model chooses the skill, the finding is an error.

## Why is this bad

Claude Code ignores an unknown key without a word: with `user-invokable: false` the skill is still in the menu, with
`allowed_tools` every call asks for permission. The reference validator and the upload to claude.ai refuse the skill.

## Bad

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
user-invokable: false
---
```

## Good

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
user-invocable: false
---
```

## Configuration

None.

## How to fix

Correct the spelling, or move a key of your own beneath `metadata`. `--fix --unsafe-fixes` renames the key to the one
known key that is near.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fix_spelling import renamed
from skill_evals.lint.rule import Rule
from skill_evals.lint.suggest import nearest
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.skill import Skill

_SPECIFIED = frozenset({"name", "description", "license", "compatibility", "metadata", "allowed-tools"})
_CLIENTS = frozenset({
    "agent", "argument-hint", "arguments", "background", "context", "default-enabled", "disable-model-invocation",
    "disallowed-tools", "display-name", "effort", "fallback", "hooks", "model", "paths", "shell", "user-invocable",
    "version", "when_to_use",
})  # fmt: skip
"""What Claude Code reads besides (its documentation of skills, September 2026)."""
_OWN = frozenset({
    "agents", "author", "authors", "category", "date", "domain", "globs", "icon", "inputs", "keywords", "lang",
    "language", "level", "licence", "mode", "outputs", "owner", "path", "requires", "scope", "skills", "source",
    "status", "tags", "title", "tools", "triggers", "type", "updated", "versions",
})  # fmt: skip
"""Keys that people have for themselves or for other tools, and that happen to be near."""
_KNOWN = _SPECIFIED | _CLIENTS


def check(skill: Skill, _context: Context) -> Iterator[Fault]:
    if skill.frontmatter is None or _KNOWN.issuperset(skill.frontmatter):
        return
    for key in skill.frontmatter:
        meant = None if key in _KNOWN or key in _OWN else nearest(key, _KNOWN)
        if meant is not None and meant not in skill.frontmatter:
            yield Fault(
                path=skill.path,
                at=(key,),
                part=Part.KEY,
                message=f"no client reads `{shown(key)}`, and uploads refuse it; did you mean `{meant}`?",
                fix=renamed((key,), _KNOWN, skill.frontmatter),
            )


RULE = Rule(
    name="unknown-frontmatter-key", code="K007", severity=Severity.WARNING, page=__doc__, on_skill=check, fixable=True
)
