"""What is said about an invalid suite: one small statement for each fault, at its node."""

import json
from typing import Any

import pytest

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, TRIGGER_SET
from skill_evals.dialects.validate import violations
from skill_evals.model.position import Part, Pointer
from skill_evals.model.suite import Tier

from .support import examples, mutations

TRIGGERS, EVALS = Tier.TRIGGERS, Tier.EVALS
CASE = {"id": "a", "prompt": "p"}
MAGIC = {**CASE, "expected_output": "o"}


def evolve(**assertion: object) -> dict[str, object]:
    return {"evals": [{**CASE, "assertions": [assertion]}]}


def magic(**members: object) -> dict[str, object]:
    return {"skill_name": "s", "evals": [{**MAGIC, **members}]}


def check(**members: object) -> dict[str, object]:
    return magic(assertions=[{"id": "c", **members}])


A0: Pointer = ("evals", 0, "assertions", 0)


@pytest.mark.parametrize(
    ("dialect", "tier", "value", "at", "part", "says"),
    [
        (EVOLVE, TRIGGERS, [], (), Part.VALUE, "this must be an object, not an array"),
        (EVOLVE, TRIGGERS, {}, (), Part.OPEN, "`triggers` is missing here"),
        (
            EVOLVE, TRIGGERS, {"triggers": [{"query": "q", "should_trigger": "false"}]},
            ("triggers", 0, "should_trigger"), Part.VALUE, 'this must be true or false, not "false"',
        ),
        (
            EVOLVE, TRIGGERS, {"triggers": [{"query": "", "should_trigger": True}]},
            ("triggers", 0, "query"), Part.VALUE, "this must not be empty",
        ),
        (EVOLVE, EVALS, {"evals": [CASE]}, ("evals", 0), Part.OPEN, "at least one of `expectations` and `assertions`"),
        (EVOLVE, EVALS, {"evals": [{**CASE, "assertions": []}]}, ("evals", 0), Part.OPEN, "and not be empty"),
        (EVOLVE, EVALS, evolve(type="regx"), (*A0, "type"), Part.VALUE, 'or `llm`, not "regx"'),
        (EVOLVE, EVALS, evolve(type="regex"), A0, Part.OPEN, "`pattern` is missing here"),
        (EVOLVE, EVALS, evolve(text="x"), A0, Part.OPEN, "`type` is missing here"),
        (EVOLVE, EVALS, {"evals": [{**CASE, "assertions": [7]}]}, A0, Part.VALUE, "a string or an object, not 7"),
        (
            EVOLVE, EVALS, {"evals": [{**CASE, "expectations": ["x"], "max_turns": 0}]},
            ("evals", 0, "max_turns"), Part.VALUE, "at least 1, not 0",
        ),
        (EVAL_MAGIC, EVALS, magic(id="A b"), ("evals", 0, "id"), Part.VALUE, "small letters, digits and hyphens"),
        (EVAL_MAGIC, EVALS, magic(nmae="x"), ("evals", 0, "nmae"), Part.KEY, "`nmae` is not a member"),
        (EVAL_MAGIC, EVALS, check(type="llm_judge"), A0, Part.OPEN, "`rubric` is missing here"),
        (EVAL_MAGIC, EVALS, check(type="llm"), (*A0, "type"), Part.VALUE, 'or `diff_scope`, not "llm"'),
        (EVAL_MAGIC, EVALS, check(type="diff_scope"), A0, Part.OPEN, "at least one of `max_files_touched`"),
        (
            EVAL_MAGIC, EVALS, check(type="llm_judge", rubric="?", pattern="x"),
            (*A0, "pattern"), Part.KEY, "there are `id`, `model`, `rubric`, `samples` and `type`",
        ),
        (
            EVAL_MAGIC, EVALS, magic(turns=[{"prompt": "p", "deliver_when": "always"}], responder={"type": "llm"}),
            ("evals", 0), Part.OPEN, "`turns` and `responder` cannot stand together",
        ),
        (
            EVAL_MAGIC, EVALS,
            magic(turns=[{"prompt": "p", "deliver_when": "always", "agent_response_matches": "x"}]),
            ("evals", 0, "turns", 0), Part.OPEN, "`agent_response_matches` cannot stand here",
        ),
        (
            EVAL_MAGIC, EVALS, magic(codebase={"path": "p", "url": "u"}),
            ("evals", 0, "codebase"), Part.OPEN, "`path` and `url` cannot stand together",
        ),
        (
            EVAL_MAGIC, EVALS, check(type="command_check", command="x", env={"": "x"}),
            (*A0, "env"), Part.VALUE, "a name in here is empty",
        ),
        (EVAL_MAGIC, EVALS, {"skill_name": "s", "evals": []}, ("evals",), Part.VALUE, "this must not be empty"),
        (SKILL_CREATOR, EVALS, {"evals": [{"id": 1.5, "prompt": "p"}]}, ("evals", 0, "id"), Part.VALUE, "not 1.5"),
        (SKILL_CREATOR, EVALS, {"evals": ["p"]}, ("evals", 0), Part.VALUE, 'this must be an object, not "p"'),
        (TRIGGER_SET, TRIGGERS, [{"query": "q"}], (0,), Part.OPEN, "`should_trigger` is missing here"),
        (TRIGGER_SET, TRIGGERS, [{"should_trigger": True}], (0,), Part.OPEN, "`query`, `prompt` and `prompts`"),
        (
            TRIGGER_SET, TRIGGERS, {"should_trigger": ["a", 1]},
            ("should_trigger", 1), Part.VALUE, "a string or an object, not 1",
        ),
    ],
)  # fmt: skip
def test_one_fault_is_said_once_at_its_node(
    dialect: str, tier: Tier, value: Any, at: Pointer, part: Part, says: str
) -> None:
    (violation,) = violations(dialect, tier, value)
    assert (violation.at, violation.part) == (at, part)
    assert says in violation.message


def test_faults_come_in_the_order_of_the_document() -> None:
    value = {"triggers": [{"query": 1, "should_trigger": True} for _ in range(12)]}
    assert [v.at for v in violations(EVOLVE, TRIGGERS, value)] == [("triggers", n, "query") for n in range(12)]


def test_no_statement_is_a_dump_of_the_schema() -> None:
    for name, value in examples():
        dialect, tier = {
            "evolve-triggers": (EVOLVE, TRIGGERS),
            "evolve-evals": (EVOLVE, EVALS),
            "eval-magic-evals": (EVAL_MAGIC, EVALS),
            "eval-magic-evals.seed": (EVAL_MAGIC, EVALS),
            "skill-creator-evals": (SKILL_CREATOR, EVALS),
            "trigger-set": (TRIGGER_SET, TRIGGERS),
        }[name]
        for mutated in mutations(value, name, 2):
            for violation in violations(dialect, tier, mutated):
                assert len(violation.message) < 300
                assert "{" not in violation.message
                assert "breaks the schema" not in violation.message, violation
                json.dumps(violation.at)


@pytest.mark.parametrize("name", ["expected\u007foutput", "a\nb", "x" * 900])
def test_a_name_is_said_in_one_short_line(name: str) -> None:
    value = {"skill_name": "a", "evals": [{"id": "a", "prompt": "p", "expected_output": "e", name: name}]}
    (found,) = violations(EVAL_MAGIC, Tier.EVALS, value)
    assert found.message.isprintable()
    assert "x" * 50 not in found.message
    (found,) = violations(EVAL_MAGIC, Tier.EVALS, {"skill_name": "a", "evals": name})
    assert found.message.isprintable()
    assert len(found.message) < 100
