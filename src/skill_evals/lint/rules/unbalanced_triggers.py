"""A skill whose positives and negatives are far from balanced.

## What it does

Takes the share of positives among a skill's trigger queries, over all its files, and warns where it lies outside
`balance`. Skills with one side only are left to `one-sided-triggers`; labels that are missing or no booleans come
first.

## Why is this bad

The pass rate that evolve and skill-creator print is one number over both sides. With 18 positives and 2 negatives a
description that grabs everything still scores 90 %.

## Bad

```json path=skills/changelog/evals/triggers.json
[
  {"query": "write the changelog for 2.1", "should_trigger": true},
  {"query": "what changed since the last tag?", "should_trigger": true},
  {"query": "draft release notes from these commits", "should_trigger": true},
  {"query": "add an entry for the new flag", "should_trigger": true},
  {"query": "bump the version in package.json", "should_trigger": false}
]
```

## Good

```json path=skills/changelog/evals/triggers.json
[
  {"query": "write the changelog for 2.1", "should_trigger": true},
  {"query": "what changed since the last tag?", "should_trigger": true},
  {"query": "bump the version in package.json", "should_trigger": false},
  {"query": "tag this commit as 2.1", "should_trigger": false}
]
```

## Configuration

`lint.balance`: the lowest and the highest share of positives, `[0.3, 0.7]` by default.

## How to fix

Add queries of the rare side until the share lies inside.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part


def check(group: TriggerGroup, context: Context) -> Iterator[Fault]:
    low, high = context.config.lint.balance
    positives, negatives = group.sides
    if not positives or not negatives:
        return
    share = positives / (positives + negatives)
    if low <= share <= high or not group.labelled:
        return
    part = group.parts[0]
    about = group.about(part)
    over = f" over {len(group.parts)} files" if len(group.parts) > 1 else ""
    rare = "should_trigger: true" if share < low else "should_trigger: false"
    yield Fault(
        path=part.suite.path,
        at=part.at,
        part=Part.OPEN,
        message=f"{about}{positives} positive and {negatives} negative queries{over}: {share:.0%} positives, "
        "outside "
        f"{low:.0%} to {high:.0%}; one pass rate over both says little about the rare side, so add queries "
        f"with `{rare}`",
        suite=part.suite.path,
        also=group.beside(part),
    )


RULE = Rule(name="unbalanced-triggers", code="T002", severity=Severity.WARNING, page=__doc__, on_group=check)
