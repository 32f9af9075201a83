"""A suite that states another skill's name than the one it lies with.

## What it does

Reports a `skill_name` that is neither the skill's folder nor the `name` in its frontmatter. For a skill at the root
of the repository, whose folder is called whatever the clone is called, only the frontmatter counts.

## Why is this bad

The suite was copied from another skill, or the skill was renamed. evolve goes by the folder and warns; skill-creator
and eval-magic put the stated name into prompts, reports and benchmarks, so that results appear under the wrong skill.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greeting",
  "evals": [{"id": 1, "prompt": "Greet the new colleague", "expectations": ["Names the colleague"]}]
}
```

## Good

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [{"id": 1, "prompt": "Greet the new colleague", "expectations": ["Names the colleague"]}]
}
```

## Configuration

None.

## How to fix

Write the skill's name, or move the suite to the skill that it names. `--fix` writes the name; where another skill of
that name is there, so that the suite may lie in the wrong place, only with `--unsafe-fixes`.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import EVOLVE, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Fix, Replace
from skill_evals.model.skill import Attribution, Skill
from skill_evals.model.suite import Suite


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite, skill = attribution.suite, attribution.skill
    if skill is None or suite.skill_name is None or suite.skill_name_at is None:
        return
    if suite.skill_name in (skill.name, skill.surface.name):
        return
    if any(case.skill is not None for case in suite.triggers):
        return  # cases that name their skills serve several, whatever the file is called
    known = {skill.surface.name, skill.name}
    stated = suite.fields.get("skill_name")
    names = [suite.skill_name] if not isinstance(stated, list) else stated
    if known.isdisjoint(name for name in names if isinstance(name, str)):
        expected = " or ".join(f"`{name}`" for name in sorted(known) if name)
        yield Fault(
            path=suite.path,
            message=f"the suite lies with the skill {expected} and says that it is about `{shown(suite.skill_name)}`: "
            "results would appear under the wrong name; correct the name, or move the suite",
            at=suite.skill_name_at,
            suite=suite.path,
            also=(skill.path,),
            fix=_fix(skill, suite, context),
        )


def _fix(skill: Skill, suite: Suite, context: Context) -> Fix | None:
    if suite.skill_name_at is None or not isinstance(suite.fields.get("skill_name"), str):
        return None
    elsewhere = any(suite.skill_name in (other.name, other.surface.name) for other in context.project.skills)
    # evolve goes by the folder; where the others' skill has two names, its suites state the frontmatter's.
    name = skill.name if suite.dialect == EVOLVE else skill.surface.name or skill.name
    edits = (Replace(at=suite.skill_name_at, value=name),)
    return Fix(title=f"write `{shown(name)}`", edits=edits, safe=not elsewhere)


RULE = Rule(
    name="skill-name-mismatch",
    code="I006",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    fixable=True,
)
