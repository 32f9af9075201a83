"""An eval that changed its id and kept its prompt.

## What it does

Compares each eval suite with the same file at the merge base, also through a rename of the file. A case whose id is
new, while its prompt is that of one base case whose id is gone, is reported. Prompts that stand several times in
either suite are left out. It speaks only with a base (`--base`, or in a pull request).

## Why is this bad

Results are kept by id. Under the new one the case has never run: the comparison shows one case removed and one new,
and a fall in the same pull request goes unseen. In evolve's `results.json` the history stays behind under the old id.

## Bad

```json path=plugins/demo/evals/greet/evals.json side=base
{
  "evals": [{"id": "team", "prompt": "Greet the team", "expectations": ["Names everybody"]}]
}
```

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [{"id": "whole-team", "prompt": "Greet the team", "expectations": ["Names everybody"]}]
}
```

## Good

```json path=plugins/demo/evals/greet/evals.json side=base
{
  "evals": [{"id": "team", "prompt": "Greet the team", "expectations": ["Names everybody"]}]
}
```

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [{"id": "team", "name": "The whole team", "prompt": "Greet the team", "expectations": ["Names everybody"]}]
}
```

## Configuration

None. A rename that is meant is named in `case-ignores`, or accepted by the reviewer.

## How to fix

Keep the id and put the better words into `name`. To rename it all the same, do so in a change of its own, and rename
the key in the results as well.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.members import member
from skill_evals.lint.rule import Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.suite import EvalCase, Suite, Tier


def check(context: Context) -> Iterator[Fault]:
    base = context.base
    if base is None:
        return
    before = {a.suite.path: a.suite for a in base.project.suites if a.suite.tier is Tier.EVALS}
    moved = {change.path: change.old_path for change in base.changes.changes}
    for attribution in context.project.suites:
        suite = attribution.suite
        old = before.get(moved[suite.path]) if suite.tier is Tier.EVALS and suite.path in moved else None
        if old is not None:
            yield from _renamed(suite, old)


def _renamed(suite: Suite, old: Suite) -> Iterator[Fault]:
    ids = {case.id for case in suite.evals}
    gone = {prompt: case for prompt, case in _by_prompt(old.evals) if case.id not in ids}
    known = {case.id for case in old.evals}
    for prompt, case in _by_prompt(suite.evals):
        earlier = gone.get(prompt)
        if earlier is None or case.id in known:
            continue
        was, found = shown(earlier.id or ""), member(suite.dialect, case.fields, "id")
        yield Fault(
            path=suite.path,
            at=case.at if found is None else (*case.at, found[0]),
            message=f"the case was called `{was}` before this change, and its prompt is the same: under a new id it "
            f"has no results to be compared with; keep `{was}`, and put the new words into `name`",
            suite=suite.path,
            also=(old.path,),
        )


def _by_prompt(cases: Iterable[EvalCase]) -> list[tuple[str, EvalCase]]:
    """Cases that have an id, by the prompt that no other case of the suite has."""
    listed = [(" ".join(case.prompt.split()), case) for case in cases]
    counts = Counter(prompt for prompt, _ in listed)
    return [(prompt, case) for prompt, case in listed if prompt and case.id and counts[prompt] == 1]


RULE = Rule(
    name="renamed-id",
    code="I008",
    severity=Severity.WARNING,
    page=__doc__,
    on_project=check,
    tier=Tier.EVALS,
    needs_base=True,
)
