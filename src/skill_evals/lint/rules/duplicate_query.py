"""The same trigger query twice, with the same label.

## What it does

Compares the queries of one file that are about one skill, without differences of case, white space, Unicode form or
CJK punctuation, and reports the later of two equal ones. In trigger sets, two cases with one query and different
surroundings (`files`, `context`, `history` and their kin) are two tests and stay unreported; evolve knows a case by
its query alone. The same query in a train and a held-out split is `split-leak`.

## Why is this bad

evolve refuses exact repetitions and stores results by the query's text, so that the second overwrites the first;
skill-creator counts the query twice, which weighs it double in the rate.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "Fill in this tax form", "should_trigger": true},
  {"query": "fill in  this tax form", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "Fill in this tax form", "should_trigger": true},
  {"query": "Which fields of form.pdf are still blank?", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Configuration

None.

## How to fix

Delete the later case, or reword it so that it tests another way of asking. `--fix` deletes the later one where the two
agree in every other member; where they do not, only with `--unsafe-fixes`.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.queries import all_normalised, role_of, surroundings
from skill_evals.lint.rule import EVOLVE, Rule
from skill_evals.lint.values import line_of, value_at
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Delete, Fix
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier, TriggerCase


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    texts = all_normalised(suite.asked.queries)
    if len(set(texts)) == len(texts):
        return
    seen: dict[tuple[object, ...], TriggerCase] = {}
    for case, text in zip(suite.triggers, texts, strict=True):
        if not text or case.should_trigger is None:
            continue
        key = (text, case.should_trigger, case.skill, role_of(case), surroundings(suite, case, context))
        earlier = seen.setdefault(key, case)
        if earlier is not case:
            yield Fault(
                path=suite.path,
                at=case.query_at,
                message="the same query, with the same label, stands on line "
                f"{line_of(suite, earlier.query_at, context)}: "
                f"{_what_happens(suite, earlier, case)}; delete one, or word it differently",
                suite=suite.path,
                fix=_fix(suite, earlier, case, context),
            )


def _fix(suite: Suite, earlier: TriggerCase, case: TriggerCase, context: Context) -> Fix:
    one, other = (_apart_from_query(value_at(suite, which.at, context), which) for which in (earlier, case))
    return Fix(title="delete the later query", edits=(Delete(at=case.at),), safe=one == other)


def _apart_from_query(authored: object, case: TriggerCase) -> object:
    """The members that two cases may differ in; None where the case is a bare text."""
    if not isinstance(authored, dict):
        return None
    return {name: value for name, value in authored.items() if name != case.query_at[-1]}


def _what_happens(suite: Suite, earlier: TriggerCase, case: TriggerCase) -> str:
    if suite.dialect == EVOLVE and earlier.query == case.query:
        return "evolve keeps results by the query's text, so the two share one result"
    return "it counts twice in the rate"


RULE = Rule(
    name="duplicate-query",
    code="T004",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    tier=Tier.TRIGGERS,
    fixable=True,
)
