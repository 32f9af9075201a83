"""A prompt that calls the skill by its name.

## What it does

Off by default. Reports an eval case whose prompt holds the skill's hyphenated name, or a one-word name as an
invocation (`/name`, `$name`, `the name skill`). Silent for a skill that a model may not invoke by itself: there an
explicit invocation is the only way in, and for a case that must not trigger.

## Why is this bad

Such a run says how well the skill works once it is invoked, not whether a user's words would have invoked it. The
baseline is told to use a skill that is not there. Many good suites do this on purpose, hence off.

## Bad

```json path=skills/greet-people/evals/evals.json
{
  "skill_name": "greet-people",
  "evals": [
    {"id": 1, "prompt": "Use the greet-people skill for our new colleague Ada", "expectations": ["Names Ada"]}
  ]
}
```

## Good

```json path=skills/greet-people/evals/evals.json
{
  "skill_name": "greet-people",
  "evals": [
    {"id": 1, "prompt": "Ada starts on Monday, write her a welcome note", "expectations": ["Names Ada"]}
  ]
}
```

## Configuration

None.

## How to fix

Write the prompt as somebody would who does not know that the skill exists.
"""

import re
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Tier


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite, skill = attribution.suite, attribution.skill
    name = attribution.target or suite.skill_name if skill is None else skill.name
    if not name or (skill is not None and not skill.surface.model_invocable):
        return
    names, folded = _mention(name), name.casefold()
    for case in suite.evals:
        if case.should_trigger and folded in case.prompt.casefold() and names.search(case.prompt):
            yield Fault(
                path=suite.path,
                at=_prompt_at(case),
                message=f"the prompt names the skill `{shown(name)}`, so the run does not show that a user's own words "
                "would reach it, and the baseline is told to use what it does not have; write what a user would say",
                suite=suite.path,
            )


def _mention(name: str) -> re.Pattern[str]:
    literal = re.escape(name)
    if "-" in name or "_" in name:
        return re.compile(rf"(?<![\w-]){literal}(?![\w-])", re.IGNORECASE)
    # A single word is an ordinary one, unless it stands as the name of a command or of a skill.
    return re.compile(rf"(?<![\w./-])[/$]{literal}(?![\w/.-])|\b{literal}[`'\"]? skill\b", re.IGNORECASE)


def _prompt_at(case: EvalCase) -> Pointer:
    name = next((name for name in case.fields if name.casefold() == "prompt"), "prompt")
    return (*case.at, name)


RULE = Rule(
    name="prompt-names-skill",
    code="E015",
    severity=Severity.INFO,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
    default=False,
    heuristic=True,
)
