"""A tree of files → :class:`Project`: its skills, the suites about them, and what was seen and not checked."""

import posixpath
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping

from skill_evals.dialects.candidates import EXTENSIONS, named_like_suite
from skill_evals.dialects.detect import resembles_suite, unread
from skill_evals.dialects.place import Place
from skill_evals.dialects.read import read_suite
from skill_evals.documents.document import Document
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.model.light import light, replace
from skill_evals.model.skill import Attribution, Project, Skill
from skill_evals.model.suite import Suite, Unchecked
from skill_evals.skills.attribute import Finder
from skill_evals.skills.excludes import excluded
from skill_evals.skills.globs import glob_matches
from skill_evals.skills.index import SkillIndex, index_of
from skill_evals.skills.layout import EvolveFolder, Layout, evolve_folder, find_layout
from skill_evals.skills.mirrors import SameBytes, fold, same_bytes, twin
from skill_evals.skills.skill import read_skill
from skill_evals.skills.survey import Survey, survey

_RESULTS = tuple(f"results.{extension}" for extension in ("json", "jsonc", "yaml", "yml"))
"""In evolve's probe order: the first that exists is the one that is read."""

_NOT_HERE = "not-here", "its content is not here: it is a link, or only its name is known"
_NO_DATA = "unknown", "it was named to be linted, and it is neither JSON nor YAML"


