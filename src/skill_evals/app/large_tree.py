"""A large tree, read suite by suite, by two processes where that is possible.

The rules on suites are asked about a suite as soon as it is read. Both processes take suites from one list, and the
copy tells those about which no rule has anything to say, with what rules on the whole project ask. What it does not
tell, because somebody has to be told of it, or because it failed or was ended, is read here, so that the result is the
same without it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NoReturn

from skill_evals.app.reading import Reader, Reading, judged
from skill_evals.documents.document import Document
from skill_evals.edges.copied import MOST_TASKS, Copy
from skill_evals.lint.context import Context, Vouched
from skill_evals.lint.engine import Voucher
from skill_evals.lint.groups import grouped
from skill_evals.lint.selection import Selection
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.model.skill import Attribution, Project
from skill_evals.skills.discover import Search, Seen, search
from skill_evals.skills.told import hear, tell

LARGE = 200
"""Candidates from which on this pays: the copy costs some 15 ms, and a suite takes 0.2 ms."""

_SMALLEST_TASK = 8


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
    found = search(files, config, Reader(files), frozenset(named))
    if len(found.candidates) < large:
        seen = {path: found.look_at(path) for path in found.candidates}
        return judged(_reading(found, seen)), Vouched()
    work = _Work(found, selection)
    if not in_two:
        work.here(iter(range(len(work.tasks))))
        return work.finished()
    with Copy(len(work.tasks), work.in_copy) as copy:
        work.here(copy.take())
        suites, groups = copy.hear() or ((), ())
        for path, told in suites:
            work.seen[path] = hear(told, path, found)
            work.vouched.add(path)
        work.groups.update(groups)
    return work.finished()


def _reading(found: Search, seen: dict[str, Seen]) -> Reading:
    return Reading(files=found.files, document=found.document, project=found.project(seen))


class _Work:
    """What is there to do, in tasks of some neighbouring files each, and what came of it."""

    def __init__(self, found: Search, selection: Selection) -> None:
        self._found = found
        beside = {path: found.has_results(path) for path in found.candidates}
        self._own = [path for path in found.candidates if beside[path]]
        """Of these the first process keeps all, since it needs their cases to judge the results."""
        others = [path for path in found.candidates if not beside[path]]
        size = max(_SMALLEST_TASK, -(-len(others) // MOST_TASKS))
        self.tasks = [others[at : at + size] for at in range(0, len(others), size)]
        project = Project(layout=found.layout.kind, skills=found.skills, suites=_NotYet(), unchecked=())
        context = Context(project=project, files=found.files, document=found.document, config=found.config)
        self._voucher = Voucher(context, selection)
        self.seen: dict[str, Seen] = {}
        self.groups: set[tuple[str, ...]] = set()
        # Asked before there is a copy, since whatever is touched then has to be copied.
        self.vouched = {skill.path for skill in found.skills if _is_sound(found.document(skill.path))}
        self._judged: Reading | None = None

    def here(self, take: Iterator[int]) -> None:
        """Its own part, then the tasks."""
        self._look(self._own)
        # Most probably no other suite is about these skills; where one is, they are judged again.
        self._judged = judged(_reading(self._found, self._with_nothing_else()))
        for task in take:
            self._look(self.tasks[task])

    def in_copy(self, take: Iterator[int], say: Callable[[Any], None]) -> None:
        """What can be told of the tasks."""
        for task in take:
            self._look(self.tasks[task])
        told = ((path, tell(seen)) for path, seen in self.seen.items() if path in self.vouched)
        say(([(path, one) for path, one in told if one is not None], list(self.groups)))

    def finished(self) -> tuple[Reading, Vouched]:
        """All of it, whoever did it; what nobody did is done now."""
        for path in self._found.candidates:
            if path not in self.seen:
                self.seen[path] = self._found.look_at(path)
        reading = judged(_reading(self._found, self.seen), earlier=self._judged)
        return reading, Vouched(documents=frozenset(self.vouched), groups=frozenset(self.groups))

    def _look(self, paths: list[str]) -> None:
        for path in paths:
            self.seen[path] = self._found.look_at(path)
        for path in paths:
            suites = self.seen[path].suites
            if suites and _is_sound(self._found.document(path)) and all(map(self._voucher.vouches, suites)):
                self.vouched.add(path)
        # Files about one skill mostly lie side by side; a group that is not complete here has other paths in the end.
        for group in grouped([suite for path in paths for suite in self.seen[path].suites]):
            if all(part.whole for part in group.parts) and self._voucher.vouches_for_group(group):
                self.groups.add(group.paths)

    def _with_nothing_else(self) -> dict[str, Seen]:
        nothing = Seen()
        return {path: self.seen.get(path, nothing) for path in self._found.candidates}


def _is_sound(document: Document | None) -> bool:
    return document is not None and not document.problems


class _NotYet(tuple[Attribution, ...]):
    """Suites that are not known yet: a rule that looks at others than its own fails, and is asked again later."""

    __slots__ = ()

    def __iter__(self) -> NoReturn:
        raise LookupError("the suites of the tree are not known yet")
