"""The same check twice in one list of a case.

## What it does

Reports the later of two assertions, or of two expectations, of one case that are the same: members other than `id`
equal, or sentences that differ in case and white space only. The same sentence in both lists is `two-check-keys`.

## Why is this bad

It counts double. eval-magic's pass rate is a share of assertions, a judge is paid twice for one question, and
skill-creator's viewer keeps results by their text.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {
      "id": 1,
      "prompt": "Greet the new colleague Ada",
      "expectations": ["Names Ada", "Mentions the team", "names Ada"]
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
      "prompt": "Greet the new colleague Ada",
      "expectations": ["Names Ada", "Mentions the team"]
    }
  ]
}
```

## Configuration

None.

## How to fix

Delete the later one, as `--fix` does. Where the two carry different ids, of which results may know either, it takes
`--unsafe-fixes`.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.graded import SENTENCES
from skill_evals.lint.queries import normalised
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.lint.values import line_of
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Delete, Fix
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Check, EvalCase, Suite, Tier


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    if all(_all_differ(suite, kind, len(checks)) for kind, checks in suite.graded.checks.items()):
        return
    for case in suite.evals:
        # Checks of different kinds are different: that settles many cases at once.
        if len({one.kind for one in case.checks}) < len(case.checks):
            yield from _repeated(suite, case, context)


def _all_differ(suite: Suite, kind: str, count: int) -> bool:
    """Whether one member already tells all the checks of a kind apart, as a path or a pattern often does."""
    if count == 1:
        return True
    prose = SENTENCES.get(kind)
    for name in suite.check_names - {"id", "type"}:
        texts = suite.graded.texts(kind, name) or frozenset()
        if len(texts) == count and (name != prose or len(set(map(normalised, texts))) == count):
            return True
    return False


def _repeated(suite: Suite, case: EvalCase, context: Context) -> Iterator[Fault]:
    seen: dict[tuple[bool, object], Check] = {}
    for one in case.checks:
        content = _content(one)
        if not content:
            continue
        earlier = seen.setdefault((one.from_expectation, content), one)
        if earlier is not one:
            yield Fault(
                path=suite.path,
                at=one.at,
                message=f"the check on line {line_of(suite, earlier.at, context)} is the same, and {suite.dialect} "
                "counts both; delete one of them",
                suite=suite.path,
                fix=Fix(title="delete the later check", edits=(Delete(at=one.at),), safe=one.id in (None, earlier.id)),
            )


def _content(one: Check) -> object:
    """What a check says, to be compared with others; nothing that counts as true where it says nothing."""
    fields = one.fields
    prose = SENTENCES.get(one.kind)
    if prose is None and "id" not in fields:
        said = fields
    else:
        said = {name: _folded(value) if name == prose else value for name, value in fields.items() if name != "id"}
    if len(said) == 1 and prose is None:
        return None
    try:
        return frozenset(said.items())
    except TypeError:
        # A list or an object among the values.
        return repr(sorted(said.items()))


def _folded(value: object) -> object:
    return normalised(value) if isinstance(value, str) else value


RULE = Rule(
    name="duplicate-check",
    code="E011",
    severity=Severity.WARNING,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
    fixable=True,
)
