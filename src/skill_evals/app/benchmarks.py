"""eval-magic's benchmarks as committed at the merge base and at the head; nothing is run."""

from collections.abc import Iterator
from posixpath import basename, dirname, join

from skill_evals.app.benchmark_files import read_benchmark_at
from skill_evals.app.reading import Reading, bytes_of
from skill_evals.compare.benchmark_summary import BenchmarkSide
from skill_evals.compare.benchmarks import BenchmarkPair, compare_benchmarks
from skill_evals.model.benchmark_comparison import BenchmarkComparison, MeasuredWith
from skill_evals.model.changes import ChangeKind, ChangeSet
from skill_evals.model.config import GateConfig
from skill_evals.model.skill import Skill
from skill_evals.plan.affected import changed_content
from skill_evals.plan.nouns import Side
from skill_evals.plan.pairs import pair_skills
from skill_evals.results.baseline_page import read_baseline_page
from skill_evals.results.benchmark import improvement

PAGE = "BASELINE.md"
UNCHECKED = "no grading of its conditions is committed beside it, so none of its numbers can be checked"


def committed_benchmarks(
    head: Reading, base: Reading, changes: ChangeSet, gate: GateConfig
) -> tuple[BenchmarkComparison, ...]:
    """Every benchmark of either side in the order of paths, a moved one paired with what it was.

    One that cannot be read counts as not there: several tools write files of that name.
    """
    if not head.project.benchmarks and not base.project.benchmarks:
        return ()
    changed = _changed_skills(head, base, changes)
    pairs = []
    for path, new, old in _paths(head, base, changes):
        skill = _owner(path, (head if new else base).project.skills)
        pairs.append(
            BenchmarkPair(
                skill=skill.name if skill else basename(dirname(dirname(dirname(path)))),
                path=path,
                base=_side(base, old) if old else None,
                head=_side(head, new) if new else None,
                skill_changed=skill is not None and skill.directory in changed,
            )
        )
    return tuple(compare_benchmarks(pair, alpha=gate.alpha) for pair in pairs if pair.base or pair.head)


def _changed_skills(head: Reading, base: Reading, changes: ChangeSet) -> frozenset[str]:
    pairs = pair_skills(head.project, base.project, changes)
    return frozenset(changed_content(_as_side(head), _as_side(base), changes, pairs))


def _as_side(reading: Reading) -> Side:
    return Side(project=reading.project, hashes=reading.hashes, results=reading.results)


def _paths(head: Reading, base: Reading, changes: ChangeSet) -> Iterator[tuple[str, str | None, str | None]]:
    """The path to show, the one at the head and the one at the base."""
    old_paths = {c.path: c.old_path for c in changes.changes if c.kind is ChangeKind.RENAMED}
    came_from = {path: old_paths.get(path, path) for path in head.project.benchmarks}
    there = frozenset(base.project.benchmarks)
    gone = there - frozenset(came_from.values())
    for path in sorted({*came_from, *gone}):
        old = came_from.get(path)
        if path in came_from:
            yield path, path, old if old in there else None
        if path in gone:
            yield path, None, path


def _owner(path: str, skills: tuple[Skill, ...]) -> Skill | None:
    """The innermost skill around a path."""
    around = [skill for skill in skills if not skill.directory or path.startswith(f"{skill.directory}/")]
    return max(around, key=lambda skill: len(skill.directory), default=None)


def _side(reading: Reading, path: str) -> BenchmarkSide | None:
    found = read_benchmark_at(path, reading.files, reading.project)
    if found is None:
        return None
    page = bytes_of(reading.files, join(dirname(path), PAGE))
    unread = (file.path for file in found.gradings if file.grading is None)
    disagreements = tuple(each.message for each in found.disagreements) if found.compared else (UNCHECKED,)
    return BenchmarkSide(
        benchmark=found.benchmark,
        gradings=found.graded,
        improvement=improvement(found.benchmark),
        inconsistencies=(*(f"`{path}` cannot be read as a grading and is left out" for path in unread), *disagreements),
        measured_with=MeasuredWith() if page is None else read_baseline_page(page),
        cases=found.cases,
    )
