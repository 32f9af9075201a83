"""A suite that breaks its dialect's JSON Schema.

## What it does

Holds every suite of a supported dialect to that dialect's schema and reports each broken constraint at the value that
breaks it, or at the key that opens the object where something is missing. Where a more specific rule speaks about the
same value, this one is silent.

## Why is this bad

eval-magic refuses a suite that does not match, and evolve one whose values are of the wrong type. Other runners stop
in the middle of a run, or skip the case.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "new-colleague", "prompt": ["Greet", "Ada"], "expectations": ["Names the colleague"]}
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "new-colleague", "prompt": "Greet Ada", "expectations": ["Names the colleague"]}
  ]
}
```

## Configuration

None. The schemas ship with the package; an editor that is pointed at them by `$schema` shows the same faults while
typing.

## How to fix

Write what the message asks for.
"""

from collections.abc import Iterator

from skill_evals.dialects.validate import Violation, violations
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, TRIGGER_SET, Rule
from skill_evals.lint.values import value_at
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite

_READ_ANYWAY = "; evolve reads `{}` as well, other tools do not"
_WHO = {
    EVOLVE: "evolve's schema",
    EVAL_MAGIC: "eval-magic's schema, without which it refuses the file",
    SKILL_CREATOR: "skill-creator's format",
    TRIGGER_SET: "the format of trigger sets",
}


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    document = context.document(suite.path)
    if document is None:
        return
    for violation in violations(suite.dialect, suite.tier, document.value):
        written = _in_another_case(suite, violation, context) if suite.dialect == EVOLVE else None
        anyway = _READ_ANYWAY.format(written) if written else ""
        yield Fault(
            path=suite.path,
            message=f"{violation.message} (says {_WHO[suite.dialect]}){anyway}",
            at=_place(violation),
            part=violation.part,
            suite=suite.path,
            severity=Severity.WARNING if written else None,
        )


def _in_another_case(suite: Suite, violation: Violation, context: Context) -> str | None:
    """The name under which a missing member does stand: Go's decoder, and so evolve, reads it in any case."""
    here = value_at(suite, violation.at, context)
    wanted = violation.expected
    if violation.keyword != "required" or not isinstance(here, dict) or not isinstance(wanted, str):
        return None
    return next((name for name in here if name.lower() == wanted), None)


def _place(violation: Violation) -> Pointer:
    """What is missing has the place that it would have, so that the rule about just that member is recognised."""
    if violation.keyword == "required" and isinstance(violation.expected, str):
        return (*violation.at, violation.expected)
    return violation.at


RULE = Rule(
    name="schema-violation",
    code="S001",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    whole_file=True,
    general=True,
)
