"""The verdict of ``skill-creator-evals``."""

from collections.abc import Mapping

from skill_evals.dialects.conforms.basics import Test, flag, label, list_of, members, text, text_or_object


def skill_creator(value: object) -> bool:
    if not isinstance(value, dict) or not members(value, _CREATOR_TOP):
        return False
    cases = value.get("evals")
    return isinstance(cases, list) and all(map(_creator_eval, cases))


def _creator_eval(case: object) -> bool:
    return isinstance(case, dict) and "prompt" in case and members(case, _CREATOR_EVAL)


_CREATOR_TOP: Mapping[str, Test] = {"$schema": text, "skill_name": text}
_CREATOR_EVAL: Mapping[str, Test] = {
    "id": label,
    "name": text,
    "prompt": text,
    "expected_output": text,
    "files": list_of(text_or_object),
    "expectations": list_of(text_or_object),
    "assertions": list_of(text_or_object),
    "should_trigger": flag,
}