@light(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one file is: a suite, once for each skill that it is about, or something that is not checked; or neither."""

    suites: tuple[Attribution, ...] = ()
    unchecked: Unchecked | None = None
    ours: bool = False
    """Whether rules about documents look at it."""


def discover(
    files: FileTree,
    config: Config,
    document: Callable[[str], Document | None],
    named: frozenset[str] = frozenset(),
) -> Project:
    """Everything of a tree that the later stages speak about.

    ``document`` gives the document at a path, or None where its bytes are not here. ``named`` are files that the
    command line names: they are read although they are excluded, and whatever they are is said.
    """
    found = search(files, config, document, named)
    return found.project({path: found.look_at(path) for path in found.candidates})


def search(
    files: FileTree, config: Config, document: Callable[[str], Document | None], named: frozenset[str] = frozenset()
) -> "Search":
    """As ``discover``, up to where the files that may be suites are to be looked at, each by itself."""
    found = survey(files.entries, excluded(config, files.entries), named)
    results = [path.rpartition("/") for path in files.entries if path.endswith(_RESULTS)]
    layout = find_layout(files.entries, found.manifests, document, config.layout)
    same = same_bytes(files.entries, document)
    copies = fold(found.skills, found.candidates, same)
    skills = _skills(found.skills, layout, document, copies)
    known = skills if not named else [*skills, *_skills(found.left_out, layout, document, {})]
    return Search(
        files=files,
        found=found,
        skills=tuple(skills),
        document=document,
        config=config,
        layout=layout,
        index=index_of(known),
        named=named,
        copies=copies,
        same=same,
        folders_with_results=frozenset([folder for folder, _, name in results if name in _RESULTS]),
    )


@light(frozen=True, slots=True, kw_only=True)
class Search:
    """A tree whose skills are known, and what it takes to say what one candidate is."""

    files: FileTree
    found: Survey
    skills: tuple[Skill, ...]
    document: Callable[[str], Document | None]
    config: Config
    layout: Layout
    index: SkillIndex
    named: frozenset[str]
    copies: dict[str, str]
    same: SameBytes
    folders_with_results: frozenset[str]
    """The folders of the tree that hold results."""

    @property
    def candidates(self) -> list[str]:
        """Paths of the files that may be suites, in order."""
        return self.found.candidates

    def look_at(self, path: str) -> Seen:
        """What a candidate is."""
        folder = evolve_folder(path, self.layout)
        if path not in self.named and self._is_twin(path, folder):
            return Seen()
        read = _read(path, folder, self)
        if isinstance(read, Suite):
            finder = Finder(index=self.index, layout=self.layout)
            return Seen(suites=tuple(finder.attribute(read, folder)), ours=True)
        return Seen(unchecked=read, ours=read is not None or _broken_suite(path, self))

    def project(self, seen: Mapping[str, Seen]) -> Project:
        """All of it; ``seen`` is what each candidate is."""
        listed = [seen[path] for path in self.candidates]
        suites = [one for found in listed for one in found.suites]
        unchecked = [found.unchecked for found in listed if found.unchecked is not None]
        documents = {skill.path for skill in self.skills}
        documents.update([path for path, found in zip(self.candidates, listed, strict=True) if found.ours])
        return Project(
            layout=self.layout.kind,
            skills=self.skills,
            suites=tuple(suites),
            unchecked=(*map(_prompt_case, self.found.prompts), *unchecked),
            results=tuple(sorted(_results(self, suites))),
            benchmarks=tuple(path for path in self.found.benchmarks if _is_benchmark(self.document(path))),
            documents=tuple(sorted(documents)),
        )

    def place(self, path: str, folder: EvolveFolder | None) -> Place:
        around = self.index.around(path)
        home = around if around is not None else None if folder is None else folder.skill_dir
        skill = None if home is None else self.index.by_dir.get(home)
        return Place(
            path=path,
            skill=None if skill is None else skill.name,
            skill_near=skill is not None or path in self.named or self.index.near(path),
            evolve_skill=None if folder is None or around is not None else folder.skill,
            under_plugins=folder is not None and folder.under_plugins,
        )

    def override(self, path: str) -> str | None:
        """The configuration's dialect for a path: the last glob that matches."""
        if not self.config.dialects:
            return None
        chosen = [dialect for glob, dialect in self.config.dialects.items() if glob_matches(glob, path)]
        return chosen[-1] if chosen else None

    def _is_twin(self, path: str, folder: EvolveFolder | None) -> bool:
        """Whether a file belongs to a copy of a skill, and the original has the same file."""
        if not self.copies:
            return False
        home = self.index.around(path)
        if home is not None and home in self.copies:
            return self.same(path, twin(self.copies[home], path[len(home) + 1 :]))
        if folder is None or folder.skill_dir not in self.copies:
            return False
        beside = f"../../evals/{folder.skill}/{posixpath.basename(path)}"
        return self.same(path, twin(self.copies[folder.skill_dir], beside))


def _skills(
    paths: list[str], layout: Layout, document: Callable[[str], Document | None], copies: dict[str, str]
) -> list[Skill]:
    mirrors: defaultdict[str, list[str]] = defaultdict(list)
    for copy, original in copies.items():
        mirrors[original].append(copy)
    skills = []
    for path in paths:
        directory = posixpath.dirname(path)
        if directory in copies:
            continue
        plugin_dir = layout.plugin_dir(path)
        plugin = "" if plugin_dir is None else layout.plugins[plugin_dir]
        skill = read_skill(path, document(path), plugin=plugin, plugin_dir=plugin_dir or "")
        if directory in mirrors:
            skill = replace(skill, mirrors=tuple(sorted(mirrors[directory])))
        skills.append(skill)
    return skills


def _read(path: str, folder: EvolveFolder | None, look: Search) -> Suite | Unchecked | None:
    document = look.document(path)
    if document is None:
        seen = path in look.named or named_like_suite(path)
        shape, reason = _NOT_HERE if _is_data(path) else _NO_DATA
        return Unchecked(path=path, shape=shape, reason=reason) if seen else None
    read = read_suite(document, look.place(path, folder), look.override(path))
    if read is None and path in look.named and not unread(document) and _is_data(path):
        return Unchecked(
            path=path, shape="unknown", reason="it was named to be linted, and its shape is not that of a suite"
        )
    return read


def _broken_suite(path: str, look: Search) -> bool:
    """Whether a file that cannot be read is worth reporting: somebody named it, or it has the name or the keys of a
    suite.
    """
    document = look.document(path)
    if document is None or not unread(document):
        return False
    return path in look.named or named_like_suite(path) or resembles_suite(document)


def _is_data(path: str) -> bool:
    return path.rpartition(".")[2].lower() in EXTENSIONS


def _prompt_case(path: str) -> Unchecked:
    return Unchecked(path=path, shape="claude-plugin-eval", reason="it is a case of `claude plugin eval`")


def _results(look: Search, suites: list[Attribution]) -> Iterator[str]:
    folders = {attribution.suite.path.rpartition("/")[0] for attribution in suites}
    for folder in folders & look.folders_with_results:
        first = next(_results_in(folder, look.files), None)
        if first is not None:
            yield first


def _results_in(folder: str, files: FileTree) -> Iterator[str]:
    names = (f"{folder}/{name}" if folder else name for name in _RESULTS)
    return (path for path in names if path in files.entries)


def _is_benchmark(document: Document | None) -> bool:
    value = None if document is None else document.value
    return isinstance(value, dict) and "conditions_compared" in value and "run_summary" in value
