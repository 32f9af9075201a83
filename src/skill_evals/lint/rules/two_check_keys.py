"""A case with both `assertions` and `expectations`.

## What it does

In skill-creator's format, reports a case with plain sentences in both lists. They are two names of one thing: the
schema says `expectations`, the guide `assertions`. Where every case of a suite has both, the suite is reported once.

## Why is this bad

A runner reads one of the two, or counts what stands in both twice. The author cannot tell which statements were
graded.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {
      "id": 1,
      "prompt": "Greet the new colleague",
      "expectations": ["Names the colleague"],
      "assertions": ["Mentions the team"]
    }
  ]
}
```

## Good

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {
      "id": 1,
      "prompt": "Greet the new colleague",
      "expectations": ["Names the colleague", "Mentions the team"]
    }
  ]
}
```

## Configuration

None.

## How to fix

Merge the lists under the name that the rest of the suite uses. Where both hold the very same sentences,
`--fix --unsafe-fixes` deletes the later one.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Delete, Fix
from skill_evals.model.position import Part
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Tier

_KEYS = ("assertions", "expectations")


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    both = [case for case in suite.evals if all(_sentences(case, key) for key in _KEYS)]
    if len(both) > 1 and len(both) == len(suite.evals):
        yield Fault(
            path=suite.path,
            message=f"all {len(both)} cases have both `assertions` and `expectations`, which are one list under two "
            "names: a runner reads one of them, or counts twice; keep one",
            at=suite.cases_at,
            part=Part.OPEN,
            suite=suite.path,
            fix=_fix(both),
        )
        return
    for case in both:
        yield Fault(
            path=suite.path,
            message="`assertions` and `expectations` are one list under two names: a runner reads one of them, or "
            "counts twice; merge them",
            at=(*case.at, _later(case)),
            part=Part.KEY,
            suite=suite.path,
            fix=_fix([case]),
        )


def _fix(cases: list[EvalCase]) -> Fix | None:
    if any(case.fields[_KEYS[0]] != case.fields[_KEYS[1]] for case in cases):
        return None
    edits = tuple(Delete(at=(*case.at, _later(case))) for case in cases)
    return Fix(title="delete the later of two equal lists", edits=edits, safe=False)


def _sentences(case: EvalCase, key: str) -> bool:
    """Whether a list holds plain sentences; objects are some tool's own checks, and no second copy of the list."""
    listed = case.fields.get(key)
    return isinstance(listed, list) and any(isinstance(item, str) for item in listed)


def _later(case: EvalCase) -> str:
    """Of the two keys the one that the author wrote second."""
    return [key for key in case.fields if key in _KEYS][-1]


RULE = Rule(
    name="two-check-keys",
    code="S006",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({SKILL_CREATOR}),
    tier=Tier.EVALS,
    fixable=True,
)
