"""A case that nothing grades.

## What it does

Reports a case without any assertion or expectation. In skill-creator's format an `expected_output`, and any key that
may hold a way of grading that is not known here (`expected_behavior`, `rubric`, `graders`, …), count as one, and the
finding is a warning. So it is for eval-magic's cases that must not trigger, which this product grades by the skill
staying silent.

## Why is this bad

evolve passes such a case in every run. eval-magic gives it a pass rate of 0 in both conditions, which pulls the means
together. A grader that is told nothing to look for grades nothing.

## Bad

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "skill_name": "unit-tests",
  "evals": [
    {"id": "covers-edge-cases", "prompt": "Write tests for slugify in text.py"}
  ]
}
```

## Good

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "skill_name": "unit-tests",
  "evals": [
    {
      "id": "covers-edge-cases",
      "prompt": "Write tests for slugify in text.py",
      "assertions": [{"type": "command", "run": "python -m pytest -q"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Write down what a good outcome shows: a file, a pattern, a command's exit code, or a sentence for a judge.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.members import member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite, Tier

_SAYS_NOTHING = frozenset(
    {
        "$schema",
        "_comment",
        "_note",
        "_notes",
        "assertions",
        "author",
        "case",
        "case_id",
        "category",
        "comment",
        "comments",
        "context",
        "created",
        "created_at",
        "date",
        "description",
        "difficulty",
        "eval_id",
        "eval_name",
        "evals",
        "expectations",
        "expected_output",
        "file",
        "files",
        "focus",
        "id",
        "input",
        "kind",
        "level",
        "max_turns",
        "metadata",
        "model",
        "models",
        "name",
        "note",
        "notes",
        "priority",
        "prompt",
        "purpose",
        "query",
        "runs",
        "scenario",
        "schema_version",
        "setup",
        "skill",
        "skill_name",
        "skills",
        "source",
        "status",
        "suite",
        "summary",
        "tag",
        "tags",
        "task",
        "test_id",
        "tier",
        "timeout",
        "timeout_seconds",
        "title",
        "type",
        "updated",
        "updated_at",
        "version",
    }
)
"""Keys that name, sort or set up a case, or hold the grading that is modelled; any other may be a way of grading."""

_OUTCOME = {
    EVOLVE: "evolve passes it in every run; add `assertions` or `expectations`",
    EVAL_MAGIC: "eval-magic gives it a pass rate of 0 under both conditions; add `assertions`",
    SKILL_CREATOR: "the grader has nothing to look for; add `expectations`, `assertions` or an `expected_output`",
}


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for case in () if suite.graded.all_graded else suite.evals:
        if case.checks or _malformed(suite, case) or _has_another_oracle(suite, case):
            continue
        yield Fault(
            path=suite.path,
            at=case.at,
            part=Part.OPEN,
            message=f"nothing grades {_named(case)}: {_OUTCOME[suite.dialect]}",
            suite=suite.path,
            severity=Severity.WARNING if suite.dialect == SKILL_CREATOR or not case.should_trigger else None,
        )


def _malformed(suite: Suite, case: EvalCase) -> bool:
    """Whether checks are there and cannot be read; the schema says what is wrong with them."""
    lists = ("assertions",) if suite.dialect == EVAL_MAGIC else ("assertions", "expectations")
    authored = (member(suite.dialect, case.fields, name) for name in lists)
    return any(found is not None and found[1] != [] for found in authored)


def _has_another_oracle(suite: Suite, case: EvalCase) -> bool:
    if suite.dialect != SKILL_CREATOR:
        return False
    if case.expected_output and case.expected_output.strip():
        return True
    return any(_filled(case.fields, name) for name in case.fields.keys() - _SAYS_NOTHING) or any(
        _filled(suite.fields, name) for name in suite.fields.keys() - _SAYS_NOTHING
    )


def _filled(fields: object, name: str) -> bool:
    """Whether a member says something: ``false`` and 0 do, null and what is empty do not."""
    value = fields.get(name) if isinstance(fields, dict) else None
    return value not in (None, "", [], {})


def _named(case: EvalCase) -> str:
    return f"`{case.id}`" if case.id else "this case"


RULE = Rule(
    name="nothing-to-grade",
    code="E001",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
)
