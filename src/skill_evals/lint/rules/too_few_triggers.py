"""A skill with too few trigger queries to say anything.

## What it does

Counts a skill's trigger queries over all its files, and warns below `min-queries`, or below three of a side. Skills
with one side only are left to `one-sided-triggers`; labels that are missing or no booleans come first. A skill that
the model may not invoke (`disable-model-invocation: true`) is left alone.

## Why is this bad

With two negatives, one that flips moves their rate by half, so that no run can tell a description that has become
greedy from chance. skill-creator's loop holds out 40 % of each side, and learns from what is left: of one query,
nothing. Its guide asks for 8 to 10 queries of each side.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "tick the boxes of this application", "should_trigger": true},
  {"query": "turn this PDF into a slide deck", "should_trigger": false}
]
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "tick the boxes of this application", "should_trigger": true},
  {"query": "my landlord sent a form, can you complete it?", "should_trigger": true},
  {"query": "which fields of form.pdf are still blank?", "should_trigger": true},
  {"query": "turn this PDF into a slide deck", "should_trigger": false},
  {"query": "merge these two PDFs", "should_trigger": false},
  {"query": "build an HTML form for sign-ups", "should_trigger": false},
  {"query": "summarise the contract in lease.pdf", "should_trigger": false}
]
```

## Configuration

`lint.min-queries`: the least number of queries a skill, 8 by default.

## How to fix

Add queries as users would type them: for the positives other wordings and less obvious cases, for the negatives near
misses that belong to a neighbour.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part

_LEAST_OF_A_SIDE = 3


def check(group: TriggerGroup, context: Context) -> Iterator[Fault]:
    least = context.config.lint.min_queries
    positives, negatives = group.sides
    if not positives or not negatives:
        return
    if positives + negatives >= least and min(positives, negatives) >= _LEAST_OF_A_SIDE:
        return
    hidden = group.skill is not None and not group.skill.surface.model_invocable
    if not hidden and group.labelled:
        yield _fault(group, least)


def _fault(group: TriggerGroup, least: int) -> Fault:
    positives, negatives = group.sides
    part = group.parts[0]
    over = f" over {len(group.parts)} files" if len(group.parts) > 1 else ""
    rarer = min(positives, negatives)
    moved = f"by {1 / rarer:.0%}" if rarer > 1 else "from 100% to 0%"
    return Fault(
        path=part.suite.path,
        at=part.at,
        part=Part.OPEN,
        message=f"{group.about(part)}{positives} positive and {negatives} negative queries{over}: one that flips moves "
        f"its side's rate {moved}, so no run can tell a worse description from chance; write at least {least}, and "
        f"{_LEAST_OF_A_SIDE} of each side",
        suite=part.suite.path,
        also=group.beside(part),
    )


RULE = Rule(name="too-few-triggers", code="T003", severity=Severity.WARNING, page=__doc__, on_group=check)
