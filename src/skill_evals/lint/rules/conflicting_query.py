"""One query that must, and must not, activate the same skill.

## What it does

Compares every trigger query of a skill, over all its files, without differences of case, white space, Unicode form or
CJK punctuation. Where a query stands with both labels, the later one is reported. One query may well be a positive of
one skill and a negative of its neighbour; that is what near misses are for.

## Why is this bad

One of the two fails in every run, whatever the description says, so the suite can never pass in full.

## Bad

```yaml path=plugins/demo/evals/meeting-notes/triggers.yaml
triggers:
  - query: Summarise this transcript
    should_trigger: true
  - query: summarise this transcript
    should_trigger: false
```

## Good

```yaml path=plugins/demo/evals/meeting-notes/triggers.yaml
triggers:
  - query: Summarise this transcript of Monday's stand-up
    should_trigger: true
  - query: Summarise this article
    should_trigger: false
```

## Configuration

None.

## How to fix

Decide which label is right, and delete the other case or make its wording say what is different about it.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.queries import all_normalised, normalised
from skill_evals.lint.rule import Rule
from skill_evals.lint.values import line_of
from skill_evals.model.diagnostic import Severity
from skill_evals.model.suite import Suite, TriggerCase


def check(group: TriggerGroup, context: Context) -> Iterator[Fault]:
    if all(group.sides):
        yield from _conflicts(group, context)


def _conflicts(group: TriggerGroup, context: Context) -> Iterator[Fault]:
    texts = [text for part in group.parts for text in all_normalised(part.suite.asked.queries)]
    if len(set(texts)) == len(texts):
        return
    seen: dict[str, tuple[Suite, TriggerCase]] = {}
    reported: set[str] = set()
    for part in group.parts:
        for case in part.cases:
            text = normalised(case.query)
            if not text or case.should_trigger is None:
                continue
            suite, earlier = seen.setdefault(text, (part.suite, case))
            if earlier.should_trigger is case.should_trigger or text in reported:
                continue
            reported.add(text)
            where = "" if suite is part.suite else f" of {suite.path}"
            yield Fault(
                path=part.suite.path,
                # One label for a whole list is no place of the query's own.
                at=case.label_at if case.label_at[:-1] == case.at else case.query_at,
                message=f"the query is labelled {_word(case)} here and {_word(earlier)} on line "
                f"{line_of(suite, earlier.query_at, context)}{where}: one of them fails in every run; "
                "delete the wrong one, or word them apart",
                suite=part.suite.path,
                also=(suite.path,),
            )


def _word(case: TriggerCase) -> str:
    return "`true`" if case.should_trigger else "`false`"


RULE = Rule(name="conflicting-query", code="T005", severity=Severity.ERROR, page=__doc__, on_group=check)
