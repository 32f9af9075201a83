"""A check of a kind that the runner does not have.

## What it does

Compares an assertion's `type`, and for eval-magic's `transcript_check` its `check`, with what the runner knows:

- evolve: `file_exists`, `file_absent`, `regex`, `not_regex`, `command`, `tool_call`, `llm`;
- eval-magic: `transcript_check` (with `tool_invocation_matches` or `assistant_message_matches`), `llm_judge`,
  `command_check`, `diff_scope`.

Other dialects have no closed list, so nothing is reported there.

## Why is this bad

evolve fails a check of an unknown type in every run, whatever the agent did. eval-magic refuses a file with an unknown
type, and fails an unknown `check` in every run.

## Bad

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {
      "id": "writes-a-file",
      "prompt": "Write tests for slugify",
      "assertions": [
        {"type": "file_exist", "path": "test_text.py"},
        {"type": "command", "run": "python -m pytest -q"}
      ]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {
      "id": "writes-a-file",
      "prompt": "Write tests for slugify",
      "assertions": [
        {"type": "file_exists", "path": "test_text.py"},
        {"type": "command", "run": "python -m pytest -q"}
      ]
    }
  ]
}
```

## Configuration

None.

## How to fix

Use a kind from the list. What none of them can say, say in a sentence for the judge (`llm`, `llm_judge`).
`--fix --unsafe-fixes` writes the one kind that is near.
"""

from collections.abc import Iterable, Iterator

from skill_evals.dialects.vocabulary import VOCABULARIES, Vocabulary
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fix_spelling import respelt
from skill_evals.lint.members import member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.lint.suggest import did_you_mean
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Check, Suite, Tier


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    vocabulary = VOCABULARIES[suite.dialect]
    kinds = vocabulary.check_fields
    if not vocabulary.check_values and suite.check_kinds <= kinds.keys():
        return
    for case in suite.evals:
        for one in case.checks:
            if one.kind not in kinds:
                yield from _unknown_kind(suite, one, vocabulary)
            elif vocabulary.check_values and one.kind == "transcript_check":
                yield from _unknown_value(suite, one, vocabulary)


def _unknown_kind(suite: Suite, one: Check, vocabulary: Vocabulary) -> Iterator[Fault]:
    authored, kind = member(suite.dialect, one.fields, "type") or ("", "")
    if not isinstance(kind, str) or not kind or kind in vocabulary.check_fields:
        return
    outcome = "fails it in every run" if suite.dialect == EVOLVE else "refuses the file"
    hint = did_you_mean(kind, vocabulary.check_fields) or f"; it has {_listed(vocabulary.check_fields)}"
    yield Fault(
        path=suite.path,
        at=(*one.at, authored),
        message=f"{suite.dialect} has no check of type `{kind}` and {outcome}{hint}",
        suite=suite.path,
        fix=respelt((*one.at, authored), kind, vocabulary.check_fields),
    )


def _unknown_value(suite: Suite, one: Check, vocabulary: Vocabulary) -> Iterator[Fault]:
    value = one.fields.get("check")
    if not isinstance(value, str) or not value or value in vocabulary.check_values:
        return
    hint = did_you_mean(value, vocabulary.check_values) or f"; it has {_listed(vocabulary.check_values)}"
    yield Fault(
        path=suite.path,
        at=(*one.at, "check"),
        message=f"{suite.dialect} has no transcript check `{value}` and fails it in every run{hint}",
        suite=suite.path,
        fix=respelt((*one.at, "check"), value, vocabulary.check_values),
    )


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))


RULE = Rule(
    name="unknown-check",
    code="E002",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
    tier=Tier.EVALS,
    fixable=True,
)
