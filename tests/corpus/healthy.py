"""Every first-class suite of the real repositories in which no rule finds an error, each alone with what belongs to it."""

import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

from corpus.splice import Page
from rules.trees import MemoryTree, lint_tree
from skill_evals.app.reading import Reading, read_tree
from skill_evals.documents.read import read_document
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.tree_listing import read_tree_listing
from skill_evals.model.config import Config
from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.skill import Attribution, Skill
from skill_evals.model.suite import Suite

MANIFESTS = (".claude-plugin/plugin.json", ".claude-plugin/marketplace.json", "plugin.json")


@dataclass(frozen=True, kw_only=True)
class Sample:
    """A sound suite in a small tree: its skill, the skill's other suites, the plugin's manifest, and the names of the
    files around it.
    """

    repository: str
    tree: MemoryTree
    suite: Suite
    skill: Skill | None
    alone: bool
    """Whether no other suite of the tree is about the skill."""
    number: int
    """Which suite of its file this is: a file about many skills is many suites."""
    before: tuple[Diagnostic, ...]
    """What the linter says about the tree as it is."""
    stored: Mapping[str, bytes]
    """The results beside the suite, which are not in the tree: they are long."""

    @cached_property
    def page(self) -> Page:
        return self.page_of(self.suite.path)

    @cached_property
    def with_results(self) -> "Sample":
        named = tuple(path for path in self.tree.listed if path not in self.stored)
        tree = replace(self.tree, files={**self.tree.files, **self.stored}, listed=named)
        return replace(self, tree=tree, before=lint_tree(tree).diagnostics)

    def page_of(self, path: str) -> Page:
        return Page(read_document(path, self.tree.files[path]))


@dataclass(frozen=True, kw_only=True)
class Candidate:
    repository: str
    attribution: Attribution
    number: int
    reading: Reading
    files: WorkingTree


@dataclass(frozen=True, kw_only=True)
class LeftOut:
    repository: str
    path: str
    reason: str


def repositories(corpus: Path) -> Iterator[Path]:
    return (path for path in sorted(corpus.iterdir()) if path.is_dir() and not path.name.startswith("_"))


def tree_at(folder: Path) -> WorkingTree:
    listing = folder / ".tree.txt"
    return WorkingTree(folder, listing=read_tree_listing(listing) if listing.is_file() else ())


def candidates(corpus: Path) -> Iterator[Candidate]:
    """Every first-class suite, sound or not."""
    for folder in repositories(corpus):
        files = tree_at(folder)
        reading = read_tree(files, Config(), judge=False)
        seen = Counter[str]()
        for attribution in reading.project.suites:
            number = seen[attribution.suite.path]
            seen[attribution.suite.path] += 1
            yield Candidate(
                repository=folder.name, attribution=attribution, number=number, reading=reading, files=files
            )


def sample_of(found: Candidate) -> Sample | LeftOut:
    suite = found.attribution.suite
    tree = sound_tree(found)
    errors = errors_in(tree)
    if errors:
        return LeftOut(repository=found.repository, path=suite.path, reason=f"it has an error ({errors[0].rule})")
    project = read_tree(tree, Config(), judge=False).project
    here, there = ([a for a in one.suites if a.suite.path == suite.path] for one in (project, found.reading.project))
    if [a.suite for a in here] != [a.suite for a in there]:
        return LeftOut(repository=found.repository, path=suite.path, reason="it is read otherwise when it stands alone")
    skill = here[found.number].skill
    return Sample(
        repository=found.repository,
        tree=tree,
        suite=suite,
        skill=skill,
        alone=[a.suite for a in project.suites if a.skill == skill] == [suite],
        before=lint_tree(tree).diagnostics,
        stored={path: found.files.read(path) for path in present(results_beside(found), found.files)},
        number=found.number,
    )


def sound_tree(found: Candidate) -> MemoryTree:
    """The tree around a suite, made larger where only its edges are at fault."""
    tree = tree_around(found.attribution, found.reading, found.files)
    if errors_in(tree):
        # A link or a fixture may lead to anywhere in the repository.
        tree = replace(tree, listed=tuple(path for path in found.files.entries if path not in tree.files))
    return tree


def errors_in(tree: MemoryTree) -> tuple[Diagnostic, ...]:
    return tuple(d for d in lint_tree(tree).diagnostics if d.severity is Severity.ERROR)


def tree_around(attribution: Attribution, reading: Reading, files: WorkingTree) -> MemoryTree:
    wanted = present(wanted_paths(attribution, reading), files)
    folders = tuple(f"{posixpath.dirname(path)}/" for path in wanted if posixpath.dirname(path))
    staged = {text for case in attribution.suite.evals for text in case.files}
    listed = tuple(
        path for path in files.entries if path not in wanted and (path.startswith(folders) or named(path, staged))
    )
    return MemoryTree(files={path: files.read(path) for path in sorted(wanted)}, listed=listed)


def wanted_paths(attribution: Attribution, reading: Reading) -> set[str]:
    suite, skill = attribution.suite, attribution.skill
    wanted = {suite.path}
    # What else is about the skill belongs to it: its queries are judged together.
    about = [a for a in reading.project.suites if a.suite.path == suite.path or (skill and a.skill == skill)]
    wanted |= {a.suite.path for a in about} | {a.skill.path for a in about if a.skill is not None}
    homes = {a.skill.plugin_dir for a in about if a.skill is not None}
    return wanted | {posixpath.join(home, name) for home in homes for name in MANIFESTS}


def results_beside(found: Candidate) -> set[str]:
    folder = posixpath.dirname(found.attribution.suite.path)
    return {path for path in found.reading.project.results if posixpath.dirname(path) == folder}


def present(paths: set[str], files: WorkingTree) -> set[str]:
    return {path for path in paths if path in files.entries and files.entries[path].present}


def named(path: str, staged: set[str]) -> bool:
    return any(path == text or path.startswith(f"{text.rstrip('/')}/") for text in staged if text)
