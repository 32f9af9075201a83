r"""A suite, skill or results file that does not parse, or cannot be reached.

## What it does

Reports the first fault of a document that is not valid JSON, JSONC or YAML, at its line and column, with the likely
cause: a trailing comma, a comment in `.json`, a typographic quote, conflict markers, an unescaped control character,
a file that was cut. It also reports a suite or `SKILL.md` that is a symbolic link out of the tree, which is not read,
and one whose name holds a line break or another control character.

Faults of a `SKILL.md`'s frontmatter are `invalid-frontmatter`.

## Why is this bad

Nothing in the file is tested. evolve stops with exit 2 for the whole repository; other runners skip the file without
a word.

## Bad

```json path=plugins/demo/evals/greet/triggers.json
{
  "triggers": [
    {"query": "say hello to the new colleague", "should_trigger": true},
    {"query": "say goodbye to the old server", "should_trigger": false},
  ]
}
```

## Good

```json path=plugins/demo/evals/greet/triggers.json
{
  "triggers": [
    {"query": "say hello to the new colleague", "should_trigger": true},
    {"query": "say goodbye to the old server", "should_trigger": false}
  ]
}
```

## Configuration

None. A file that is no suite, though it looks like one, can be left out with `extend-exclude`.

## How to fix

Correct what the message names, and let the editor check the rest: only the first fault of a file is reported.
"""

import posixpath
from collections.abc import Iterator

from skill_evals.dialects.candidates import looks_like_suite, named_like_suite
from skill_evals.documents.document import Format, ProblemKind
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fixtures import leads_out
from skill_evals.lint.reading import fault_of, flawed_documents, problems
from skill_evals.lint.rule import Rule
from skill_evals.lint.words import shown
from skill_evals.model.diagnostic import Severity
from skill_evals.model.files import FileEntry, FileKind
from skill_evals.model.position import START
from skill_evals.model.regex import regex

_CONTROL = regex(r"[\x00-\x1f\x7f]")
_SKILL = "SKILL.md"
_HOMES = ("evals", "skills")
_DATA = (".json", ".jsonc", ".yaml", ".yml", ".md")


def check(context: Context) -> Iterator[Fault]:
    for document in flawed_documents(context):
        if document.format is not Format.FRONTMATTER:
            yield from (fault_of(document, problem) for problem in problems(document, ProblemKind.INVALID))
    entries = context.files.entries
    # One look at all names together: what can be printed holds no control character.
    plain, link = "".join(entries).isprintable(), FileKind.LINK
    for path, entry in [one for one in entries.items() if not plain or one[1].kind is link]:
        if entry.kind is link:
            yield from _folder_link(entry) if _is_folder_of_ours(path) else _link(entry, context)
        if not plain and _CONTROL.search(path) and _is_ours(path):
            yield Fault(
                path=path,
                message="the name holds a line break or another control character, at which logs, annotations and "
                "shell scripts cut it off; rename the file or its folder",
                span=START,
            )


def _is_ours(path: str) -> bool:
    return looks_like_suite(path) or posixpath.basename(path) == _SKILL


def _is_folder_of_ours(path: str) -> bool:
    """Whether a link stands where the folder of a skill or of its suites is looked for."""
    above, name = posixpath.split(path)
    return not name.endswith(_DATA) and (name in _HOMES or posixpath.basename(above) in _HOMES)


def _folder_link(entry: FileEntry) -> Iterator[Fault]:
    """A folder within the tree is checked where it is; one outside is on nobody else's machine."""
    target = entry.target
    if target is not None and leads_out(entry):
        yield Fault(
            path=entry.path,
            message=f"this is a symbolic link to `{shown(target)}`, out of this tree, so it is not followed and "
            "nothing in it is checked; put the folder itself here",
            span=START,
        )


def _link(entry: FileEntry, context: Context) -> Iterator[Fault]:
    """A link to a file that is checked at its own place needs no word; any other must not pass in silence."""
    if not named_like_suite(entry.path) and posixpath.basename(entry.path) != _SKILL:
        return
    target = entry.target
    inside = None if target is None else posixpath.normpath(posixpath.join(posixpath.dirname(entry.path), target))
    checked = {*context.documents, *(unchecked.path for unchecked in context.project.unchecked)}
    if inside in checked:
        return
    severity = Severity.WARNING
    if target is None:
        where = "to a place that is not known here"
    elif inside in context.files.entries:
        where = f"to `{inside}`, which is not named like a suite"
    else:
        where, severity = f"to `{shown(target)}`, which is no file of this tree", Severity.ERROR
    yield Fault(
        path=entry.path,
        message=f"this is a symbolic link {where}, so it is not read and nothing in it is checked; put the file "
        "itself here",
        severity=severity,
        span=START,
    )


RULE = Rule(name="invalid-document", code="D001", severity=Severity.ERROR, page=__doc__, on_project=check)
