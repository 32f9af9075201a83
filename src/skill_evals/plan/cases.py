"""What a change does to the cases of a suite, and to the fixtures that they start from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from posixpath import dirname, join, normpath

from skill_evals.model.changes import ChangeSet
from skill_evals.model.suite import EvalCase, Suite, TriggerCase
from skill_evals.plan.pairs import Case, SuitePair, runnable_cases


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseChanges:
    """Keys of cases, each in the order of its suite."""

    new: tuple[str, ...] = ()
    edited: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def changed_cases(suites: SuitePair) -> CaseChanges:
    """Cases of the head against those of the base, in what decides their outcome: places and names do not count."""
    before, after = runnable_cases(suites.base), runnable_cases(suites.head)
    one_dialect = suites.base is not None and suites.head is not None and suites.base.dialect == suites.head.dialect
    return CaseChanges(
        new=tuple(key for key in after if key not in before),
        edited=tuple(
            key for key, case in after.items() if key in before and _differs(before[key], case, authored=one_dialect)
        ),
        removed=tuple(key for key in before if key not in after),
    )


def _differs(before: Case, after: Case, *, authored: bool) -> bool:
    if isinstance(before, TriggerCase) and isinstance(after, TriggerCase):
        return (before.query, before.should_trigger) != (after.query, after.should_trigger)
    if isinstance(before, EvalCase) and isinstance(after, EvalCase):
        return _task(before) != _task(after) or (authored and _authored(before) != _authored(after))
    return True


def _task(case: EvalCase) -> tuple[object, ...]:
    """What is asked and what is graded, whatever the dialect."""
    checks = tuple((check.kind, check.fields) for check in case.checks)
    limits = (case.max_turns, case.timeout_seconds)
    return (case.prompt, case.expected_output, case.files, case.expectations, checks, case.should_trigger, limits)


def _authored(case: EvalCase) -> dict[str, object]:
    """Every authored member, modelled or not, but for those that only name the case."""
    return {name: value for name, value in case.fields.items() if name not in {"id", "name"}}


def touched_places(changes: ChangeSet | None) -> Mapping[str, str]:
    """Every changed path and every folder above one → the first changed path there."""
    found: dict[str, str] = {}
    for change in () if changes is None else changes.changes:
        for path in (change.path, change.old_path):
            place = path
            while place:
                found.setdefault(place, path)
                place = dirname(place)
    return found


def changed_fixtures(suite: Suite, skill_dir: str, touched: Mapping[str, str]) -> Mapping[str, str]:
    """By case key: a changed path that the case starts from.

    A fixture may lie beside the suite, in its ``files/``, in the skill or at the root (facts differ by dialect), and
    may be a folder; a path that fits any of these counts, since running a case too many costs less than missing one.
    """
    found: dict[str, str] = {}
    for case in suite.evals if touched else ():
        places = (place for authored in case.files for place in _places(authored, suite, skill_dir))
        hit = next((touched[place] for place in places if place in touched), None)
        if hit is not None:
            found.setdefault(case.key, hit)
    return found


def _places(authored: str, suite: Suite, skill_dir: str) -> Iterator[str]:
    relative = normpath(authored or ".")
    if relative == "." or relative.startswith(("/", "../")):
        return
    beside = dirname(suite.path)
    for folder in (beside, join(beside, "files"), skill_dir, ""):
        for name in (relative, relative.removeprefix("evals/")):
            yield normpath(join(folder, name))
