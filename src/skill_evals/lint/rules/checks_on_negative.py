"""A case that must not trigger, with checks that cannot tell whether it did.

## What it does

Reports an eval-magic case with `skill_should_trigger: false` whose checks are all of behaviour (`transcript_check`,
`command_check`, `diff_scope`). One without any check is `nothing-to-grade`.

## Why is this bad

eval-magic does not look whether the skill fired on such a case. These checks pass on what the agent did, with the skill
or without it: none can say that something did not happen. The case raises both conditions' means and shows nothing.

## Bad

```json path=skills/tidy-history/evals/evals.json
{
  "skill_name": "tidy-history",
  "evals": [
    {
      "id": "plain-rename",
      "prompt": "Rename the function total to sum_of",
      "expected_output": "The function is renamed and the history is left alone",
      "skill_should_trigger": false,
      "assertions": [
        {"id": "edits", "type": "transcript_check", "check": "tool_invocation_matches", "pattern": "Edit.*sum_of"}
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
      "id": "plain-rename",
      "prompt": "Rename the function total to sum_of",
      "expected_output": "The function is renamed and the history is left alone",
      "skill_should_trigger": false,
      "assertions": [
        {"id": "no-rebase", "type": "llm_judge", "rubric": "Renames the function and proposes no change of history"}
      ]
    }
  ]
}
```

## Configuration

None.

## How to fix

Add an `llm_judge` whose rubric says what an agent does that leaves the skill alone. This product looks at the trigger
as well, and fails the case when the skill fires.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier

_BEHAVIOUR = frozenset({"command_check", "diff_scope", "transcript_check"})


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for case in suite.evals:
        if case.should_trigger or not case.checks or not _BEHAVIOUR.issuperset(one.kind for one in case.checks):
            continue
        yield Fault(
            path=suite.path,
            at=(*case.at, "skill_should_trigger"),
            message="eval-magic does not look whether the skill fired here, and none of the checks can tell: they pass "
            "on what the agent did, with the skill or without it; add an `llm_judge` that says what must not happen",
            suite=suite.path,
        )


RULE = Rule(
    name="checks-on-negative",
    code="E019",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVAL_MAGIC}),
    tier=Tier.EVALS,
)
