"""A check without what it needs.

## What it does

Reports a check whose kind needs a member that is absent, null or empty:

- evolve: `path` for `file_exists` and `file_absent`, `pattern` for `regex` and `not_regex`, `run` for `command`,
  `tool` for `tool_call`, `text` for `llm`, and `type` for all;
- eval-magic: `check` and `pattern` for `transcript_check`, `rubric` for `llm_judge`, `command` for `command_check`,
  one of `max_files_touched` and `max_lines_changed` for `diff_scope`, and `type` for all;
- every dialect: an expectation or assertion that is an empty sentence.

## Why is this bad

evolve runs it with the empty text: an empty path is the workspace itself, which exists; an empty pattern matches
everything; an empty command succeeds. eval-magic refuses the file, or fails the check in every run.

## Bad

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {
      "id": "mentions-pytest",
      "prompt": "Write tests for slugify",
      "assertions": [{"type": "regex", "path": "test_text.py"}]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {
      "id": "mentions-pytest",
      "prompt": "Write tests for slugify",
      "assertions": [{"type": "regex", "path": "test_text.py", "pattern": "^import pytest"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Add the member that the message names.
"""

from collections.abc import Iterator

from skill_evals.dialects.vocabulary import VOCABULARIES, Vocabulary
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.members import member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part, Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Check, Suite, Tier

_PROSE = frozenset({"text", "rubric", "run", "command", "check"})
"""Members of which white space alone is as good as nothing; a pattern or a path may be a space."""


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    vocabulary = VOCABULARIES[suite.dialect]
    if _surely_complete(suite, vocabulary):
        return
    for case in suite.evals:
        for one in case.checks:
            needs = vocabulary.check_fields.get(one.kind)
            if needs is None:
                yield from _without_type(suite, one)
                continue
            for name in needs:
                value = one.fields.get(name)
                if not (isinstance(value, str) and value.strip()) and not _given(suite.dialect, one, name):
                    yield _missing(suite, one, name)
            choice = vocabulary.check_any_of.get(one.kind, ())
            # A limit of a wrong type is there, and the schema says what is wrong with it.
            if choice and one.fields.keys().isdisjoint(choice):
                yield _missing_choice(suite, one, choice)


def _surely_complete(suite: Suite, vocabulary: Vocabulary) -> bool:
    """Whether all checks have all that they need, each as a text, as in most suites."""
    if not suite.check_kinds <= vocabulary.check_fields.keys() or not suite.check_kinds.isdisjoint(
        vocabulary.check_any_of
    ):
        return False
    glance = suite.graded
    needs = [(kind, name) for kind in suite.check_kinds for name in vocabulary.check_fields[kind]]
    return all(all(map(str.strip, glance.texts(*need) or ("",))) and None not in glance.column(*need) for need in needs)


def _given(dialect: str, one: Check, name: str) -> bool:
    """Whether the member is there; one of a wrong type is, and the schema says what is wrong with it."""
    value = one.fields.get(name)
    if value is None and dialect == EVOLVE:
        found = member(dialect, one.fields, name)
        value = None if found is None else found[1]
    if not isinstance(value, str):
        return value is not None
    return bool(value.strip() if name in _PROSE else value)


def _without_type(suite: Suite, one: Check) -> Iterator[Fault]:
    if suite.dialect == SKILL_CREATOR or _given(suite.dialect, one, "type"):
        return
    known: Vocabulary = VOCABULARIES[suite.dialect]
    kinds = ", ".join(f"`{kind}`" for kind in known.check_fields)
    yield Fault(
        path=suite.path,
        at=(*one.at, "type"),
        part=Part.OPEN,
        message=f"the check has no `type`, so {_outcome(suite.dialect)}; say which it is: {kinds}",
        suite=suite.path,
    )


def _missing(suite: Suite, one: Check, name: str) -> Fault:
    at, part = _place(one, name)
    if part is Part.VALUE:
        message = (
            f"an empty sentence: {suite.dialect} asks its judge about nothing; write what must be true, or delete it"
        )
    else:
        message = f"the `{one.kind}` check has no `{name}`, so {_outcome(suite.dialect)}; add it"
    return Fault(path=suite.path, at=at, part=part, message=message, suite=suite.path)


def _missing_choice(suite: Suite, one: Check, names: tuple[str, ...]) -> Fault:
    either = " or ".join(f"`{name}`" for name in names)
    return Fault(
        path=suite.path,
        at=one.at,
        part=Part.OPEN,
        message=f"the `{one.kind}` check has no limit, so {_outcome(suite.dialect)}; add {either}",
        suite=suite.path,
    )


def _place(one: Check, name: str) -> tuple[Pointer, Part]:
    """A plain sentence is its own value; of an object, the member that is not there."""
    sentence = one.from_expectation or "type" not in one.fields
    return (one.at, Part.VALUE) if sentence and name == "text" else ((*one.at, name), Part.OPEN)


def _outcome(dialect: str) -> str:
    if dialect == EVOLVE:
        return "it says nothing about what the agent did"
    return "eval-magic refuses the file or fails the check in every run"


RULE = Rule(
    name="missing-check-field",
    code="E003",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
)
