"""A number of runs that can tie.

## What it does

Reports an even number of runs of a query, where one is written down: `runs_per_query`, `runs` or `trials` at the top
of a trigger set, and `runs` of either tier in `.skill-evals.yml`.

## Why is this bad

A query's verdict is that of the majority. Where half of the runs activate the skill there is none: skill-creator then
passes a positive and fails a negative, the guide of agentskills.io asks for more than half, and this runner does as
skill-creator. One tool's pass is another's failure, and the extra run has bought nothing.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
{
  "runs_per_query": 2,
  "queries": [
    {"query": "fill in this tax form for me", "should_trigger": true},
    {"query": "turn this PDF into slides", "should_trigger": false}
  ]
}
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
{
  "runs_per_query": 3,
  "queries": [
    {"query": "fill in this tax form for me", "should_trigger": true},
    {"query": "turn this PDF into slides", "should_trigger": false}
  ]
}
```

## Configuration

None.

## How to fix

Write an odd number; 3 is what the tools start from.
"""

from collections.abc import Iterator

from skill_evals.documents.read import read_document
from skill_evals.errors import FileUnavailableError
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import TRIGGER_SET, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.suite import Tier

_KEYS = ("runs_per_query", "runs", "trials")


def check(context: Context) -> Iterator[Fault]:
    suites = {a.suite.path: a.suite for a in context.project.suites if a.suite.dialect == TRIGGER_SET}
    for suite in suites.values():
        for key in _KEYS:
            if _even(suite.fields.get(key)):
                yield Fault(path=suite.path, at=(key,), message=_message(suite.fields[key]), suite=suite.path)
    for path in context.config.names:
        if path in context.files.entries:
            yield from _configured(path, context)


def _configured(path: str, context: Context) -> Iterator[Fault]:
    """The configuration is no suite, so that its document is read here, where it speaks of runs at all."""
    try:
        data = context.files.read(path)
    except FileUnavailableError:
        return
    if b"runs" not in data:
        return
    document = read_document(path, data)
    for tier in Tier:
        policy = document.value.get(tier.value) if isinstance(document.value, dict) else None
        runs = policy.get("runs") if isinstance(policy, dict) else None
        if _even(runs):
            yield Fault(path=path, span=document.span((tier.value, "runs")), message=_message(runs))


def _even(runs: object) -> bool:
    return isinstance(runs, int) and not isinstance(runs, bool) and runs > 0 and runs % 2 == 0


def _message(runs: object) -> str:
    return (
        f"{runs} runs can end half and half, which some tools pass and others fail; write an odd number, so that there "
        "is a majority"
    )


RULE = Rule(name="even-runs", code="T014", severity=Severity.WARNING, page=__doc__, on_project=check)
