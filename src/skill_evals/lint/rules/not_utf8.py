"""Bytes that are not UTF-8, or a byte-order mark.

## What it does

Reports the first byte of a suite, skill or results file that is not UTF-8, with its offset and a guess at the
encoding. A byte-order mark is an error in JSON and a warning in YAML and `SKILL.md`.

## Why is this bad

JSON is UTF-8 by definition (RFC 8259), and its parsers refuse other bytes or replace them; evolve and eval-magic also
refuse a byte-order mark. Some clients do not find the frontmatter behind one, and load the skill without a
description.

## Bad

```json path=skills/greet/evals/evals.json encoding=latin-1
{"skill_name": "greet", "evals": [{"id": 1, "prompt": "Grüße den Kollegen", "expectations": ["Nennt den Namen"]}]}
```

## Good

```json path=skills/greet/evals/evals.json
{"skill_name": "greet", "evals": [{"id": 1, "prompt": "Grüße den Kollegen", "expectations": ["Nennt den Namen"]}]}
```

## Configuration

None.

## How to fix

Save the file as UTF-8 without a byte-order mark. `--fix` removes the mark; which characters other bytes stood for it
does not guess.
"""

from collections.abc import Iterator

from skill_evals.documents.document import Document, Format, ProblemKind
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.reading import fault_of, problems
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import DropMark, Fix

_TOLERANT = (Format.YAML, Format.FRONTMATTER)
_NO_MARK = Fix(title="remove the byte-order mark", edits=(DropMark(),))


def check(document: Document, _context: Context) -> Iterator[Fault]:
    for problem in problems(document, ProblemKind.NOT_UTF8, ProblemKind.BYTE_ORDER_MARK):
        mark = problem.kind is ProblemKind.BYTE_ORDER_MARK
        mild = mark and document.format in _TOLERANT
        yield fault_of(document, problem, Severity.WARNING if mild else None, _NO_MARK if mark else None)


RULE = Rule(name="not-utf8", code="D003", severity=Severity.ERROR, page=__doc__, on_document=check, fixable=True)
