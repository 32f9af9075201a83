"""Trigger sets: queries with a boolean label, in any of the forms that people write.

An array of cases; an object that holds one; two lists of sentences, for one skill or by skill; groups of prompts
that share a skill and a label.
"""

from collections.abc import Iterator, Mapping

from skill_evals.dialects.content import (
    GRADING_KEYS,
    LABEL,
    decimal_id,
    items,
    labelled,
    mapping,
    mostly,
    objects,
    skill_name_of,
    text,
)
from skill_evals.dialects.names import TRIGGER_SET
from skill_evals.dialects.place import Detection, Place
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Suite, Tier, TriggerCase

LISTS = ("triggers", "cases", "queries", "evals", "tests")
NEGATIVE = "should_not_trigger"
_PLAIN_SIDES = ("positive", "negative")
"""Sides by another name; they count only in a file that is named after triggers, since other data has them too."""
_NAMED_AFTER = ("trigger", "quer", "routing")


def recognise(value: object, place: Place) -> Detection | None:
    """By the label ``should_trigger``, which must mostly be a boolean or look like one."""
    if isinstance(value, list):
        return _recognise_list(value, place)
    top = mapping(value)
    for key in LISTS:
        if _is_set(objects(top.get(key))):
            return _found(f"`{key}` holds queries with `{LABEL}`", at=(key,))
    return _recognise_sides(top, place)


def _recognise_sides(top: Mapping[str, object], place: Place) -> Detection | None:
    named_so = any(word in place.stem for word in _NAMED_AFTER)
    sides = _sides(top)
    if sides is not None and (named_so or sides[0] == LABEL):
        return _found(f"`{sides[0]}` and `{sides[1]}` are lists of queries")
    for at, groups in ((("skills",), mapping(top.get("skills"))), ((), top)):
        pairs = _skills_with_lists(groups)
        if pairs and (named_so or all(_sides(pair) != _PLAIN_SIDES for pair in pairs.values())):
            return _found("two lists of queries by skill", at=at)
    return None


def _recognise_list(value: list[object], place: Place) -> Detection | None:
    cases = objects(value)
    if _is_set(cases):
        return _found(f"an array of queries with `{LABEL}`")
    if mostly(sum(isinstance(case.get("prompts"), list) and LABEL in case for case in cases), len(cases)):
        return _found(f"groups of `prompts` that share a `{LABEL}`")
    if not value and ("trigger" in place.stem or "quer" in place.stem):
        return _found("an empty array in a file named as a trigger set")
    return None


def _is_set(cases: list[dict[str, object]]) -> bool:
    queries = [case for case in cases if labelled(case)]
    if not mostly(len(queries), len(cases)):
        return False
    if mostly(sum(not GRADING_KEYS.isdisjoint(case) for case in queries), len(queries)):
        return False
    return mostly(sum(_like_boolean(case[LABEL]) for case in queries), len(queries))


def _like_boolean(label: object) -> bool:
    return not isinstance(label, str) or label.strip().lower() in {"true", "false", "yes", "no"}


def _sides(group: Mapping[str, object]) -> tuple[str, str] | None:
    """The names of the positives' and the negatives' list; one of the two may be absent. None: there is neither."""
    for sides in ((LABEL, NEGATIVE), _PLAIN_SIDES):
        present = [group[side] for side in sides if side in group]
        if present and all(isinstance(side, list) for side in present):
            return sides
    return None


def _skills_with_lists(groups: Mapping[str, object]) -> dict[str, dict[str, object]]:
    """The pairs of lists by skill; none where any other object stands among them."""
    nested = {name: group for name, group in groups.items() if isinstance(group, dict)}
    return nested if all(_sides(group) is not None for group in nested.values()) else {}


def _found(reason: str, at: Pointer = ()) -> Detection:
    return Detection(reason=reason, dialect=TRIGGER_SET, tier=Tier.TRIGGERS, cases_at=at)


def read(value: object, found: Detection, path: str) -> Suite:
    top = mapping(value)
    name, name_at = skill_name_of(top)
    return Suite(
        path=path,
        dialect=TRIGGER_SET,
        tier=Tier.TRIGGERS,
        cases_at=found.cases_at,
        reason=found.reason,
        skill_name=name,
        skill_name_at=name_at,
        triggers=tuple(_cases(value, found.cases_at)),
        fields=top,
    )


def _cases(value: object, at: Pointer) -> Iterator[TriggerCase]:
    top = mapping(value)
    holder = top.get(str(at[0])) if at else value
    kind = text(top.get("kind"))
    if isinstance(holder, list):
        for number, item in enumerate(holder):
            if isinstance(item, dict):
                yield from _from_item(item, (*at, number), kind)
    elif _sides(mapping(holder)) is not None:
        yield from _from_lists(mapping(holder), at, None, kind)
    else:
        for skill, group in _skills_with_lists(mapping(holder)).items():
            yield from _from_lists(group, (*at, skill), skill, kind)


def _from_item(item: dict[str, object], here: Pointer, kind: str | None) -> Iterator[TriggerCase]:
    if isinstance(item.get("prompts"), list) and "query" not in item and "prompt" not in item:
        yield from _from_group(item, here, kind)
        return
    word = "query" if "query" in item or "prompt" not in item else "prompt"
    query = text(item.get(word)) or ""
    yield TriggerCase(
        key=query,
        query=query,
        should_trigger=_boolean(item.get(LABEL)),
        at=here,
        query_at=(*here, word),
        label_at=(*here, LABEL),
        id=decimal_id(item.get("id")),
        skill=text(item.get("skill")),
        split=text(item.get("split")),
        kind=text(item.get("kind")) or kind,
    )


def _from_group(group: dict[str, object], here: Pointer, kind: str | None) -> Iterator[TriggerCase]:
    for number, prompt in enumerate(items(group["prompts"])):
        at = (*here, "prompts", number)
        query, query_at = _query(prompt, at)
        yield TriggerCase(
            key=query,
            query=query,
            should_trigger=_boolean(group.get(LABEL)),
            at=at,
            query_at=query_at,
            label_at=(*here, LABEL),
            skill=text(group.get("skill")),
            split=text(group.get("split")),
            kind=kind,
        )


def _from_lists(
    group: Mapping[str, object], here: Pointer, skill: str | None, kind: str | None
) -> Iterator[TriggerCase]:
    for key, label in zip(_sides(group) or (), (True, False), strict=False):
        for number, item in enumerate(items(group.get(key))):
            at = (*here, key, number)
            query, query_at = _query(item, at)
            yield TriggerCase(
                key=query,
                query=query,
                should_trigger=label,
                at=at,
                query_at=query_at,
                label_at=(*here, key),
                id=decimal_id(mapping(item).get("id")),
                skill=skill,
                kind=kind,
            )


def _query(item: object, at: Pointer) -> tuple[str, Pointer]:
    """A query of a list: the sentence itself, or an object that holds it."""
    if not isinstance(item, dict):
        return text(item) or "", at
    word = "query" if "query" in item or "prompt" not in item else "prompt"
    return text(item.get(word)) or "", (*at, word)


def _boolean(label: object) -> bool | None:
    return label if isinstance(label, bool) else None
