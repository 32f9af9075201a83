"""A trigger query that is an explicit invocation.

## What it does

Reports queries that begin with the invocation of a skill of this repository: `/name`, `$name`, `/plugin:name`,
`/skill:name`. Paths, environment variables and a client's own commands are none. Cases or files whose `kind` says that
people invoke the skill themselves (`user-invoked`, `hybrid`) are exempt, and so are skills that the model may not
invoke.

## Why is this bad

The client expands the command, or the model obeys the name: no description is read, and the query passes with any.
skill-creator's runner makes a name of its own for each run, under which the command does not exist, so that there the
same query fails with any.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "/pdf-forms fill in the tax declaration", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in the tax declaration in tax.pdf", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Configuration

None. A `"kind": "user-invoked"` in the case, or at the top of the file, says that the invocation is the test.

## How to fix

Drop the command and say what the user wants; or move the case to the evals, where what the skill does is graded.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.queries import BY_USER, invoked
from skill_evals.lint.rule import Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity

_SIGNS = ("/", "$")


def check(group: TriggerGroup, context: Context) -> Iterator[Fault]:
    if group.skill is None or group.skill.surface.model_invocable:
        yield from _invocations(group, context)


def _invocations(group: TriggerGroup, context: Context) -> Iterator[Fault]:
    if not any(query.lstrip().startswith(_SIGNS) for part in group.parts for query in part.suite.asked.queries):
        return
    for part, case in group.cases:
        if not case.query.lstrip().startswith(_SIGNS) or case.kind in BY_USER or case.should_trigger is None:
            continue
        name = invoked(case.query)
        if name is None or (name != group.name and name.rpartition(":")[2] not in context.skill_names):
            continue
        yield Fault(
            path=part.suite.path,
            at=case.query_at,
            message=f"the query invokes `{shown(name)}` explicitly, so that no description is read and routing is not "
            "tested; say what the user wants, or mark the case with `kind: user-invoked`",
            suite=part.suite.path,
        )


RULE = Rule(name="slash-command-query", code="T008", severity=Severity.WARNING, page=__doc__, on_group=check)
