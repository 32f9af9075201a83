"""A skill whose trigger queries are all positives, or all negatives.

## What it does

Counts, over every trigger file of a skill, the queries that must activate it and those that must not. A skill that has
only one kind is an error. Where one file holds one side and another file of the same skill, or of the same folder,
holds the other, the file gets a note only. So does a file of negatives in the form of an `evals` list, beside
skill-creator evals that expect the skill. A file that serves many skills is judged skill by skill.

A skill that the model may not invoke (`disable-model-invocation: true`) is left alone, and so is one with a case whose
label is missing or no boolean, until that is mended: the other side may be there.

## Why is this bad

With positives only, a description that claims every prompt passes with full marks; with negatives only, one that
nothing ever activates does. Every runner (evolve, skill-creator, this one) reports 100 % for it.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "which fields does form.pdf have?", "should_trigger": true}
]
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "turn this PDF into a slide deck", "should_trigger": false}
]
```

## Configuration

None. To accept one file, name it in `path-ignores` with a reason.

## How to fix

Add the missing side. Good negatives are prompts that share words with the description and belong to a neighbour.
"""

import posixpath
from collections.abc import Iterable, Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup, TriggerPart
from skill_evals.lint.rule import SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Part

_CURE = {
    True: "no query that must not; a description that claims every prompt would pass: add near misses with "
    "`should_trigger: false`",
    False: "no query that must; a skill that nothing activates would pass: add prompts with `should_trigger: true`",
}


def check(context: Context) -> Iterator[Fault]:
    groups = [group for group in context.trigger_groups if not all(all(part.sides) for part in group.parts)]
    if not groups:
        return
    folders = _sides_by_folder(context.trigger_groups)
    evals = _evals_by_folder(context)
    for group in groups:
        if group.skill is not None and not group.skill.surface.model_invocable:
            continue
        total = group.sides
        for part in group.parts:
            sides = part.sides
            if all(sides) or not any(sides) or not group.labelled:
                continue
            beside = all(total) or (group.skill is None and part.whole and all(folders[_folder(part)]))
            expected = part.suite.cases_at == ("evals",) and not sides[0] and _folder(part) in evals
            yield _fault(group, part, positive=sides[0] > 0, beside=beside or expected)


def _sides_by_folder(groups: Iterable[TriggerGroup]) -> dict[str, tuple[int, int]]:
    """Positives and negatives of the files without a skill, by folder: halves that lie beside one another."""
    found: dict[str, tuple[int, int]] = {}
    for group in groups:
        for part in group.parts:
            positives, negatives = found.get(_folder(part), (0, 0))
            more, less = part.sides
            found[_folder(part)] = positives + more, negatives + less
    return found


def _evals_by_folder(context: Context) -> frozenset[str]:
    """Folders with skill-creator evals that expect the skill: their runners read every `evals` list of a folder."""
    return frozenset(
        posixpath.dirname(attribution.suite.path)
        for attribution in context.project.suites
        if attribution.suite.dialect == SKILL_CREATOR and any(case.should_trigger for case in attribution.suite.evals)
    )


def _folder(part: TriggerPart) -> str:
    return posixpath.dirname(part.suite.path)


def _fault(group: TriggerGroup, part: TriggerPart, *, positive: bool, beside: bool) -> Fault:
    count = sum(part.sides)
    queries = "1 query" if count == 1 else f"{count} queries"
    which = "that must trigger" if positive else "that must not trigger"
    about = group.about(part)
    if beside:
        message = f"{about}only queries {which} ({queries}); the other side lies in another file, so run them together"
    else:
        message = f"{about}{queries} {which} and {_CURE[positive]}"
    return Fault(
        path=part.suite.path,
        at=part.at,
        part=Part.OPEN,
        message=message,
        suite=part.suite.path,
        severity=Severity.INFO if beside else None,
        also=group.beside(part),
    )


RULE = Rule(name="one-sided-triggers", code="T001", severity=Severity.ERROR, page=__doc__, on_project=check)
