"""One query in the train split and in the held-out split.

## What it does

Compares the queries of one file that are about one skill and carry a `split`, without differences of case, white
space, Unicode form or CJK punctuation. A query that stands in `train` (or `training`) and in a held-out split
(`validation`, `val`, `test`, `dev`, `holdout`) is reported at the later case.

## Why is this bad

skill-creator's optimiser improves the description on one part of the queries and picks the winner on the other. A
query in both rewards a description that was fitted to it, so the score that picks is not one for unseen prompts.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form", "should_trigger": true, "split": "train"},
  {"query": "turn this PDF into slides", "should_trigger": false, "split": "train"},
  {"query": "Fill in this tax form", "should_trigger": true, "split": "validation"},
  {"query": "merge these two PDFs", "should_trigger": false, "split": "validation"}
]
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form", "should_trigger": true, "split": "train"},
  {"query": "turn this PDF into slides", "should_trigger": false, "split": "train"},
  {"query": "which fields of form.pdf are blank?", "should_trigger": true, "split": "validation"},
  {"query": "merge these two PDFs", "should_trigger": false, "split": "validation"}
]
```

## Configuration

None.

## How to fix

Keep the query in one split, and write another one for the other.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.queries import normalised, role_of
from skill_evals.lint.rule import TRIGGER_SET, Rule
from skill_evals.lint.values import line_of
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier, TriggerCase


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    seen: dict[tuple[str, str | None], tuple[str, TriggerCase]] = {}
    for case in suite.triggers:
        role = role_of(case)
        text = normalised(case.query) if role is not None else ""
        if role is None or not text:
            continue
        first, earlier = seen.setdefault((text, case.skill), (role, case))
        if first != role:
            yield Fault(
                path=suite.path,
                at=case.query_at,
                message=f"the query stands in split `{case.split}` here and in `{earlier.split}` on line "
                f"{line_of(suite, earlier.query_at, context)}: a description fitted to it is judged by it; keep it "
                "in one",
                suite=suite.path,
            )


RULE = Rule(
    name="split-leak",
    code="T015",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({TRIGGER_SET}),
    tier=Tier.TRIGGERS,
)
