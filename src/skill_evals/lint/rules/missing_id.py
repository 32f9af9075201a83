"""A case without an id.

## What it does

Reports a case whose `id` is absent, null or empty. In skill-creator's format, where a name or another tool's id
serves as well, the finding is a warning, and only cases that nothing names are reported. Where no case of a suite has
one, the suite is reported once.

## Why is this bad

Results are stored by id. evolve and eval-magic refuse the suite; elsewhere a case is known by its place in the list,
and a case inserted before it makes the history of every later one somebody else's.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"prompt": "Greet the new colleague", "expectations": ["Names the colleague"]}
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {"id": "new-colleague", "prompt": "Greet the new colleague", "expectations": ["Names the colleague"]}
  ]
}
```

## Configuration

None.

## How to fix

Give the case an id that says what it tests, and keep it for good. In skill-creator's suites, whose ids are numbers,
`--fix --unsafe-fixes` gives the next ones; results that were kept without an id do not follow.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.members import member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Edit, Fix, Insert, Replace
from skill_evals.model.position import Part, Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite, Tier

_NAMES = ("name", "slug", "title", "case", "case_id", "eval_id", "eval_name", "test_id")
"""What serves as an id in suites of skill-creator's form."""

_OUTCOME = {
    EVOLVE: "evolve refuses the suite",
    EVAL_MAGIC: "eval-magic refuses the suite",
    SKILL_CREATOR: "results and folders of runs are kept by id",
}


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    if None not in suite.graded.ids:
        return
    missing = [case for case in suite.evals if case.id is None and _nameless(suite, case)]
    if len(missing) > 1 and len(missing) == len(suite.evals):
        message = f"none of the {len(missing)} cases has an `id`: {_OUTCOME[suite.dialect]}; give each one of its own"
        yield Fault(
            path=suite.path,
            message=message,
            at=suite.cases_at,
            part=Part.KEY,
            suite=suite.path,
            severity=_severity(suite),
            covers=tuple(_place(suite, case)[0] for case in missing),
            fix=_fix(suite, missing),
        )
        return
    for number, case in enumerate(missing):
        message = f"this case has no `id`: {_OUTCOME[suite.dialect]}; give it one"
        yield _fault(suite, message, case, fix=_fix(suite, [case], skip=number))


def _nameless(suite: Suite, case: EvalCase) -> bool:
    found = member(suite.dialect, case.fields, "id")
    if found is not None and found[1] not in (None, ""):
        return False
    return suite.dialect != SKILL_CREATOR or not any(case.fields.get(name) for name in _NAMES)


def _fix(suite: Suite, cases: list[EvalCase], *, skip: int = 0) -> Fix | None:
    """The numbers after the highest one; ``skip`` are those that other cases get. None where ids are no numbers."""
    known = [case.fields.get("id") for case in suite.evals if case.id is not None]
    numbers = [value for value in known if type(value) is int]
    if suite.dialect != SKILL_CREATOR or len(numbers) < len(known):
        return None
    first = max(numbers, default=0) + 1 + skip
    edits = tuple(_numbered(case, number) for number, case in enumerate(cases, start=first))
    return Fix(title="number it" if len(cases) == 1 else "number the cases", edits=edits, safe=False)


def _numbered(case: EvalCase, number: int) -> Edit:
    at = (*case.at, "id")
    return Replace(at=at, value=number) if "id" in case.fields else Insert(at=at, value=number)


def _fault(suite: Suite, message: str, case: EvalCase, *, fix: Fix | None) -> Fault:
    at, part = _place(suite, case)
    return Fault(
        path=suite.path, message=message, at=at, part=part, suite=suite.path, severity=_severity(suite), fix=fix
    )


def _place(suite: Suite, case: EvalCase) -> tuple[Pointer, Part]:
    """Where the id stands, or would."""
    found = member(suite.dialect, case.fields, "id")
    return ((*case.at, "id"), Part.OPEN) if found is None else ((*case.at, found[0]), Part.VALUE)


def _severity(suite: Suite) -> Severity | None:
    return Severity.WARNING if suite.dialect == SKILL_CREATOR else None


RULE = Rule(
    name="missing-id",
    code="I001",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
    fixable=True,
)
