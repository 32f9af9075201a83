"""Two fixtures of one case that are staged to the same place.

## What it does

Reports the later of two entries of a case's `files` that evolve copies to one path of the workspace. Entries below
`files/` keep their folders; any other is copied by its bare name.

## Why is this bad

evolve's checks refuse the suite; in a run the last one wins, and the agent never sees the other.

## Bad

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {
      "id": "two-teams",
      "prompt": "Greet both teams",
      "files": ["red/team.csv", "blue/team.csv"],
      "expectations": ["Names everybody"]
    }
  ]
}
```

```text path=plugins/demo/evals/greet/red/team.csv
Ada
```

```text path=plugins/demo/evals/greet/blue/team.csv
Grace
```

## Good

```json path=plugins/demo/evals/greet/evals.json
{
  "evals": [
    {
      "id": "two-teams",
      "prompt": "Greet both teams",
      "files": ["files/red/team.csv", "files/blue/team.csv"],
      "expectations": ["Names everybody"]
    }
  ]
}
```

```text path=plugins/demo/evals/greet/files/red/team.csv
Ada
```

```text path=plugins/demo/evals/greet/files/blue/team.csv
Grace
```

## Configuration

None.

## How to fix

Move both below `files/`, where they keep their folders, or rename one.
"""

from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fixtures import Fixture, destination, escapes, fixtures
from skill_evals.lint.rule import EVOLVE, Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Attribution
from skill_evals.model.suite import Tier


def check(attribution: Attribution, _context: Context) -> Iterator[Fault]:
    suite = attribution.suite
    taken: dict[tuple[str, str], Fixture] = {}
    for fixture in fixtures(suite):
        if not fixture.text or escapes(attribution, fixture) is not None:
            continue
        place = destination(fixture.text)
        earlier = taken.setdefault((fixture.case.key, place), fixture)
        if earlier is not fixture and earlier.case is fixture.case:
            yield Fault(
                path=suite.path,
                message=f"`{shown(fixture.text)}` and `{shown(earlier.text)}` are both staged as `{shown(place)}`, "
                "and the agent sees only the last of them; put them into different folders below `files/`",
                at=fixture.at,
                suite=suite.path,
            )


RULE = Rule(
    name="fixture-collision",
    code="F003",
    severity=Severity.ERROR,
    page=__doc__,
    on_suite=check,
    dialects=frozenset({EVOLVE}),
    tier=Tier.EVALS,
)
