"""One query that must activate two skills.

## What it does

Compares the queries that must activate a skill with those of every other skill, without differences of case, white
space, Unicode form or CJK punctuation, and reports the later of two equal ones. Skills of one name (copies or versions
of a skill in two places), skills that the model may not invoke, and explicit invocations are left out. That a query is
a positive of one skill and a negative of its neighbour is as it should be.

## Why is this bad

Runners look at which skill the model chooses, and it chooses one: with both installed one of the two cases fails in
every run. The suites also disagree on which skill the request belongs to, and so will the model.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

```json path=skills/tax-return/evals/triggers.json
[
  {"query": "Fill in this tax form for me", "should_trigger": true},
  {"query": "file an extension", "should_trigger": false}
]
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

```json path=skills/tax-return/evals/triggers.json
[
  {"query": "what may I deduct for my home office?", "should_trigger": true},
  {"query": "fill in this tax form for me", "should_trigger": false}
]
```

## Configuration

None.

## How to fix

Decide whose request it is, and make the query a negative of the other: a near miss is the best negative there is.
Where the two skills cannot be told apart, their descriptions overlap, or they are one skill.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup, TriggerPart
from skill_evals.lint.queries import invoked, marks_of, normalised
from skill_evals.lint.rule import Rule
from skill_evals.lint.values import line_of
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Skill
from skill_evals.model.suite import TriggerCase

_Claim = tuple[TriggerGroup, TriggerPart, TriggerCase]


def check(context: Context) -> Iterator[Fault]:
    groups = [group for group in context.trigger_groups if group.name and (not group.skill or _routed(group.skill))]
    known = context.vouched.marks
    marks = [mark for group in groups for mark in known.get(group.paths) or marks_of(group)]
    if len(set(marks)) < len(marks):
        yield from _conflicts(groups, context)


def _conflicts(groups: list[TriggerGroup], context: Context) -> Iterator[Fault]:
    claims: dict[str, _Claim] = {}
    for group in groups:
        for part, case in group.cases:
            text = normalised(case.query) if case.should_trigger else ""
            if not text:
                continue
            first = claims.setdefault(text, (group, part, case))
            if _differ(first[0], group) and invoked(case.query) is None:
                yield _fault((group, part, case), first, context)


def _routed(skill: Skill) -> bool:
    """Whether the model is known to choose the skill, and by which name."""
    return skill.frontmatter is not None and skill.surface.model_invocable


def _differ(one: TriggerGroup, other: TriggerGroup) -> bool:
    """Whether two groups are about skills of different names, by folder as by frontmatter."""
    if one.name == other.name:
        return False
    return one.skill is None or other.skill is None or one.skill.surface.name != other.skill.surface.name


def _fault(later: _Claim, first: _Claim, context: Context) -> Fault:
    (group, part, case), (other, other_part, earlier) = later, first
    path = other_part.suite.path
    where = "" if path == part.suite.path else f" of {path}"
    return Fault(
        path=part.suite.path,
        at=case.query_at,
        message=f"the query must activate `{group.name}` here and `{other.name}` on line "
        f"{line_of(other_part.suite, earlier.query_at, context)}{where}: the model chooses one, so the other case "
        "fails in every run; make it a negative of the skill that it does not belong to",
        suite=part.suite.path,
        also=(path,),
    )


RULE = Rule(name="sibling-conflict", code="T010", severity=Severity.WARNING, page=__doc__, on_project=check)
