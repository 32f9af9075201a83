"""What makes a suite easier to pass than it was: case by case, whatever file a case is in."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from skill_evals.lint.looser import is_looser
from skill_evals.lint.queries import normalised
from skill_evals.lint.words import shown
from skill_evals.model.light import light
from skill_evals.model.position import Part, Pointer
from skill_evals.model.suite import Check, EvalCase, Suite, TriggerCase

_PATTERNS = ("pattern", "expect_stdout")
_LIMITS = ("max_files_touched", "max_lines_changed")


@light(frozen=True, slots=True, kw_only=True)
class Weakening:
    """What became easier, in words, and where; ``suite`` is the base's where the head has none."""

    what: str
    suite: Suite
    at: Pointer = ()
    part: Part = Part.VALUE


class _Query(NamedTuple):
    """A query and the suite that it stands in."""

    case: TriggerCase
    suite: Suite


class _Eval(NamedTuple):
    """An eval and the suite that it stands in."""

    case: EvalCase
    suite: Suite


class _Loosened(NamedTuple):
    """A member of a check that asks less than it did, and how, in words."""

    member: str
    what: str


def weakened_triggers(
    before: tuple[Suite, ...], after: tuple[Suite, ...], homes: Mapping[str, Suite]
) -> Iterator[Weakening]:
    """``homes`` says where each suite of the base is now, by its path.

    A query that was reworded is one removed and one added, so that removed ones count only where a side got smaller.
    """
    then, now = _queries(before), _queries(after)
    for query, (old, _) in then.items():
        if query in now and {old.should_trigger, now[query].case.should_trigger} == {True, False}:
            new, suite = now[query]
            what = f"the label of `{shown(old.query)}` was flipped from {_word(old)} to {_word(new)}"
            yield Weakening(what=what, suite=suite, at=new.label_at)
    for label, name in ((True, "positive"), (False, "negative")):
        gone = [here for query, here in then.items() if here.case.should_trigger is label and query not in now]
        lost = _count(then, label=label) - _count(now, label=label)
        if gone and lost > 0:
            home = homes[gone[0].suite.path]
            quoted = f"{lost} {name} quer{'y' if lost == 1 else 'ies'}"
            what = f"{quoted} fewer than before, such as `{shown(gone[0].case.query)}`,"
            yield Weakening(what=what, suite=home, at=home.cases_at, part=Part.OPEN)


def weakened_evals(
    before: tuple[Suite, ...], after: tuple[Suite, ...], homes: Mapping[str, Suite]
) -> Iterator[Weakening]:
    """As for triggers. A case is the same where its id is, or, if that is gone, its prompt."""
    now = {case.key: _Eval(case, suite) for suite in after for case in suite.evals}
    prompts = {here.case.prompt: here for here in now.values()}
    for suite in before:
        for old in suite.evals:
            here = now.get(old.key) or prompts.get(old.prompt)
            if here is None:
                home = homes[suite.path]
                yield Weakening(
                    what=f"the case `{shown(old.key)}` was removed", suite=home, at=home.cases_at, part=Part.OPEN
                )
            else:
                yield from _weakened_case(old, here)


def _weakened_case(old: EvalCase, here: _Eval) -> Iterator[Weakening]:
    new, suite = here
    if old.should_trigger is not new.should_trigger:
        at = (*new.at, "skill_should_trigger")
        yield Weakening(what=f"`{shown(new.key)}` was turned into its opposite", suite=suite, at=at)
    gone, added = _difference(old.checks, new.checks)
    for check in list(gone):
        for successor in added:
            found = _loosened(check, successor)
            if found is not None:
                gone.remove(check)
                added.remove(successor)
                yield Weakening(what=found.what, suite=suite, at=(*successor.at, found.member))
                break
    lost = len(gone) - len(added)
    if lost > 0:
        what = f"{lost} of {len(old.checks)} assertions of `{shown(new.key)}` were removed, such as {_named(gone[0])},"
        yield Weakening(what=what, suite=suite, at=new.at, part=Part.OPEN)


def _difference(old: tuple[Check, ...], new: tuple[Check, ...]) -> tuple[list[Check], list[Check]]:
    """The checks that only the one and only the other has; where they stand and what they are called is nothing."""
    left, right = Counter(map(_content, old)), Counter(map(_content, new))
    return _beyond(old, left - right), _beyond(new, right - left)


def _beyond(checks: tuple[Check, ...], surplus: Counter[str]) -> list[Check]:
    found = []
    for check in checks:
        if surplus[_content(check)] > 0:
            surplus[_content(check)] -= 1
            found.append(check)
    return found


def _content(check: Check) -> str:
    fields = {name: value for name, value in check.fields.items() if name not in ("id", "type")}
    return f"{check.kind} {sorted(fields.items(), key=lambda item: item[0])!r}"


def _loosened(old: Check, new: Check) -> _Loosened | None:
    """The only member in which two checks differ, if it asks less."""
    names = {*old.fields, *new.fields} - {"id"}
    differing = [name for name in names if old.fields.get(name) != new.fields.get(name)]
    if old.kind != new.kind or len(differing) != 1:
        return None
    name = differing[0]
    before, after = old.fields.get(name), new.fields.get(name)
    if name in _PATTERNS and isinstance(before, str) and isinstance(after, str):
        # What must not match becomes easier the less the pattern matches.
        looser = is_looser(after, before) if old.kind == "not_regex" else is_looser(before, after)
        return _Loosened(name, f"the pattern `{shown(before)}` was loosened") if looser else None
    if name in _LIMITS and isinstance(before, int) and (after is None or (isinstance(after, int) and after > before)):
        what = "taken away" if after is None else f"raised from {before} to {after}"
        return _Loosened(name, f"the limit `{name}` was {what}")
    return None


def _queries(suites: tuple[Suite, ...]) -> dict[str, _Query]:
    return {normalised(case.query): _Query(case, suite) for suite in suites for case in suite.triggers}


def _count(cases: Mapping[str, _Query], *, label: bool) -> int:
    return sum(here.case.should_trigger is label for here in cases.values())


def _word(case: TriggerCase) -> str:
    return "true" if case.should_trigger else "false"


def _named(check: Check) -> str:
    words = next(
        (check.fields[name] for name in ("text", "pattern", "path", "run", "rubric", "tool") if name in check.fields),
        "",
    )
    return f"{check.kind} `{shown(str(words))}`" if words else f"a `{check.kind}`"
