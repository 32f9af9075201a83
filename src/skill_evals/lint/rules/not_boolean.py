"""A label that is no boolean: `"false"` is true.

## What it does

Reports a `should_trigger` (eval-magic: `skill_should_trigger`) that is a string, a number or null.

## Why is this bad

In most languages a text that is not empty counts as true, so a negative written `"false"` is tested as a positive.
evolve and eval-magic refuse the file, and evolve takes null for false.

## Bad

```json path=plugins/demo/evals/greet/triggers.json
{
  "triggers": [
    {"query": "say hello to the new colleague", "should_trigger": true},
    {"query": "say goodbye to the old server", "should_trigger": "false"}
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/triggers.json
{
  "triggers": [
    {"query": "say hello to the new colleague", "should_trigger": true},
    {"query": "say goodbye to the old server", "should_trigger": false}
  ]
}
```

## Configuration

None.

## How to fix

Write `true` or `false`, without quotes. `--fix` does so for `"true"`, `"false"`, `"yes"` and `"no"` in any case; 1, 0,
`"1"`, `"0"`, `"on"` and `"off"` take `--unsafe-fixes`, and for anything else the author must say what was meant.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, SKILL_CREATOR, Rule
from skill_evals.lint.values import value_at
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Fix, Replace
from skill_evals.model.position import Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite

_LABELS = {EVAL_MAGIC: "skill_should_trigger", SKILL_CREATOR: "should_trigger"}
"""Labels of Tier 2 cases."""

_CLEAR = {"true": True, "false": False, "yes": True, "no": False}
_AMBIGUOUS = {"1": True, "0": False, "on": True, "off": False}


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for trigger in suite.triggers if None in suite.asked.labels else ():
        if trigger.should_trigger is None:
            case = value_at(suite, trigger.label_at[:-1], context)
            if isinstance(case, dict) and trigger.label_at[-1] in case:
                yield _fault(suite, trigger.label_at, case[trigger.label_at[-1]])
    label = _LABELS.get(suite.dialect)
    if label is None or label not in suite.case_names:
        return
    for eval_case in suite.evals:
        if label in eval_case.fields and not isinstance(eval_case.fields[label], bool):
            yield _fault(suite, (*eval_case.at, label), eval_case.fields[label])


def _fault(suite: Suite, at: Pointer, value: object) -> Fault:
    word = value.strip().lower() if isinstance(value, str) else ""
    if word in ("true", "false"):
        what, cure = f'`"{value}"` is a text, and every text that is not empty counts as true', f"write `{word}`"
    elif value is None:
        what, cure = "null is neither true nor false", "write `true` or `false`"
    else:
        what, cure = "this is no boolean, and what it counts as depends on the runner", "write `true` or `false`"
    return Fault(
        path=suite.path, message=f"{what}; {cure} without quotes", at=at, suite=suite.path, fix=_fix(at, value, word)
    )


def _fix(at: Pointer, value: object, word: str) -> Fix | None:
    """A number's own text is looked up as if it had quotes."""
    guess = word if isinstance(value, str) else repr(value)
    meant = _CLEAR.get(guess) if isinstance(value, str) else None
    safe = meant is not None
    if meant is None:
        meant = _AMBIGUOUS.get(guess)
    if meant is None:
        return None
    return Fix(title=f"write `{str(meant).lower()}`", edits=(Replace(at=at, value=meant),), safe=safe)


RULE = Rule(name="not-boolean", code="S003", severity=Severity.ERROR, page=__doc__, on_suite=check, fixable=True)
