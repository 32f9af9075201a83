"""A skill whose negatives come near no request of its neighbours.

## What it does

For each skill that has neighbours with trigger queries in its plugin (or in the repository, where there is no plugin),
looks for a negative that shares at least two telling words with a query that must activate a neighbour, or the only
telling word that it has. Where there is none, the set is mentioned. It is silent where most of the skill's positives
share no word with its description, as in a set in another language, since then words are no measure.

## Why is this bad

The requests that a description steals are its neighbours'. A suite without any of them passes while the skill takes
their place; the neighbours' own suites notice, if they are run.

## Bad

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "write a fibonacci function", "should_trigger": false}
]
```

```json path=skills/pdf-slides/evals/triggers.json
[
  {"query": "turn the annual report into slides", "should_trigger": true},
  {"query": "fill in the tax form of the annual report", "should_trigger": false}
]
```

## Good

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "fill in this tax form for me", "should_trigger": true},
  {"query": "make slides of the annual report", "should_trigger": false}
]
```

```json path=skills/pdf-slides/evals/triggers.json
[
  {"query": "turn the annual report into slides", "should_trigger": true},
  {"query": "fill this form with the figures, for my tax declaration", "should_trigger": false}
]
```

## Configuration

Off by default; `extend-select: [missing-sibling-negatives]` turns it on.

## How to fix

Take a positive of each neighbour that the model could mistake, and add it, or a variant, as a negative.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.rule import Rule
from skill_evals.lint.vocabulary import listing, measurable, telling_words
from skill_evals.model.diagnostic import Severity
from skill_evals.model.light import field, light
from skill_evals.model.position import Part
from skill_evals.model.skill import Skill

_NEAR = 2
_Query = tuple[str, int]
"""A skill's folder, and the number of one of its positives."""


@light(frozen=True, slots=True, kw_only=True)
class _Neighbourhood:
    """The positives of the skills of one plugin, by word."""

    owners: set[str] = field(default_factory=set)
    queries: defaultdict[str, list[_Query]] = field(default_factory=lambda: defaultdict(list))

    def add(self, group: TriggerGroup, skill: Skill) -> None:
        positives = (case for _, case in group.cases if case.should_trigger)
        for number, case in enumerate(positives):
            self.owners.add(skill.directory)
            for word in set(telling_words(case.query)):
                self.queries[word].append((skill.directory, number))

    def near(self, query: str, skill: Skill) -> bool:
        """Whether a query comes near a positive of another skill."""
        words = set(telling_words(query))
        shared: Counter[_Query] = Counter()
        for word in words:
            shared.update(query for query in self.queries.get(word, ()) if query[0] != skill.directory)
        return bool(shared) and max(shared.values()) >= min(_NEAR, len(words))


def check(context: Context) -> Iterator[Fault]:
    around: defaultdict[str, _Neighbourhood] = defaultdict(_Neighbourhood)
    groups = [(group, group.skill) for group in context.trigger_groups if group.skill is not None]
    for group, skill in groups:
        around[skill.plugin_dir].add(group, skill)
    for group, skill in groups:
        neighbours = around[skill.plugin_dir]
        negatives = [case.query for _, case in group.cases if case.should_trigger is False]
        if not negatives or not neighbours.owners - {skill.directory} or not skill.surface.model_invocable:
            continue
        if not any(neighbours.near(query, skill) for query in negatives) and measurable(group, listing(skill)):
            yield _fault(group)


def _fault(group: TriggerGroup) -> Fault:
    part = group.parts[0]
    return Fault(
        path=part.suite.path,
        at=part.at,
        part=Part.OPEN,
        message=f"{group.about(part)}no negative query comes near a request of a neighbouring skill, so that a "
        "description which steals theirs passes; add their positives as negatives here",
        suite=part.suite.path,
    )


RULE = Rule(
    name="missing-sibling-negatives",
    code="T011",
    severity=Severity.INFO,
    page=__doc__,
    on_project=check,
    default=False,
    heuristic=True,
)
