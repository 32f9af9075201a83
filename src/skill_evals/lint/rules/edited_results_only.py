"""Results that changed where nothing did that could have changed them.

## What it does

Speaks with a base, about a results file or benchmark that the change modifies. It reports verdicts that moved although
neither the skill, its neighbours, the suite, a fixture nor the configuration changed, the base's results were whole
and fresh, and harness, version and number of runs are the same as before. Models that are new, and results that had to
be renewed, are no finding.

## Why is this bad

A run of the same things moves by chance alone, so that such a change either picked a lucky run or was written by hand.
evolve compares hashes, which are the same, and cannot tell.

## Bad

On both sides:

```markdown path=plugins/demo/skills/greet/SKILL.md
---
name: greet
description: Greets people by name. Use for a welcome.
---
```

```json path=plugins/demo/evals/greet/triggers.json
{
  "triggers": [
    {"query": "welcome Ada", "should_trigger": true},
    {"query": "fire Ada", "should_trigger": false}
  ]
}
```

At the base:

```json path=plugins/demo/evals/greet/results.json side=base
{
  "schema": 5,
  "plugin": "demo",
  "skill": "greet",
  "models": {
    "anthropic/claude-haiku-4-5": {
      "triggers": {
        "display": "Claude Haiku 4.5",
        "executed": true,
        "timeout_seconds": 60,
        "pricing": null,
        "results": [
          {"query": "welcome Ada", "should_trigger": true, "hits": 1, "runs": 3, "passed": false},
          {"query": "fire Ada", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 1, "failed": 1, "total": 2, "pass_rate": 0.5}
      }
    }
  }
}
```

In the change:

```json path=plugins/demo/evals/greet/results.json
{
  "schema": 5,
  "plugin": "demo",
  "skill": "greet",
  "models": {
    "anthropic/claude-haiku-4-5": {
      "triggers": {
        "display": "Claude Haiku 4.5",
        "executed": true,
        "timeout_seconds": 60,
        "pricing": null,
        "results": [
          {"query": "welcome Ada", "should_trigger": true, "hits": 3, "runs": 3, "passed": true},
          {"query": "fire Ada", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 2, "failed": 0, "total": 2, "pass_rate": 1}
      }
    }
  }
}
```

## Good

On both sides:

```markdown path=plugins/demo/skills/greet/SKILL.md
---
name: greet
description: Greets people by name. Use for a welcome.
---
```

```json path=plugins/demo/evals/greet/triggers.json
{
  "triggers": [
    {"query": "welcome Ada", "should_trigger": true},
    {"query": "fire Ada", "should_trigger": false}
  ]
}
```

At the base:

```json path=plugins/demo/evals/greet/results.json side=base
{
  "schema": 5,
  "plugin": "demo",
  "skill": "greet"
}
```

In the change:

```json path=plugins/demo/evals/greet/results.json
{
  "schema": 5,
  "plugin": "demo",
  "skill": "greet",
  "models": {
    "anthropic/claude-haiku-4-5": {
      "triggers": {
        "display": "Claude Haiku 4.5",
        "executed": true,
        "timeout_seconds": 60,
        "pricing": null,
        "results": [
          {"query": "welcome Ada", "should_trigger": true, "hits": 3, "runs": 3, "passed": true},
          {"query": "fire Ada", "should_trigger": false, "hits": 0, "runs": 3, "passed": true}
        ],
        "summary": {"passed": 2, "failed": 0, "total": 2, "pass_rate": 1}
      }
    }
  }
}
```

## Configuration

None.

## How to fix

Take the file from the base again. If the new numbers are right, say in the pull request how they were measured.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.lint.before import path_then, skill_changes
from skill_evals.lint.context import Base, Context
from skill_evals.lint.entries import entry_at
from skill_evals.lint.fault import Fault
from skill_evals.lint.freshness import skill_of
from skill_evals.lint.moved_verdicts import moved_verdicts
from skill_evals.lint.rule import Rule
from skill_evals.lint.surface_change import skill_before
from skill_evals.lint.words import of_tier, shown
from skill_evals.model.changes import Change, ChangeKind
from skill_evals.model.diagnostic import Severity
from skill_evals.model.freshness import CommittedResults
from skill_evals.model.position import Part
from skill_evals.model.skill import Skill

_CONFIGURATION = (".skill-evals.", ".evolve.")
_OUTPUTS = ("results.", "benchmark.json", "grading/", "BASELINE.md", "NOTES.md")
"""How files are called, relative to the suite's folder or its ``baseline/``, that a run writes."""
_CURE = "take the base's file again, or say in the pull request how they were measured"
_KEPT = (ChangeKind.MODIFIED, ChangeKind.RENAMED)


def check(context: Context) -> Iterator[Fault]:
    base = context.base
    if base is None:
        return
    changed = {change.path for change in base.changes.changes if change.kind in _KEPT}
    for results in context.results:
        if results.path in changed:
            yield from _results(results, base, context)
    for path in context.project.benchmarks:
        if path in changed:
            yield from _benchmark(path, base, context)


def _results(results: CommittedResults, base: Base, context: Context) -> Iterator[Fault]:
    skill = skill_of(results, context)
    then = path_then(results.path, base)
    before = next((one for one in base.results if one.path == then), None)
    if skill is None or before is None or _has_cause(skill, posixpath.dirname(results.path), base, context):
        return
    for moved in moved_verdicts(before, results):
        yield Fault(
            path=results.path,
            at=entry_at(results, moved.model, moved.tier, context),
            part=Part.OPEN,
            message=f"{moved.count} {of_tier(moved.tier)} verdict{'' if moved.count == 1 else 's'} of `{moved.model}` "
            f"changed, such as `{shown(moved.example)}`, and nothing did that could have changed them"
            f"{' (it even claims to be the same run)' if moved.same_run else ''}; {_CURE}",
        )


def _benchmark(path: str, base: Base, context: Context) -> Iterator[Fault]:
    folder = posixpath.dirname(posixpath.dirname(path))
    skill = next((s for s in context.project.skills if posixpath.dirname(folder) == s.directory), None)
    now, then = context.document(path), base.documents.get(path_then(path, base))
    if skill is None or now is None or then is None or _has_cause(skill, folder, base, context):
        return
    if _numbers(now.value) != _numbers(then.value):
        yield Fault(
            path=path,
            at=("run_summary",),
            part=Part.OPEN,
            message=f"the benchmark's numbers changed, and nothing did that could have changed them; {_CURE}",
        )


def _numbers(value: object) -> object:
    return value.get("run_summary") if isinstance(value, dict) else None


def _has_cause(skill: Skill, folder: str, base: Base, context: Context) -> bool:
    """Whether something changed that could move a verdict: the skill, a neighbour, the suite, a setting."""
    old = skill_before(skill, context)
    if old is None or skill_changes(skill, old, base):
        return True
    return any(_could_move(change, skill, folder) for change in base.changes.changes)


def _could_move(change: Change, skill: Skill, folder: str) -> bool:
    around = f"{skill.plugin_dir}/" if skill.plugin_dir else ""
    for path in (change.path, change.old_path):
        if path.startswith(_CONFIGURATION) or (path.endswith("SKILL.md") and path.startswith(around)):
            return True
        inside = path.removeprefix(f"{folder}/").removeprefix("baseline/")
        if path.startswith(f"{folder}/") and not inside.startswith(_OUTPUTS):
            return True
    return False


RULE = Rule(
    name="edited-results-only", code="P003", severity=Severity.WARNING, page=__doc__, on_project=check, needs_base=True
)
