"""A large tree, read suite by suite, by two processes where that is possible.

The rules on suites are asked about a suite as soon as it is read. Both processes take suites from one list, and the
copy tells those about which no rule has anything to say, with what rules on the whole project ask. What it does not
tell, because somebody has to be told of it, or because it failed or was ended, is read here, so that the result is the
same without it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from skill_evals.app.early import with_results, without_suites
from skill_evals.app.reading import Reader, Reading, judged
from skill_evals.documents.document import Document
from skill_evals.documents.frontmatter import from_plain, plain
from skill_evals.edges.copied import MOST_TASKS, Copy
from skill_evals.lint.context import Context, Vouched
from skill_evals.lint.groups import grouped
from skill_evals.lint.queries import marks_of
from skill_evals.lint.selection import Selection
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.skills.discover import Search, Seen, search
from skill_evals.skills.layout import SKILL_FILE
from skill_evals.skills.told import hear, tell

if TYPE_CHECKING:
    from skill_evals.lint.voucher import Voucher

LARGE = 200
"""Candidates from which on this pays: the copy costs some 15 ms, and a suite takes 0.2 ms."""

_SMALLEST_TASK = 8
_SKILLS_IN_A_TASK = 20
_HEARD_EVERY = 8
_RULE_TASKS = 6
"""Into which the rules on skills and on the project are dealt out."""

_Marks: TypeAlias = dict[tuple[str, ...], list[int]]
_Done: TypeAlias = tuple[list[str], list[tuple[str, ...]], _Marks, list[str]]
"""Paths of files, trigger groups by the paths of theirs, and rules by name: nobody has anything to say of them. And the
marks of trigger groups, which were asked for while their queries were at hand."""


def read_large(  # noqa: PLR0913  (a tree, how it is read, and what is asked of it; all but four named)
    files: FileTree,
    config: Config,
    named: Iterable[str],
    selection: Selection,
    *,
    in_two: bool,
    large: int = LARGE,
) -> tuple[Reading, Vouched]:
    """A tree, read, and what rules need not be asked about any more.

    ``in_two`` where a copy of this process can be made: no other thread runs, and ``edges.copied.possible``.
    """
    reader = Reader(files)
    if in_two:
        _read_skills(files, reader, large)
    found = search(files, config, reader, frozenset(named))
    if len(found.candidates) < large:
        seen = {path: found.look_at(path) for path in found.candidates}
        return judged(_reading(found, seen)), Vouched()
    work = _Work(found, selection)
    if not in_two:
        work.here(iter(range(work.tasks)), list)
        return work.finished()
    with Copy(work.tasks, work.in_copy) as copy:
        work.here(copy.take(), copy.heard)
        work.hear(copy.hear())
    return work.finished()


def _read_skills(files: FileTree, reader: Reader, large: int) -> None:
    """The ``SKILL.md`` files by two processes, where there are many: all must be known before the first suite is."""
    paths = [path for path, entry in files.entries.items() if path.endswith(SKILL_FILE) and entry.kind.is_file]
    if len(paths) < large:
        return
    size = max(_SKILLS_IN_A_TASK, -(-len(paths) // MOST_TASKS))
    tasks = [paths[at : at + size] for at in range(0, len(paths), size)]

    def tell_all(take: Iterator[int], say: Callable[[Any], None]) -> None:
        read = [(path, document) for task in take for path in tasks[task] if (document := reader(path)) is not None]
        say([(path, *told) for path, document in read if (told := plain(document)) is not None])

    with Copy(len(tasks), tell_all) as copy:
        for task in copy.take():
            for path in tasks[task]:
                reader(path)
        for told in copy.hear():
            for document in (from_plain(*one) for one in told):
                if document is not None:
                    reader.keep(document)


def _reading(found: Search, seen: dict[str, Seen]) -> Reading:
    return Reading(files=found.files, document=found.document, project=found.project(seen))


class _Work:
    """What is there to do, in tasks of some neighbouring files each, and what came of it."""

    def __init__(self, found: Search, selection: Selection) -> None:
        self._found = found
        self._selection = selection
        self._voucher = self._voucher_over(without_suites(found))
        beside = found.folders_with_results
        self._own = [path for path in found.candidates if path.rpartition("/")[0] in beside]
        """Of these the first process keeps all, since it needs their cases to judge the results."""
        others = [path for path in found.candidates if path.rpartition("/")[0] not in beside]
        size = max(_SMALLEST_TASK, -(-len(others) // (MOST_TASKS - _RULE_TASKS)))
        self._paths = [others[at : at + size] for at in range(0, len(others), size)]
        self._rules = [self._voucher.broad[at::_RULE_TASKS] for at in range(_RULE_TASKS)]
        self.seen: dict[str, Seen] = {}
        self.groups: set[tuple[str, ...]] = set()
        self.marks: _Marks = {}
        self.silent: set[str] = set()
        # Asked before there is a copy, since whatever is touched then has to be copied.
        self.vouched = {skill.path for skill in found.skills if _is_sound(found.document(skill.path))}
        self._judged: Reading | None = None
        self._silent_results: frozenset[str] = frozenset()

    def here(self, take: Iterator[int], heard: Callable[[], Iterable[Any]]) -> None:
        """Its own part, then the tasks, and now and then what was told so far, since nobody else works at the end."""
        self._look(self._own)
        # Most probably no other suite is about these skills; where one is, they are judged again.
        self._judged = judged(_reading(self._found, self._with_nothing_else()))
        # Asked here and not at the end, when the other processor has nothing to do.
        voucher = self._voucher_over(with_results(self._found, self._judged))
        self._silent_results = frozenset([one.path for one in self._judged.results if voucher.vouches_for_results(one)])
        for number, task in enumerate(take):
            self._do(task)
            if number % _HEARD_EVERY == 0:
                self.hear(heard())

    def hear(self, told: Iterable[Any]) -> None:
        """What the copy says of its tasks."""
        for suites, groups, marks, silent in told:
            for path, suite in suites:
                self.seen[path] = hear(suite, path, self._found)
                self.vouched.add(path)
            self.groups.update(groups)
            self.marks.update(marks)
            self.silent.update(silent)

    def in_copy(self, take: Iterator[int], say: Callable[[Any], None]) -> None:
        """What can be told of the tasks, task by task, so that nobody waits for all of it at the end."""
        for task in take:
            vouched, groups, marks, silent = self._do(task)
            told = [(path, tell(self.seen[path])) for path in vouched]
            say(([one for one in told if one[1] is not None], groups, marks, silent))

    def finished(self) -> tuple[Reading, Vouched]:
        """All of it, whoever did it; what nobody did is done now."""
        for path in self._found.candidates:
            if path not in self.seen:
                self.seen[path] = self._found.look_at(path)
        reading = judged(_reading(self._found, self.seen), earlier=self._judged)
        return reading, Vouched(
            documents=frozenset(self.vouched),
            groups=frozenset(self.groups),
            marks=self.marks,
            results=self._silent_results if _same_results(self._judged, reading) else frozenset(),
            rules=frozenset(self.silent),
        )

    @property
    def tasks(self) -> int:
        """How many there are: the files, then the rules that need none of them."""
        return len(self._paths) + len(self._rules)

    def _do(self, task: int) -> _Done:
        if task < len(self._paths):
            return *self._look(self._paths[task]), []
        silent = [one.name for one in self._rules[task - len(self._paths)] if self._voucher.is_silent(one)]
        self.silent.update(silent)
        return [], [], {}, silent

    def _look(self, paths: list[str]) -> tuple[list[str], list[tuple[str, ...]], _Marks]:
        """Those of the files, and the groups of their cases, that all rules on such are silent of; and all marks."""
        vouched = []
        for path in paths:
            self.seen[path] = self._found.look_at(path)
            suites = self.seen[path].suites
            # Asked right away, while what was read lies in the processor's cache.
            if suites and _is_sound(self._found.document(path)) and all(map(self._voucher.vouches, suites)):
                vouched.append(path)
        self.vouched.update(vouched)
        # Files about one skill mostly lie side by side; a group that is not complete here has other paths in the end.
        groups = grouped([suite for path in paths for suite in self.seen[path].suites])
        whole = [group for group in groups if all(part.whole for part in group.parts)]
        silent = [group.paths for group in whole if self._voucher.vouches_for_group(group)]
        self.groups.update(silent)
        marks = {group.paths: marks_of(group) for group in whole}
        self.marks.update(marks)
        return vouched, silent, marks

    def _voucher_over(self, context: Context) -> "Voucher":
        from skill_evals.lint.voucher import Voucher  # small trees start without it

        return Voucher(context, self._selection)

    def _with_nothing_else(self) -> dict[str, Seen]:
        nothing = Seen()
        return {path: self.seen.get(path, nothing) for path in self._found.candidates}


def _is_sound(document: Document | None) -> bool:
    return document is not None and not document.problems


def _same_results(early: Reading | None, late: Reading) -> bool:
    """Whether all results are those that were judged early: none is where another suite about its skill was found."""
    if early is None or len(early.results) != len(late.results):
        return False
    return all(one is other for one, other in zip(early.results, late.results, strict=True))
