r"""An order that eval-magic cannot hold the agent to.

## What it does

Reports `must_precede` of a `transcript_check` where it decides nothing:

- `completion_claim` for a tool call: the claim is the last message of the conversation, and every call stands before
  it. Up to 0.9 a case with one prompt has no conversation, so that any call will do; up to 0.5.1 nothing reads it;
- `first_write` with a pattern for nothing but the tools that write: no write comes before the first one, so that the
  check never passes.

On another type of check eval-magic refuses the member, which `unknown-key` reports.

## Why is this bad

The check looks as if it proved that the agent tested before it claimed success. It passes for an agent that claims
first, tests afterwards and then ends with another message.

## Bad

```json path=skills/tidy-history/evals/evals.json
{
  "skill_name": "tidy-history",
  "evals": [
    {
      "id": "tests-first",
      "prompt": "Fix the rounding and tell me when it is done",
      "expected_output": "The tests run before the report",
      "assertions": [
        {
          "id": "ran-tests",
          "type": "transcript_check",
          "check": "tool_invocation_matches",
          "pattern": "Bash.*bun test",
          "must_precede": "completion_claim"
        }
      ]
    }
  ]
}
```

## Good

```json path=skills/tidy-history/evals/evals.json
{
  "skill_name": "tidy-history",
  "evals": [
    {
      "id": "tests-first",
      "prompt": "Fix the rounding and tell me when it is done",
      "expected_output": "The failing test runs before anything is changed",
      "assertions": [
        {
          "id": "ran-tests",
          "type": "transcript_check",
          "check": "tool_invocation_matches",
          "pattern": "Bash.*bun test",
          "must_precede": "first_write"
        }
      ]
    }
  ]
}
```

## Configuration

None.

## How to fix

Leave `must_precede` out, and ask an `llm_judge` about the order of test and claim; or say what has to come before the
first write.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Tier

_WRITERS = r"(?:Edit|MultiEdit|NotebookEdit|Write|apply_patch|edit|editor|file_change|write)"
_ONLY_WRITES = regex(rf"\^(?:{_WRITERS}|\((?:\?:)?{_WRITERS}(?:\|{_WRITERS})*\))(?:\$|\\b| |\Z)")
"""A pattern that is tied to the name of a tool that writes, in one of the harnesses that eval-magic drives."""


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for case in suite.evals:
        for one in case.checks:
            if one.kind != "transcript_check" or one.fields.get("check") != "tool_invocation_matches":
                continue
            order, pattern = one.fields.get("must_precede"), one.fields.get("pattern")
            message = None
            if order == "completion_claim":
                message = _claim(case)
            elif order == "first_write" and isinstance(pattern, str) and _ONLY_WRITES.match(pattern):
                message = (
                    "no write comes before the first write, so eval-magic fails the check in every run; name the call "
                    "that must come first, or leave `must_precede` out"
                )
            if message is not None:
                yield Fault(path=suite.path, at=(*one.at, "must_precede"), message=message, suite=suite.path)


def _claim(case: EvalCase) -> str:
    scripted = "turns" in case.fields or "responder" in case.fields
    earlier = "" if scripted else "; up to 0.9 it takes any call, since one prompt makes no conversation"
    return (
        "eval-magic takes the last message for the claim, and every tool call comes before that, so the order decides "
        f"nothing{earlier}; leave it out, and ask an `llm_judge` about the order"
    )


RULE = Rule(
    name="ignored-order",
    code="E018",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVAL_MAGIC}),
    tier=Tier.EVALS,
)
