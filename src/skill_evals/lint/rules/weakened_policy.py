"""A configuration that became looser in the change that it judges.

## What it does

Speaks with a base, where the change touches `.skill-evals.yml` or evolve's configuration. It reports each setting that
lets more pass than before: a lower threshold, `alpha` or number of runs, a higher budget, a rule that no longer runs or
became less grave, a new ignore, a wider `balance`, another exclude, a model that no longer counts, a backend that is
named no more. It also reports a baseline file that accepts more findings than before.

## Why is this bad

In a pull request the base's file decides thresholds, budgets, gate and models; the head's decides layout, rules and
ignores. So a finding can be made to disappear by the change that has it, and a threshold that the change lowers holds
for everyone after the merge. evolve reads the head's file alone.

## Bad

At the base:

```yaml path=.skill-evals.yml side=base
gate:
  triggers-min-pass-rate: 0.8
```

In the change:

```yaml path=.skill-evals.yml
gate:
  triggers-min-pass-rate: 0.5
ignore: [duplicate-query]
```

## Good

At the base:

```yaml path=.skill-evals.yml side=base
gate:
  triggers-min-pass-rate: 0.5
```

In the change:

```yaml path=.skill-evals.yml
gate:
  triggers-min-pass-rate: 0.8
```

## Configuration

None; ignoring this rule is itself a finding of it.

## How to fix

Loosen the configuration in a pull request of its own, with the reason in its text. Repair what the baseline file would
newly accept, or say there why not.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.grown_baseline import growth
from skill_evals.lint.loosened_policy import Loosening, loosenings, silenced
from skill_evals.lint.rule import Rule
from skill_evals.lint.selection import select
from skill_evals.model.config import Config
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import START, Part, Pointer

_EVOLVES = (".evolve.yaml", ".evolve.yml", ".evolve.json", ".evolve.jsonc")
_CHOICE = ("ignore", "select", "extend-select", "preset")
"""The keys that say which rules run, the likeliest first."""


def check(context: Context) -> Iterator[Fault]:
    grown = growth(context)
    if grown is not None:
        yield grown
    yield from _configuration(context)


def _configuration(context: Context) -> Iterator[Fault]:
    base = context.base
    names = (*context.config.names, *_EVOLVES)
    touched = [] if base is None else [name for name in names if base.changes.touches(name)]
    if base is None or not touched:
        return
    if base.config is None or context.own is None:
        side = "base" if base.config is None else "head"
        yield Fault(
            path=touched[0],
            span=START,
            message=f"the configuration of the {side} cannot be read, so nobody knows whether this one is looser",
            severity=Severity.INFO,
        )
        return
    for found in (*loosenings(base.config, context.own), *_silenced(base.config, context.own)):
        yield _fault(found, touched, context)


def _silenced(before: Config, after: Config) -> Iterator[Loosening]:
    from skill_evals.lint.rules import RULES  # the list that this rule stands in

    key = next((key for key in _CHOICE if _chosen(before, key) != _chosen(after, key)), _CHOICE[0])
    yield from silenced(select(before.lint, RULES), select(after.lint, RULES), (key,))


def _chosen(config: Config, key: str) -> object:
    return getattr(config.lint, key.replace("-", "_"))


def _fault(found: Loosening, touched: list[str], context: Context) -> Fault:
    path, at = _place(found, touched, context)
    return Fault(
        path=path,
        at=at,
        part=Part.OPEN,
        message=f"{found.what} in the change that it is to judge; loosen it in a pull request of its own",
        also=tuple(touched),
    )


def _place(found: Loosening, touched: list[str], context: Context) -> tuple[str, Pointer]:
    """Where the setting stands: in our file, in evolve's, else at the top of the first file that changed."""
    for names, at in ((context.config.names, found.at), (_EVOLVES, found.evolve_at)):
        for name in (name for name in touched if name in names):
            document = context.document(name)
            if at and document is not None and isinstance(document.value, dict) and at[0] in document.value:
                return name, at
    return touched[0], ()


RULE = Rule(
    name="weakened-policy", code="P002", severity=Severity.WARNING, page=__doc__, on_project=check, needs_base=True
)
