"""A command that ends the same way whatever the agent did.

## What it does

Reports a command whose exit status follows from its text: `true`, `:`, `exit 0`, `echo …`, `… || true`, `…; exit 0`,
and a pipe that ends in `head`, `tail`, `cat`, `sort`, `wc` or `tee`, since the shell takes the status of the last
command only. In eval-magic a command with `expect_stdout` is left alone: its output is looked at.

## Why is this bad

evolve and eval-magic look at the exit status. Where it is always the expected one, the check passes though nothing was
done; where it never is, no agent can pass. Either way it counts in the score and says nothing.

## Bad

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {
      "id": "tests-pass",
      "prompt": "Write tests for slugify in text.py",
      "assertions": [{"type": "command", "run": "python3 -m pytest -q | tail -5", "requires": "python3"}]
    }
  ]
}
```

## Good

```json path=plugins/demo/evals/unit-tests/evals.json
{
  "evals": [
    {
      "id": "tests-pass",
      "prompt": "Write tests for slugify in text.py",
      "assertions": [{"type": "command", "run": "python3 -m pytest -q", "requires": "python3"}]
    }
  ]
}
```

## Configuration

None.

## How to fix

Let the command that knows the answer end the script: drop `|| true` and the filter behind it. Output needs no filter,
since only its last 200 bytes are kept.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import CheckText, commands, text_member
from skill_evals.lint.members import member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, Rule
from skill_evals.lint.shell_status import only_status
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Suite, Tier

_EXPECTED = {EVOLVE: "expect_exit", EVAL_MAGIC: "expect_exit_code"}


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    for command in commands(suite):
        if suite.dialect == EVAL_MAGIC and text_member(suite, command.check, "expect_stdout"):
            continue
        status = only_status(command.text)
        if status is not None:
            yield Fault(
                path=suite.path,
                at=command.at,
                message=f"the command always ends with {status}, {_outcome(suite, command, status)}; "
                "let the command that knows the answer decide the exit status",
                suite=suite.path,
            )


def _outcome(suite: Suite, command: CheckText, status: int) -> str:
    found = member(suite.dialect, command.check.fields, _EXPECTED[suite.dialect])
    expected = 0 if found is None or found[1] is None else found[1]
    if status == expected:
        return f"so {suite.dialect} passes the check whatever the agent did"
    return f"so {suite.dialect} fails the check whatever the agent did"


RULE = Rule(
    name="vacuous-command",
    code="E007",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC}),
    tier=Tier.EVALS,
)
