"""A suite that asks for less, in the same change that touches its skill.

## What it does

Speaks with a base, about skills whose own files changed. It reports at the suite what makes it easier to pass: cases
that were removed, fewer queries of a side, a label that was flipped, assertions that were removed, a pattern that was
loosened (an alternative added, an anchor or a part cut off), a limit that was raised, a whole suite that was deleted.

Cases are followed through renamed files and folders, other formats, reworded queries of the same number, and ids that
changed with the same prompt.

## Why is this bad

The change then passes because it is asked less, and the comparison cannot show it: a case that is gone is in no rate.
It may well be right (the case was wrong); a reviewer has to see it.

## Bad

At the base:

```json path=plugins/demo/evals/greet/evals.json side=base
{
  "evals": [
    {"id": "ada", "prompt": "Greet Ada", "assertions": [{"type": "regex", "pattern": "^Dear Ada"}]}
  ]
}
```

```markdown path=plugins/demo/skills/greet/SKILL.md side=base
---
name: greet
description: Greets people by name. Use for a welcome.
---
```

In the change:

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "ada", "prompt": "Greet Ada", "assertions": [{"type": "regex", "pattern": "Ada"}]}
  ]
}
```

```markdown path=plugins/demo/skills/greet/SKILL.md
---
name: greet
description: Greets people. Use for a welcome.
---
```

## Good

At the base:

```json path=plugins/demo/evals/greet/evals.json side=base
{
  "evals": [
    {"id": "ada", "prompt": "Greet Ada", "assertions": [{"type": "regex", "pattern": "Ada"}]}
  ]
}
```

```markdown path=plugins/demo/skills/greet/SKILL.md side=base
---
name: greet
description: Greets people by name. Use for a welcome.
---
```

In the change:

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "ada", "prompt": "Greet Ada", "assertions": [{"type": "regex", "pattern": "Dear Ada"}]}
  ]
}
```

```markdown path=plugins/demo/skills/greet/SKILL.md
---
name: greet
description: Greets people. Use for a welcome.
---
```

## Configuration

None.

## How to fix

Keep the case and mend the skill; or change the suite in a pull request of its own, before the skill's.
"""

from collections.abc import Iterator

from skill_evals.lint.before import SkillSides, path_now, skill_changes, skill_sides
from skill_evals.lint.context import Base, Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.lint.weakening import Weakening, weakened_evals, weakened_triggers
from skill_evals.lint.words import of_tier
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import START
from skill_evals.model.suite import Suite, Tier


def check(context: Context) -> Iterator[Fault]:
    base = context.base
    if base is None or not base.changes.changes:
        return
    for sides in skill_sides(context, base):
        changed = skill_changes(sides.head, sides.base, base)
        if changed and not _is_unreadable(sides, base, context):
            also = tuple(path for change in changed for path in (change.path, change.old_path))
            for found in _weakenings(sides, base):
                yield _fault(found, sides, also)


def _weakenings(sides: SkillSides, base: Base) -> Iterator[Weakening]:
    if not sides.after:
        for suite in sides.before:
            yield Weakening(what=f"the {of_tier(sides.tier)} suite with {_size(suite)} was deleted", suite=suite)
        return
    homes = {suite.path: _home(suite, sides.after, base) for suite in sides.before}
    compare = weakened_triggers if sides.tier is Tier.TRIGGERS else weakened_evals
    yield from compare(sides.before, sides.after, homes)


def _home(suite: Suite, after: tuple[Suite, ...], base: Base) -> Suite:
    """Where a suite of the base is now; the first one of the skill where it has no successor of its own."""
    now = path_now(suite.path, base)
    return next((one for one in after if one.path == now), after[0])


def _is_unreadable(sides: SkillSides, base: Base, context: Context) -> bool:
    """Whether a suite of the base is still there and cannot be read, so that nothing is known of its cases."""
    known = {attribution.suite.path for attribution in context.project.suites}
    return any(
        now not in known and now in context.files.entries for now in (path_now(s.path, base) for s in sides.before)
    )


def _size(suite: Suite) -> str:
    count = len(suite.triggers) + len(suite.evals)
    return f"{count} case{'' if count == 1 else 's'}"


def _fault(found: Weakening, sides: SkillSides, also: tuple[str, ...]) -> Fault:
    gone = found.suite in sides.before
    return Fault(
        path=found.suite.path,
        at=found.at,
        part=found.part,
        span=START if gone else None,
        message=f"{found.what} in the same change that touches `{sides.head.name}`, which is thus asked less than "
        "before; keep it, or change the suite in a pull request of its own",
        suite=found.suite.path,
        also=also,
    )


RULE = Rule(
    name="weakened-suite", code="P001", severity=Severity.WARNING, page=__doc__, on_project=check, needs_base=True
)
