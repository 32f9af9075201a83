"""Whatever stands in a suite, no rule fails on it: a suite with one value changed into anything at all is linted."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .trees import MemoryTree, lint_tree

SUITES: dict[str, Any] = {
    "plugins/demo/evals/greet/triggers.json": {
        "skill_name": "greet",
        "triggers": [
            {"query": "say hello to Ada", "should_trigger": True},
            {"query": "say goodbye to Ada", "should_trigger": False},
        ],
    },
    "plugins/demo/evals/greet/evals.json": {
        "models": ["anthropic/model"],
        "evals": [
            {
                "id": "ada",
                "prompt": "Greet Ada",
                "files": ["files/team.csv"],
                "expectations": ["Names Ada"],
                "assertions": [
                    "Mentions the team",
                    {"type": "regex", "path": "out.md", "pattern": "^Hello"},
                    {"type": "command", "run": "ls", "cwd": "sub", "expect_exit": 0},
                    {"type": "tool_call", "tool": "Write"},
                ],
                "max_turns": 3,
            }
        ],
    },
    "skills/greet/evals/evals.json": {
        "skill_name": "greet",
        "evals": [
            {
                "id": "ada",
                "prompt": "Greet Ada",
                "expected_output": "A greeting",
                "files": ["team.csv"],
                "files_root": "data",
                "runs": 2,
                "skill_should_trigger": True,
                "assertions": [
                    {"id": "a", "type": "transcript_check", "check": "tool_invocation_matches", "pattern": "Write"},
                    {"id": "b", "type": "llm_judge", "rubric": "Names Ada"},
                    {"id": "c", "type": "command_check", "command": "ls", "setup_files": ["x"], "matrix": {"A": ["1"]}},
                    {"id": "d", "type": "diff_scope", "max_files_touched": 1},
                ],
                "responder": {"type": "llm", "max_turns": 2},
            }
        ],
    },
    "skills/wave/evals/evals.json": {
        "skill_name": "wave",
        "evals": [{"id": 1, "prompt": "Wave", "files": ["a.txt"], "expectations": ["Waves"], "assertions": ["Smiles"]}],
    },
    "skills/wave/evals/trigger-eval.json": [
        {"id": "t1", "query": "wave at Ada", "should_trigger": True, "skill": "wave", "split": "train"},
        {"query": "greet Ada", "should_trigger": False, "kind": "near-miss"},
    ],
}
SKILL = b"---\nname: %b\ndescription: Greets people by name.\n---\n"
SKILLS = {
    f"{home}/SKILL.md": SKILL % home.rpartition("/")[2].encode()
    for home in ("plugins/demo/skills/greet", "skills/greet", "skills/wave")
}

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=8), inner, max_size=2),
    max_leaves=4,
)


def places(value: Any, at: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for step, member in members for place in places(member, (*at, step)))]


def changed(value: Any, at: tuple[str | int, ...], to: Any) -> Any:
    if not at:
        return to
    value = copy.deepcopy(value)
    node = value
    for step in at[:-1]:
        node = node[step]
    node[at[-1]] = to
    return value


@pytest.mark.parametrize("path", SUITES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_no_rule_fails_on_a_suite_with_one_value_changed(path: str, data: st.DataObject) -> None:
    at = data.draw(st.sampled_from(places(SUITES[path])))
    value = changed(SUITES[path], at, data.draw(anything))
    tree = MemoryTree(files={**SKILLS, path: json.dumps(value).encode()})
    result = lint_tree(tree)
    assert not result.crashed, [d.message for d in result.diagnostics if d.rule == "internal-error"]


@pytest.mark.parametrize("path", SUITES)
def test_the_suites_themselves_are_in_a_known_dialect(path: str) -> None:
    result = lint_tree(MemoryTree(files={**SKILLS, path: json.dumps(SUITES[path]).encode()}))
    assert result.summary.suites >= 1
    assert result.summary.not_checked == 0
