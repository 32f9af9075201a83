"""The verdict of ``trigger-set``."""

from collections.abc import Mapping

from skill_evals.dialects.conforms.basics import Test, label, members, text


def trigger_set(value: object) -> bool:
    if isinstance(value, list):
        return _trigger_cases(value)
    if not isinstance(value, dict):
        return False
    return all(_TRIGGER_TOP.get(key, _pair)(member) for key, member in value.items())


def _trigger_cases(value: object) -> bool:
    return isinstance(value, list) and all(map(_trigger_case, value))


def _trigger_case(case: object) -> bool:
    if not isinstance(case, dict) or not isinstance(case.get("should_trigger"), bool):
        return False
    if "query" not in case and "prompt" not in case and "prompts" not in case:
        return False
    return members(case, _TRIGGER_CASE)


def _prompts(value: object) -> bool:
    return isinstance(value, list) and all(map(_prompt, value))


def _prompt(value: object) -> bool:
    if isinstance(value, str):
        return True
    if not isinstance(value, dict) or ("query" not in value and "prompt" not in value):
        return False
    return members(value, {"query": text, "prompt": text})


def _side(value: object) -> bool:
    return not isinstance(value, list) or _prompts(value)


def _pair(value: object) -> bool:
    if not isinstance(value, dict):
        return True
    if "should_trigger" in value and not (
        _prompts(value["should_trigger"]) and _prompts(value.get("should_not_trigger", []))
    ):
        return False
    return _side(value.get("positive")) and _side(value.get("negative"))


def _pairs(value: object) -> bool:
    return not isinstance(value, dict) or all(map(_pair, value.values()))


_TRIGGER_CASE: Mapping[str, Test] = {
    "id": label,
    "query": text,
    "prompt": text,
    "prompts": _prompts,
    "skill": text,
    "split": text,
}
_TRIGGER_TOP: Mapping[str, Test] = {
    "$schema": text,
    "skill_name": text,
    **dict.fromkeys(("triggers", "cases", "queries", "evals", "tests"), _trigger_cases),
    "should_trigger": _prompts,
    "should_not_trigger": _prompts,
    "positive": _side,
    "negative": _side,
    "skills": _pairs,
}
