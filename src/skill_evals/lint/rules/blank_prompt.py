"""A prompt or a query that is empty or white space.

## What it does

Reports a case whose prompt or query has no visible character, and, in eval-magic, a scripted turn without one. A case
that says that it tests empty input, in its id, name, description, tags or expected output, is left alone.

## Why is this bad

evolve refuses an empty one and sends white space to the model as it is; the API refuses a message without text, so the
run ends in an error that says nothing about the skill.

## Bad

```json path=skills/changelog/evals/evals.json
{
  "skill_name": "changelog",
  "evals": [
    {"id": 1, "prompt": "  ", "expectations": ["The changelog has an entry for the fix"]}
  ]
}
```

## Good

```json path=skills/changelog/evals/evals.json
{
  "skill_name": "changelog",
  "evals": [
    {"id": 1, "prompt": "Add the fix to the changelog", "expectations": ["The changelog has an entry for the fix"]},
    {"id": 2, "name": "empty prompt", "prompt": "", "expectations": ["The agent asks what is wanted"]}
  ]
}
```

## Configuration

None.

## How to fix

Write what a user would say. If emptiness is the test, say so in the case's name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, Rule
from skill_evals.lint.values import value_at
from skill_evals.model.diagnostic import Severity
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite

_PROMPTS = ("prompt", "query", "input", "task")
_ON_PURPOSE = regex(
    r"(?<![^\W_])(?:empty|blank|whitespace|white.space|(?:no|missing|without).?(?:input|prompt|query|text)"
    r"|vac[ií]|sin.(?:tarea|entrada|texto)|vide(?![^\W_])|leer)|空|빈",
    re.IGNORECASE,
)
"""Words with which cases say that emptiness is the test."""
_LOOKED_FOR = ("assertions", "expectations")
"""What the answer must have says little about the prompt."""


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for trigger in suite.triggers if _any_blank(suite.asked.queries) else ():
        if not trigger.query.strip() and value_at(suite, trigger.query_at, context) == trigger.query:
            authored = value_at(suite, trigger.at, context)
            if not _on_purpose(authored if isinstance(authored, Mapping) else {}):
                yield Fault(path=suite.path, at=trigger.query_at, message=_message("query"), suite=suite.path)
    scripted = suite.dialect == EVAL_MAGIC and "turns" in suite.case_names
    for case in suite.evals if scripted or _any_blank(suite.graded.prompts) else ():
        if not case.prompt.strip():
            yield from _blank(suite, case)
        if scripted and "turns" in case.fields:
            yield from _blank_turns(suite, case)


def _any_blank(texts: Iterable[str]) -> bool:
    return "" in map(str.strip, texts)


def _blank(suite: Suite, case: EvalCase) -> Iterator[Fault]:
    for name in _PROMPTS:
        value = case.fields.get(name)
        if isinstance(value, str):
            if not value.strip() and not _on_purpose(case.fields):
                yield Fault(path=suite.path, at=(*case.at, name), message=_message("prompt"), suite=suite.path)
            return


def _blank_turns(suite: Suite, case: EvalCase) -> Iterator[Fault]:
    turns = case.fields["turns"]
    for number, turn in enumerate(turns if isinstance(turns, list) else ()):
        value = turn.get("prompt") if isinstance(turn, dict) else None
        if isinstance(value, str) and not value.strip():
            yield Fault(
                path=suite.path,
                at=(*case.at, "turns", number, "prompt"),
                message="the turn's prompt is blank, and eval-magic refuses the file; write what the user says next",
                suite=suite.path,
            )


def _on_purpose(fields: Mapping[str, object]) -> bool:
    return any(
        _ON_PURPOSE.search(text)
        for name, value in fields.items()
        if name not in _PROMPTS and name not in _LOOKED_FOR
        for text in (value if isinstance(value, list) else [value])
        if isinstance(text, str)
    )


def _message(what: str) -> str:
    return (
        f"the {what} is blank: the model's API refuses a message without text, so the run ends in an error; "
        "write what a user would say, or name the case for it if emptiness is the test"
    )


RULE = Rule(name="blank-prompt", code="E016", severity=Severity.ERROR, page=__doc__, on_suite=check)
