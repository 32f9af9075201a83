"""The verdict of ``eval-magic-evals.seed`` and ``eval-magic-evals``."""

from collections.abc import Mapping

from skill_evals.dialects.conforms.basics import (
    Test,
    closed,
    filled,
    flag,
    int32,
    list_of,
    map_of,
    natural,
    object_of,
    one_of,
    positive,
    text,
)
from skill_evals.model.regex import regex

_ID = regex(r"[a-z0-9][a-z0-9-]*")


def eval_magic_seed(value: object) -> bool:
    return closed(value, _SEED_TOP, ("skill_name", "evals"))


def eval_magic(value: object) -> bool:
    return closed(value, _LATER_TOP, ("skill_name", "evals"))


def _kebab(value: object) -> bool:
    return isinstance(value, str) and _ID.fullmatch(value) is not None


def _assertion(kinds: Mapping[str, Test]) -> Test:
    def check(value: object) -> bool:
        kind = value.get("type") if isinstance(value, dict) else None
        return isinstance(kind, str) and kind in kinds and kinds[kind](value)

    return check


def _diff_scope(value: object) -> bool:
    limits = {"max_files_touched": natural, "max_lines_changed": natural}
    known = closed(value, {"id": text, "type": text, **limits}, ("id", "type"))
    return known and isinstance(value, dict) and not limits.keys().isdisjoint(value)


def _later_eval(case: object) -> bool:
    if not closed(case, _LATER_EVAL, ("id", "prompt", "expected_output")):
        return False
    return isinstance(case, dict) and not ("turns" in case and "responder" in case)


def _turn(value: object) -> bool:
    if not closed(value, _TURN, ("prompt", "deliver_when")):
        return False
    return isinstance(value, dict) and not (value["deliver_when"] == "always" and "agent_response_matches" in value)


def _codebase(value: object) -> bool:
    if not closed(value, _CODEBASE, ()) or not isinstance(value, dict):
        return False
    git = "url" in value, "ref" in value
    return git == ((False, False) if "path" in value else (True, True))


def _skill_names(value: object) -> bool:
    return isinstance(value, str) or list_of(filled, least=1, unique=True)(value)


_CHECK: Mapping[str, Test] = {"id": text, "type": text}
_TRANSCRIPT: Mapping[str, Test] = {**_CHECK, "check": text, "pattern": text}
_JUDGE: Mapping[str, Test] = {**_CHECK, "rubric": filled, "model": text}
_SEED_KINDS: Mapping[str, Test] = {
    "transcript_check": object_of({**_TRANSCRIPT, "must_precede": one_of("completion_claim", "any")}, "id", "check"),
    "llm_judge": object_of(_JUDGE, "id", "rubric"),
}
_LATER_KINDS: Mapping[str, Test] = {
    "transcript_check": object_of(
        {**_TRANSCRIPT, "must_precede": one_of("completion_claim", "first_write", "any")}, "id", "check"
    ),
    "llm_judge": object_of({**_JUDGE, "samples": positive}, "id", "rubric"),
    "command_check": object_of(
        {
            **_CHECK,
            "command": filled,
            "setup_files": list_of(filled),
            "env": map_of(text),
            "matrix": map_of(list_of(text, least=1, unique=True)),
            "expect_exit_code": int32,
            "expect_stdout": text,
        },
        "id",
        "command",
    ),
    "diff_scope": _diff_scope,
}
_TURN: Mapping[str, Test] = {
    "prompt": filled,
    "deliver_when": one_of("always", "agent_asks"),
    "agent_response_matches": filled,
}
_CODEBASE: Mapping[str, Test] = {
    "url": filled,
    "ref": filled,
    "path": filled,
    "exclude_skill_sources": flag,
    "ignore_files": list_of(filled),
}
_GUARD = object_of(dict.fromkeys(("profiles", "allow_tools", "allow_commands"), list_of(text, unique=True)))
_SEED_EVAL: Mapping[str, Test] = {
    "id": _kebab,
    "prompt": filled,
    "expected_output": filled,
    "files": list_of(text),
    "runs": positive,
    "skill_should_trigger": flag,
    "assertions": list_of(_assertion(_SEED_KINDS)),
}
_LATER_EVAL: Mapping[str, Test] = {
    **_SEED_EVAL,
    "assertions": list_of(_assertion(_LATER_KINDS)),
    "files_root": filled,
    "isolation": one_of("shared", "isolated"),
    "turns": list_of(_turn, least=1),
    "responder": object_of({"type": one_of("llm"), "max_turns": positive}, "type"),
    "codebase": _codebase,
    "guard": _GUARD,
    "plan_mode": flag,
}
_SEED_TOP: Mapping[str, Test] = {
    "skill_name": text,
    "evals": list_of(object_of(_SEED_EVAL, "id", "prompt", "expected_output"), least=1),
}
_LATER_TOP: Mapping[str, Test] = {
    "skill_name": _skill_names,
    "codebase": _codebase,
    "guard": _GUARD,
    "evals": list_of(_later_eval, least=1),
}
