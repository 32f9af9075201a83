"""The verdict of ``evolve-triggers`` and ``evolve-evals``."""

from collections.abc import Mapping

from skill_evals.dialects.conforms.basics import Test, filled, label, list_of, members, positive, text, whole


def evolve_triggers(value: object) -> bool:
    if not isinstance(value, dict) or not members(value, _EVOLVE_TOP):
        return False
    cases = value.get("triggers")
    if not isinstance(cases, list):
        return False
    for case in cases:
        if not isinstance(case, dict):
            return False
        query = case.get("query")
        if not isinstance(query, str) or not query or not isinstance(case.get("should_trigger"), bool):
            return False
    return True


def evolve_evals(value: object) -> bool:
    if not isinstance(value, dict) or not members(value, _EVOLVE_EVALS_TOP):
        return False
    cases = value.get("evals")
    return isinstance(cases, list) and all(map(_evolve_eval, cases))


def _evolve_eval(case: object) -> bool:
    if not isinstance(case, dict) or not members(case, _EVOLVE_EVAL) or "id" not in case or "prompt" not in case:
        return False
    return bool(case.get("expectations") or case.get("assertions"))


def _evolve_assertion(check: object) -> bool:
    if isinstance(check, str):
        return check != ""
    if not isinstance(check, dict):
        return False
    kind = check.get("type")
    if not isinstance(kind, str) or kind not in _EVOLVE_NEEDS or _EVOLVE_NEEDS[kind] not in check:
        return False
    for key, member in check.items():
        if not isinstance(member, str) and key in _EVOLVE_TEXTS:
            return False
    return "expect_exit" not in check or whole(check["expect_exit"])


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
_EVOLVE_TEXTS = frozenset({"path", "pattern", "run", "cwd", "tool", "requires", "text"})
_EVOLVE_EVAL: Mapping[str, Test] = {
    "id": label,
    "name": text,
    "prompt": filled,
    "expected_output": text,
    "files": list_of(filled),
    "expectations": list_of(filled),
    "assertions": list_of(_evolve_assertion),
    "max_turns": positive,
    "timeout_seconds": positive,
}
