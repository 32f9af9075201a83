"""What an evolve suite holds at a glance, taken from its authored values, for files in which nothing is unusual.

Each function gives what ``of`` of the glance gives for the cases that :mod:`skill_evals.dialects.evolve` makes, or
None where a value is not of its usual type or a name is written in another case; a property test holds the two equal.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from typing import Any, TypeVar

from skill_evals.dialects.content import decimal_id
from skill_evals.dialects.vocabulary import EVOLVE_VOCABULARY
from skill_evals.model.glance import EvalGlance, TriggerGlance
from skill_evals.model.suite import Tier

Glance = TypeVar("Glance")

_READ = EVOLVE_VOCABULARY.top_keys[Tier.EVALS] | EVOLVE_VOCABULARY.case_keys[Tier.EVALS]
_LISTS = ("assertions", "expectations", "files")
_OBJECT, _TEXT, _FLAG, _LIST = {dict}, {str}, {bool}, {list}


def _once(look: Callable[[Sequence[object]], Glance | None]) -> Callable[[Sequence[object]], Glance | None]:
    """The same look, taken once where the same list is looked at again: by detection, by the reader and by the schema.

    A document's value is not written to, so that the list itself says whether it is the one.
    """
    last: list[tuple[object, Glance | None]] = [(None, None)]

    def once(listed: Sequence[object]) -> Glance | None:
        seen = last[0]
        if seen[0] is not listed:
            seen = last[0] = listed, look(listed)
        return seen[1]

    return once


@_once
def look_at_triggers(listed: Sequence[object]) -> TriggerGlance | None:
    cases = [item for item in listed if isinstance(item, dict)]
    queries: list[Any] = [case.get("query") for case in cases]
    labels: list[Any] = [case.get("should_trigger") for case in cases]
    if not _TEXT.issuperset(map(type, queries)) or not _FLAG.issuperset(map(type, labels)):
        return None
    return TriggerGlance(queries=tuple(queries), labels=tuple(labels), names=frozenset[str]().union(*cases))


@_once
def look_at_evals(listed: Sequence[object]) -> EvalGlance | None:
    cases = [item for item in listed if isinstance(item, dict)]
    names = frozenset[str]().union(*cases)
    if not names <= _READ and any(name.lower() in _READ for name in names - _READ):
        return None
    lists = {key: [case[key] for case in cases if key in case] if key in names else [] for key in _LISTS}
    prompts: list[Any] = [case.get("prompt") for case in cases]
    if not _TEXT.issuperset(map(type, prompts)) or not _LIST.issuperset(map(type, chain(*lists.values()))):
        return None
    checks = _checks(lists["assertions"], lists["expectations"])
    if checks is None:
        return None
    return EvalGlance(
        ids=_ids([case.get("id") for case in cases]),
        prompts=prompts,
        names=names,
        checks=checks,
        all_graded=_all_graded(cases, lists["assertions"]),
        staging=str in map(type, chain.from_iterable(lists["files"])),
    )


def _ids(authored: list[Any]) -> list[str | None]:
    plain = _TEXT.issuperset(map(type, authored)) and all(authored)
    return authored if plain else list(map(decimal_id, authored))


def _all_graded(cases: list[dict[str, object]], assertions: list[list[object]]) -> bool:
    if len(assertions) == len(cases) and all(assertions):
        return True
    return all(case.get("assertions") or case.get("expectations") for case in cases)


def _checks(assertions: list[list[Any]], expectations: list[list[Any]]) -> dict[str, list[Mapping[str, object]]] | None:
    """The members of every check by its kind; None where one is neither a sentence nor an object with a kind."""
    listed, sentences = list(chain.from_iterable(assertions)), list(chain.from_iterable(expectations))
    if not _OBJECT.issuperset(map(type, listed)):
        sentences += [item for item in listed if type(item) is not dict]
        listed = [item for item in listed if type(item) is dict]
    by_kind: defaultdict[str, list[Mapping[str, object]]] = defaultdict(list)
    try:
        for item in listed:
            by_kind[item["type"]].append(item)
    except (KeyError, TypeError):
        return None  # there is no kind, or a list for one
    if not _TEXT.issuperset(map(type, by_kind)) or not _TEXT.issuperset(map(type, sentences)):
        return None
    if sentences:
        by_kind["llm"] += [{"text": sentence} for sentence in sentences]
    return dict(by_kind)
