"""One object that holds a key twice.

## What it does

Reports the second and every later appearance of a key in one object, in JSON, JSONC, YAML and frontmatter.

## Why is this bad

Parsers keep one of the two values and drop the other without a word; which one depends on the parser. What the
reviewer reads is not what is run.

## Bad

```json path=skills/greet/evals/evals.json
{
  "skill_name": "greet",
  "evals": [
    {
      "id": 1,
      "prompt": "Greet the new colleague",
      "expectations": ["Names the colleague"],
      "expectations": ["Mentions the team"]
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

Merge the two values, or delete the one that is not meant.
"""

from collections.abc import Iterator

from skill_evals.documents.document import Document, ProblemKind
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.reading import fault_of, problems
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity


def check(document: Document, _context: Context) -> Iterator[Fault]:
    return (fault_of(document, problem) for problem in problems(document, ProblemKind.DUPLICATE_KEY))


RULE = Rule(name="duplicate-key", code="D002", severity=Severity.ERROR, page=__doc__, on_document=check)
