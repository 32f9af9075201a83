"""The verdict of ``evolve-triggers`` and ``evolve-evals``."""

from collections.abc import Mapping
from itertools import chain, repeat
from operator import contains
from typing import Any

from skill_evals.dialects.conforms.basics import (
    Test,
    columns,
    filled,
    label,
    list_of,
    members,
    positive,
    text,
    whole,
)
from skill_evals.dialects.evolve_glance import look_at_evals, look_at_triggers


def evolve_triggers(value: object) -> bool:
    if not isinstance(value, dict) or not members(value, _EVOLVE_TOP):
        return False
    cases = value.get("triggers")
    if isinstance(cases, list) and (seen := look_at_triggers(cases)) is not None:
        return len(seen.queries) == len(cases) and all(seen.queries)
    if not isinstance(cases, list) or not _OBJECT.issuperset(map(type, cases)):
        return False
    queries, labels = [case.get("query") for case in cases], [case.get("should_trigger") for case in cases]
    return _TEXT.issuperset(map(type, queries)) and all(queries) and _FLAG.issuperset(map(type, labels))


def evolve_evals(value: object) -> bool:
    if not isinstance(value, dict) or not members(value, _EVOLVE_EVALS_TOP):
        return False
    cases = value.get("evals")
    if isinstance(cases, list) and _is_plain(cases):
        return True
    if not isinstance(cases, list) or not _OBJECT.issuperset(map(type, cases)):
        return False
    lists = [case["assertions"] for case in cases if "assertions" in case]
    if not _LIST.issuperset(map(type, lists)) or not columns(cases, _EVOLVE_EVAL, ("id", "prompt")):
        return False
    graded = all(lists) and len(lists) == len(cases)
    if not graded and not all(case.get("expectations") or case.get("assertions") for case in cases):
        return False
    return _assertions(list(chain.from_iterable(lists)))


def _is_plain(cases: list[object]) -> bool:
    """Whether cases surely conform by what was seen of them already: ids, prompts, and checks of texts alone."""
    seen = look_at_evals(cases)
    if seen is None or len(seen.ids) < len(cases) or not seen.names <= _PLAIN_NAMES or not seen.all_graded:
        return False
    if None in seen.ids or not all(seen.prompts) or not seen.checks.keys() <= _PLAIN_NEEDS.keys():
        return False
    for kind, checks in seen.checks.items():
        if not _TEXT.issuperset(map(type, chain.from_iterable([fields.values() for fields in checks]))):
            return False
        if None in seen.column(kind, _PLAIN_NEEDS[kind]) or seen.texts(kind, "expect_exit"):
            return False
    return True


def _assertions(listed: list[Any]) -> bool:
    """Each kind of check at once: there are few kinds, and thousands of checks."""
    if not _OBJECT.issuperset(map(type, listed)):
        if not all(filled(item) or isinstance(item, dict) for item in listed):
            return False
        listed = [item for item in listed if isinstance(item, dict)]
    kinds = [check.get("type") for check in listed]
    if not _TEXT.issuperset(map(type, kinds)) or not _EVOLVE_NEEDS.keys() >= set(kinds):
        return False
    if not all(map(contains, listed, map(_EVOLVE_NEEDS.__getitem__, kinds))):
        return False
    texts_only = _TEXT.issuperset(map(type, chain.from_iterable(map(dict.values, listed))))
    numbered = any(map(contains, listed, repeat("expect_exit")))
    return (texts_only and not numbered) or columns(listed, _EVOLVE_ASSERTION, ())


_OBJECT, _TEXT, _FLAG, _LIST = {dict}, {str}, {bool}, {list}
_EVOLVE_TOP: Mapping[str, Test] = {"$schema": text, "skill_name": text}
_EVOLVE_EVALS_TOP: Mapping[str, Test] = {**_EVOLVE_TOP, "models": list_of(text)}
_EVOLVE_NEEDS: Mapping[str, str] = {
    "file_exists": "path",
    "file_absent": "path",
    "regex": "pattern",
    "not_regex": "pattern",
    "command": "run",
    "tool_call": "tool",
    "llm": "text",
}
_PLAIN_NAMES = frozenset({"id", "prompt", "assertions"})
_PLAIN_NEEDS = {kind: name for kind, name in _EVOLVE_NEEDS.items() if kind != "llm"}
"""Without sentences, which must not be empty where they stand alone."""
_EVOLVE_ASSERTION: Mapping[str, Test] = {
    **dict.fromkeys(("path", "pattern", "run", "cwd", "tool", "requires", "text"), text),
    "expect_exit": whole,
}
_EVOLVE_EVAL: Mapping[str, Test] = {
    "id": label,
    "name": text,
    "prompt": filled,
    "expected_output": text,
    "files": list_of(filled),
    "expectations": list_of(filled),
    "max_turns": positive,
    "timeout_seconds": positive,
}
