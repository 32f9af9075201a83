"""Negatives that have nothing to do with the skill.

## What it does

Looks at the queries that must not activate a skill for a telling word (four letters and more, not one that every
request has) which stands in the skill's name, description or `when_to_use`, or in those of the other skills of its
plugin. Where no negative has one, the set is mentioned. It is silent where most of the positives share no word with
the description either, as in a set in another language, since then words are no measure.

## Why is this bad

A request about the weather activates no PDF skill, whatever its description says. Such negatives all pass, also for a
description that has become greedy, and the rate says that everything is well. The guide of agentskills.io asks for
near misses.

## Bad

```markdown path=skills/pdf-forms/SKILL.md
---
name: pdf-forms
description: Fills in PDF forms and lists the fields of a form.
---
```

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "which fields does form.pdf have?", "should_trigger": true},
  {"query": "what's the weather tomorrow?", "should_trigger": false},
  {"query": "write a fibonacci function", "should_trigger": false}
]
```

## Good

```markdown path=skills/pdf-forms/SKILL.md
---
name: pdf-forms
description: Fills in PDF forms and lists the fields of a form.
---
```

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "which fields does form.pdf have?", "should_trigger": true},
  {"query": "add two fields to the sign-up form in index.html", "should_trigger": false},
  {"query": "write a fibonacci function", "should_trigger": false}
]
```

## Configuration

None.

## How to fix

Write requests that sound like the skill's and are not: the same file type with another task, the same task with
another file type, a neighbour's job.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.rule import Rule
from skill_evals.lint.vocabulary import listing, measurable, shares
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part


def check(group: TriggerGroup, context: Context) -> Iterator[Fault]:
    skill = group.skill
    if skill is None or not skill.surface.model_invocable:
        return
    own = listing(skill)
    negatives = group.queries(label=False)
    if not negatives or shares("\n".join(negatives), own) or not measurable(group, own):
        return
    if not shares("\n".join(negatives), context.listings[skill.plugin_dir]):
        yield _fault(group, len(negatives))


def _fault(group: TriggerGroup, count: int) -> Fault:
    part = group.parts[0]
    queries = "the 1 negative query shares" if count == 1 else f"none of the {count} negative queries shares"
    no = "no word" if count == 1 else "a word"
    return Fault(
        path=part.suite.path,
        at=part.at,
        part=Part.OPEN,
        message=f"{group.about(part)}{queries} {no} with the description of the skill or of a neighbour, so that any "
        "description passes them; add near misses, which use its words and are another's job",
        suite=part.suite.path,
    )


RULE = Rule(name="easy-negatives", code="T009", severity=Severity.INFO, page=__doc__, on_group=check, heuristic=True)
