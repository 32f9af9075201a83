"""A description that quotes a trigger query.

## What it does

Looks for each query of a skill in the skill's `description` and `when_to_use`, without differences of case, white
space, Unicode form or CJK punctuation and without the query's full stop. A query of five words and more counts wherever
it stands as a whole, a shorter one where the description puts it in quotation marks. Explicit invocations, and skills
that the model may not invoke, are left alone.

## Why is this bad

The test was written into the answer, or the answer into the test: the query passes since its very words stand in the
listing, and how the description does with what it does not quote stays unknown.

## Bad

```markdown path=skills/pdf-forms/SKILL.md
---
name: pdf-forms
description: Fills in PDF forms. Use it for requests such as "fill in this tax form".
---
```

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "Fill in this tax form", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Good

```markdown path=skills/pdf-forms/SKILL.md
---
name: pdf-forms
description: Fills in PDF forms. Use it for requests such as "fill in this tax form".
---
```

```json path=skills/pdf-forms/evals/triggers.json
[
  {"query": "my landlord sent a PDF, can you complete it?", "should_trigger": true},
  {"query": "turn this PDF into slides", "should_trigger": false}
]
```

## Configuration

None.

## How to fix

Keep the description, and reword the query: the quoted words are training data, the suite should hold others.
"""

import re
from collections.abc import Iterator

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.queries import all_normalised, invoked, normalised
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.skill import Surface

_ENOUGH_WORDS = 5
_FEWEST_LETTERS = 4
_ENDS = ".?! "
_QUOTES = "\"'`«»"


def check(group: TriggerGroup, _context: Context) -> Iterator[Fault]:
    if group.skill is not None and group.skill.surface.model_invocable:
        yield from _quoted(group, group.skill.surface, group.skill.path)


def _quoted(group: TriggerGroup, surface: Surface, path: str) -> Iterator[Fault]:
    listing = normalised(f"{surface.description}\n{surface.when_to_use}")
    texts = [text for part in group.parts for text in all_normalised(part.suite.asked.queries)]
    if not any(text.rstrip(_ENDS) in listing for text in texts):
        return
    for part, case in group.cases:
        text = normalised(case.query).rstrip(_ENDS)
        if len(text) < _FEWEST_LETTERS or text not in listing or invoked(case.query) is not None:
            continue
        if not _is_quoted(text, listing):
            continue
        yield Fault(
            path=part.suite.path,
            at=case.query_at,
            message=f"{path} quotes this query, so that it passes by its very words and says nothing of other "
            "wordings; write it as somebody would who has not read the description",
            suite=part.suite.path,
            also=(path,),
        )


def _is_quoted(text: str, listing: str) -> bool:
    words = len(text.split())
    if words >= _ENOUGH_WORDS:
        return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", listing) is not None
    spaced = words > 1 or not text.isascii()
    return spaced and re.search(rf"[{_QUOTES}]{re.escape(text)}[.?!,]?[{_QUOTES}]", listing) is not None


RULE = Rule(
    name="query-in-description", code="T012", severity=Severity.WARNING, page=__doc__, on_group=check, heuristic=True
)
