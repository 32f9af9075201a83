"""Two cases of one suite with the same id.

## What it does

Reports the later of two cases whose ids are equal after the dialect's normalisation (`1` and `"1"` are one id), or
differ only by case.

## Why is this bad

Results, workspaces and gradings are kept by id: one case overwrites the other's, and which one is left depends on
which ran last. Ids that differ only by case meet on file systems that do not tell them apart, such as those of macOS
and Windows.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": 1, "prompt": "Greet the new colleague", "expectations": ["Names the colleague"]},
    {"id": "1", "prompt": "Greet the whole team", "expectations": ["Names the team"]}
  ]
}
```

## Good

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {"id": 1, "prompt": "Greet the new colleague", "expectations": ["Names the colleague"]},
    {"id": 2, "prompt": "Greet the whole team", "expectations": ["Names the team"]}
  ]
}
```

## Configuration

None.

## How to fix

Give the later case an id of its own; the earlier one keeps its history.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.members import member
from skill_evals.lint.rule import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, Rule
from skill_evals.lint.values import line_of
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.position import Pointer
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import EvalCase, Suite, Tier


def check(attribution: Attribution, context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    ids = list(map(str.casefold, filter(None, suite.graded.ids)))
    if len(set(ids)) == len(ids):
        return
    seen: dict[str, EvalCase] = {}
    for case in suite.evals:
        if case.id is None:
            continue
        earlier = seen.setdefault(case.id.casefold(), case)
        if earlier is not case:
            yield _fault(suite, case, earlier, context)


def _fault(suite: Suite, case: EvalCase, earlier: EvalCase, context: Context) -> Fault:
    line = line_of(suite, _id_at(suite, earlier), context)
    one, other = shown(case.id or ""), shown(earlier.id or "")
    if case.id == earlier.id:
        what = f"the case on line {line} has the id `{one}` already: of two results kept by one id, one is lost"
    else:
        what = f"`{one}` and `{other}` of line {line} differ only by case: on macOS and Windows they share a folder"
    return Fault(path=suite.path, message=f"{what}; rename one", at=_id_at(suite, case), suite=suite.path)


def _id_at(suite: Suite, case: EvalCase) -> Pointer:
    found = member(suite.dialect, case.fields, "id")
    return (*case.at, "id" if found is None else found[0])


RULE = Rule(
    name="duplicate-id",
    code="I002",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE, EVAL_MAGIC, SKILL_CREATOR}),
    tier=Tier.EVALS,
)
