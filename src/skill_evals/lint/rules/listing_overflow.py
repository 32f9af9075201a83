"""A listing entry that the client cuts.

## What it does

A client shows the model one entry a skill: the description, then `when_to_use`. Reports an entry of more than 1,536
characters, the most that Claude Code shows of one. Skills that the model cannot invoke are in no listing. A
description that is too long by itself is left to `description-form`.

Where the rule is asked for by name, it also adds up each plugin's lines. Claude Code was seen to give a whole listing
29,000 characters for models with a context of a million tokens, of which its own skills take 5,074: a plugin of more
than the 23,926 that are left does not fit, even alone. For models with a context of 200,000 tokens it gives 7,000, of
which 1,926 are left: few plugins fit there, and the rule does not report them for it. `run` with the backend
`messages` shows models the same listing.

## Why is this bad

What is cut is not chosen by: the tail of a long entry never triggers anything. Where the sum does not fit, Claude Code
leaves out descriptions, those of the skills that were used least first, and only the names are left.

## Bad

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
when_to_use: >-
  Use it when a release of the server is planned, and when its readers ask what is new. Use it when a release of
  the client is planned, and when its readers ask what is new. Use it when a release of the parser is planned,
  and when its readers ask what is new. Use it when a release of the linter is planned, and when its readers ask
  what is new. Use it when a release of the compiler is planned, and when its readers ask what is new. Use it
  when a release of the shell is planned, and when its readers ask what is new. Use it when a release of the
  editor is planned, and when its readers ask what is new. Use it when a release of the archive is planned, and
  when its readers ask what is new. Use it when a release of the mirror is planned, and when its readers ask
  what is new. Use it when a release of the index is planned, and when its readers ask what is new. Use it when
  a release of the crawler is planned, and when its readers ask what is new. Use it when a release of the queue
  is planned, and when its readers ask what is new. Use it when a release of the cache is planned, and when its
  readers ask what is new. Use it when a release of the proxy is planned, and when its readers ask what is new.
  Use it when a release of the gateway is planned, and when its readers ask what is new. Use it when a release
  of the scheduler is planned, and when its readers ask what is new. Use it when a release of the recorder is
  planned, and when its readers ask what is new. Use it when a release of the console is planned, and when its
  readers ask what is new. Use it when a release of the bridge is planned, and when its readers ask what is new.
  Use it when a release of the router is planned, and when its readers ask what is new. Use it when a release of
  the printer is planned, and when its readers ask what is new.
---
```

## Good

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
when_to_use: Use for changelogs and release notes, before a release.
---
```

## Configuration

`extend-select: [listing-overflow]` reports the sums as well.

## How to fix

Say first what tells this skill from its neighbours, and move the rest into the body. For a sum: split the plugin, or
set `disable-model-invocation` on skills that only people start.
"""

from collections.abc import Iterator

from skill_evals.lint.asked import asked_for
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.lint.rules.description_form import LONGEST
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.skill import Skill
from skill_evals.skills.listing import BUNDLED, ENTRY, NARROW, WIDE, full_text, whole_line

ROOM = WIDE - BUNDLED
"""Characters of all lines of skills that do not come with Claude Code, line feeds included, where there are most."""


def check(context: Context) -> Iterator[Fault]:
    listed = [skill for skill in context.project.skills if skill.surface.model_invocable]
    for skill in listed:
        length = _entry_length(skill)
        # A description that is too long by itself is reported as such.
        if length > ENTRY and len(skill.surface.description) <= LONGEST:
            yield Fault(
                path=skill.path,
                at=("when_to_use",),
                part=Part.OPEN,
                message=f"the listing entry has {length:,} characters, and Claude Code shows {ENTRY:,} of one: the "
                f"last {length - ENTRY:,} are never read; shorten it",
            )
    if asked_for(_NAME, _CODE, context.config.lint):
        yield from _sums(listed)


def _entry_length(skill: Skill) -> int:
    """Characters of the text, or 0 where they are surely no more than are shown: most need not be joined."""
    surface = skill.surface
    return len(full_text(skill)) if len(surface.description) + len(surface.when_to_use) >= ENTRY - 3 else 0


def _sums(listed: list[Skill]) -> Iterator[Fault]:
    sums: dict[str, int] = {}
    over: dict[str, Skill] = {}
    for skill in listed:
        total = sums.get(skill.plugin_dir, 0) + len(whole_line(skill)) + 1
        sums[skill.plugin_dir] = total
        if total > ROOM:
            over.setdefault(skill.plugin_dir, skill)
    for home, skill in over.items():
        whose = f"plugin `{skill.plugin}`" if skill.plugin else "this repository"
        yield Fault(
            path=skill.path,
            at=("description",),
            part=Part.OPEN,
            message=f"the listing's lines of {whose} have {sums[home]:,} characters together, and from this one on "
            f"they exceed the {ROOM:,} that Claude Code has for them in a context of a million tokens "
            f"({NARROW - BUNDLED:,} in one of 200,000): descriptions are left out; shorten or split",
            severity=Severity.INFO,
        )


_NAME, _CODE = "listing-overflow", "K005"

RULE = Rule(name=_NAME, code=_CODE, severity=Severity.WARNING, page=__doc__, on_project=check)
