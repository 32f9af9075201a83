"""YAML that parses, and probably not as it was meant.

## What it does

In YAML and frontmatter, reports an unquoted ` #` that cuts a text short, plain words and numbers that readers of YAML
1.1 and 1.2 take for different values (`no`, `1e3`, `010`, `1:30`), tabs as indentation, and keys that are no strings.

## Why is this bad

The runner gets another value than the author wrote: half a prompt, `false` instead of the word `no`, 8 instead of
010. Which value it is depends on the library that reads it.

## Bad

```yaml path=plugins/demo/evals/greet/triggers.yaml
triggers:
  - query: say hello to channel #general
    should_trigger: true
  - query: say goodbye to the old server
    should_trigger: false
```

## Good

```yaml path=plugins/demo/evals/greet/triggers.yaml
triggers:
  - query: "say hello to channel #general"
    should_trigger: true
  - query: say goodbye to the old server
    should_trigger: false
```

## Configuration

None.

## How to fix

Put texts that hold `#`, or that look like a number, a date or a switch, in quotes.
"""

from collections.abc import Iterator

from skill_evals.documents.document import Document, ProblemKind
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.reading import fault_of, problems
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity


def check(document: Document, _context: Context) -> Iterator[Fault]:
    return (fault_of(document, problem) for problem in problems(document, ProblemKind.TRAP))


RULE = Rule(name="yaml-trap", code="D007", severity=Severity.WARNING, page=__doc__, on_document=check)
