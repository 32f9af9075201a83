"""What of a tree is not run since it is not understood: a sweep would pass over it in silence."""

from collections.abc import Iterator

from skill_evals.app.reading import Reading
from skill_evals.model.config import NAMES
from skill_evals.model.files import FileTree
from skill_evals.model.skill import Project

NOTHING_FOUND = (
    "No skill or suite was found there, so nothing was checked. Submodules, files that git ignores and excluded "
    "folders are read only where they or a file of them are named (docs/configuration.md, `exclude`)."
)
NO_SUITE = (
    "No suite was found, so nothing would show if a change broke a skill. docs/first-suite.md shows how to write one."
)


MISNAMED = (
    "skill-evals.yml",
    "skill-evals.yaml",
    ".skill-evals.json",
    ".skill-evals.toml",
    ".skill-eval.yml",
    ".skillevals.yml",
    ".skill_evals.yml",
    ".github/skill-evals.yml",
    ".github/.skill-evals.yml",
)
"""Names and places that people may give a configuration, and that nobody looks at."""


def misnamed_line(files: FileTree) -> str | None:
    """A sentence about a file that was probably meant as the configuration; None: there is one, or nothing like it."""
    if any(name in files.entries for name in NAMES):
        return None
    found = next((name for name in MISNAMED if name in files.entries), None)
    return None if found is None else f"{found} is not read; a configuration is named {NAMES[0]} and lies at the root"


def lacking(project: Project) -> str | None:
    """A sentence where there is nothing about a skill, not even something that is no suite of ours; else None."""
    if not project.documents:
        return NOTHING_FOUND
    named_like_suite = len(project.documents) > len(project.skills)
    return None if project.suites or project.unchecked or named_like_suite else NO_SUITE


def hints(files: FileTree, project: Project) -> Iterator[str]:
    """What somebody who has just begun may not know."""
    yield from filter(None, (misnamed_line(files), lacking(project)))


def unread_lines(reading: Reading) -> Iterator[str]:
    """A sentence for each document that cannot be read, one for what is no suite of ours, and the hints."""
    project = reading.project
    yield from hints(reading.files, project)
    for path in project.documents:
        document = reading.document(path)
        if document is not None and not document.readable:
            first = document.problems[0]
            place = f"{path}:{first.span.line}:{first.span.column}"
            yield f"{place}: cannot be read, and counts for nothing here: {first.message}; `skill-evals lint` says more"
    if project.unchecked:
        number = "1 file is" if len(project.unchecked) == 1 else f"{len(project.unchecked)} files are"
        one = project.unchecked[0]
        yield f"{number} of a shape that cannot be run, such as {one.path} ({one.shape}); docs/dialects.md lists them"
