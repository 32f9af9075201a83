"""A query that must activate a skill and calls it by its name.

## What it does

Looks for the skill's name, verbatim and with its hyphens, in the queries that must activate it. Names of one word are
words that users type anyway, and stay unreported; so do explicit invocations (`/name`, `$name`: see
`slash-command-query`), paths that the name is part of, cases or files of kind `user-invoked`, and skills that the model
may not invoke.

## Why is this bad

The name stands in the listing beside the description, so the model finds the skill by the name alone. The query passes
with an empty description, and says nothing about routing; real users do not know the name.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "use pdf-forms for the tax declaration", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in the PDF of the tax declaration", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Configuration

None. Where users do know the name, list the file in `path-ignores` with that reason.

## How to fix

Say what the user wants instead of who should do it.
"""

import re
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.queries import USER_INVOKED, invoked
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.suite import TriggerCase


def check(group: TriggerGroup, _context: Context) -> Iterator[Fault]:
    name = group.name
    if not name or "-" not in name or (group.skill is not None and not group.skill.surface.model_invocable):
        return
    if not any(name in query for part in group.parts for query in part.suite.asked.queries):
        return
    for part, case in group.cases:
        if case.should_trigger and name in case.query and _calls(case, name):
            yield Fault(
                path=part.suite.path,
                at=case.query_at,
                message=f"the query calls `{name}` by its name, so that it passes whatever the description says; "
                "say what the user wants, in the user's words",
                suite=part.suite.path,
            )


def _calls(case: TriggerCase, name: str) -> bool:
    if case.kind == USER_INVOKED or invoked(case.query) is not None:
        return False
    # Within a path, a link, an invocation or a longer word it is another thing's name.
    return re.search(rf"(?<![\w/$@.:-]){re.escape(name)}(?![\w/-]|[.:]\w)", case.query) is not None


RULE = Rule(
    name="query-names-skill", code="T007", severity=Severity.WARNING, page=__doc__, on_group=check, heuristic=True
)
