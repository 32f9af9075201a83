"""A link in a skill's body to a file that is not there.

## What it does

Follows every relative Markdown link and image of a `SKILL.md`, from the skill's folder, then from the root of the
repository. Code, addresses, anchors and placeholders are no links. What only a name is known of counts as there.

Where the rule is asked for by name, files that the text names in code spans, such as `scripts/build.py`, are looked for
as well; those findings are notes, since a text may name what the skill is to make.

## Why is this bad

The agent is told to read a file and finds none: it goes on without the instructions, or makes them up. Nothing fails
loudly, and an eval shows it only if it needs that very file.

## Bad

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
---

The form of an entry is in [the guide](references/entries.md).
```

## Good

```markdown path=skills/changelog/SKILL.md
---
name: changelog
description: Writes changelogs from commits. Use when a release is planned.
---

The form of an entry is in [the guide](references/entries.md).
```

```markdown path=skills/changelog/references/entries.md
One line a change.
```

## Configuration

`extend-select: [broken-reference]` looks for files named in prose as well.

## How to fix

Correct the path, counted from the folder of the `SKILL.md`, or add the file.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.documents.document import Document
from skill_evals.lint.asked import asked_for
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fixtures import exists, folders_of
from skill_evals.lint.markdown_links import (
    MOST_BRACKETS,
    Link,
    is_parsable,
    named_files,
    relative_links,
    relative_targets,
)
from skill_evals.lint.rule import Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.light import field, light
from skill_evals.model.position import START
from skill_evals.model.skill import Skill


@light(frozen=False, slots=True, kw_only=True)
class _Look:
    """Which paths exist; the folders are worked out when a path is first no file."""

    context: Context
    folders: frozenset[str] | None = field(default=None)

    def there(self, skill: Skill, target: str) -> bool:
        entries = self.context.files.entries
        paths = [posixpath.normpath(posixpath.join(base, target)) for base in (skill.directory, "")]
        if any(path in entries for path in paths) or paths[0].startswith(".."):
            return True  # what lies above the root is not known here
        if self.folders is None:
            self.folders = folders_of(entries) | {"."}
        folders = self.folders
        return any(exists(path, entries, folders) for path in paths)


def check(context: Context) -> Iterator[Fault]:
    look = _Look(context=context)
    prose = asked_for(_NAME, _CODE, context.config.lint, heuristic=True)
    for skill in context.project.skills:
        document = context.document(skill.path)
        if document is None or not document.readable:
            continue
        yield from _links(skill, document, look)
        if prose:
            yield from _prose(skill, document, look)


def _links(skill: Skill, document: Document, look: _Look) -> Iterator[Fault]:
    missing = {target for target in relative_targets(document) if not look.there(skill, target)}
    if not missing:
        return
    if not is_parsable(document):
        yield Fault(
            path=skill.path,
            span=START,
            message=f"the body holds more than {MOST_BRACKETS:,} opening brackets, so its links are not checked; "
            "move what is generated into a file of its own",
            severity=Severity.INFO,
        )
        return
    for link in relative_links(document):
        if not look.there(skill, link.target):
            yield _fault(skill, link, "the link leads to", "the agent that follows it finds nothing", None)


def _prose(skill: Skill, document: Document, look: _Look) -> Iterator[Fault]:
    for named in named_files(document):
        if not look.there(skill, named.target):
            yield _fault(skill, named, "the text names", "unless the skill is to make it", Severity.INFO)


def _fault(skill: Skill, link: Link, what: str, consequence: str, severity: Severity | None) -> Fault:
    path = posixpath.normpath(posixpath.join(skill.directory, link.target))
    return Fault(
        path=skill.path,
        span=link.span,
        message=f"{what} `{shown(link.target)}`, which is neither in the skill nor in the repository: {consequence}; "
        "correct the path, or add the file",
        severity=severity,
        also=(path,),
    )


_NAME, _CODE = "broken-reference", "K006"

RULE = Rule(name=_NAME, code=_CODE, severity=Severity.ERROR, page=__doc__, on_project=check)
