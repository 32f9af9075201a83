"""Frontmatter that is missing, unclosed, or not YAML.

## What it does

Reads the frontmatter of every `SKILL.md` and reports the first fault in it. An unquoted `: ` inside a value, which
strict YAML refuses and clients since mid-2026 and evolve read, is a warning.

## Why is this bad

Claude Code loads such a skill with empty metadata: no error, no description, and it never triggers. The reference
validator and the upload to claude.ai refuse it.

## Bad

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: "Writes changelogs. Use when a release is planned.
---

Write one entry a change.
```

## Good

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: "Writes changelogs. Use when a release is planned."
---

Write one entry a change.
```

## Configuration

None.

## How to fix

Begin the file with a line `---`, write `name` and `description` as YAML, and end with a line `---`. Quote a value that
holds `: ` or ` #`. `--fix` quotes an unquoted `: `.
"""

from collections.abc import Iterator

from skill_evals.documents.document import Document, Problem, ProblemKind
from skill_evals.documents.lines import line_at
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.reading import fault_of, problems
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Fix, Rewrite
from skill_evals.model.skill import Skill


def check(skill: Skill, context: Context) -> Iterator[Fault]:
    document = context.document(skill.path)
    if document is None:
        return
    for problem in problems(document, ProblemKind.INVALID):
        yield fault_of(document, problem)
        return
    for problem in problems(document, ProblemKind.UNQUOTED_COLON):
        yield fault_of(document, problem, Severity.WARNING, _quotes(document, problem))


def _quotes(document: Document, problem: Problem) -> Fix:
    span = problem.span
    text = line_at(document.text, span.line)[span.column - 1 : span.end_column - 1]
    quoted = "'" + text.replace("'", "''") + "'"
    return Fix(title="quote the text", edits=(Rewrite(span=span, text=quoted),))


RULE = Rule(
    name="invalid-frontmatter", code="K001", severity=Severity.ERROR, page=__doc__, on_skill=check, fixable=True
)
