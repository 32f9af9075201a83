"""What each dialect makes of odd content: whatever can be read becomes a case, so that rules can speak of it."""

import json
from typing import Any

import pytest

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, TRIGGER_SET
from skill_evals.dialects.place import Place
from skill_evals.dialects.read import read_suite
from skill_evals.model.suite import Suite

from .support import document


def suite(value: Any, dialect: str) -> Suite:
    read = read_suite(document(json.dumps(value), "evals.json"), Place(path="evals/evals.json"), dialect)
    assert isinstance(read, Suite)
    return read


@pytest.mark.parametrize(
    ("authored", "key", "case_id"),
    [
        (1, "1", "1"), (-3, "-3", "-3"), ("1", "1", "1"), ("", "evals[0]", None), (None, "evals[0]", None),
        (1.5, "evals[0]", None), (True, "evals[0]", None), ([1], "evals[0]", None),
        (1 << 63, "evals[0]", None), ((1 << 63) - 1, "9223372036854775807", "9223372036854775807"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("dialect", [EVOLVE, SKILL_CREATOR])
def test_numbers_are_ids_by_their_digits(authored: Any, key: str, case_id: str | None, dialect: str) -> None:
    (case,) = suite({"evals": [{"id": authored, "prompt": "p"}]}, dialect).evals
    assert (case.key, case.id) == (key, case_id)


def test_eval_magic_has_no_numbers_for_ids() -> None:
    (case,) = suite({"evals": [{"id": 1, "prompt": "p"}]}, EVAL_MAGIC).evals
    assert (case.key, case.id) == ("evals[0]", None)


def test_evolve_puts_expectations_before_assertions() -> None:
    authored = {
        "id": 1,
        "prompt": "p",
        "assertions": ["b", {"type": "regex", "pattern": "x"}, None],
        "expectations": ["a"],
    }
    (case,) = suite({"evals": [authored]}, EVOLVE).evals
    assert case.expectations == ("a",)
    assert [(c.kind, c.fields, c.at[2:], c.from_expectation) for c in case.checks] == [
        ("llm", {"text": "a"}, ("expectations", 0), True),
        ("llm", {"text": "b"}, ("assertions", 0), False),
        ("regex", {"type": "regex", "pattern": "x"}, ("assertions", 1), False),
        ("", {}, ("assertions", 2), False),
    ]


def test_evolve_reads_names_without_regard_to_case() -> None:
    read = suite({"Skill_Name": "s", "Evals": [{"ID": 1, "PROMPT": "p", "Assertions": ["a"]}]}, EVOLVE)
    (case,) = read.evals
    assert (read.cases_at, read.skill_name, read.skill_name_at) == (("Evals",), "s", ("Skill_Name",))
    assert (case.id, case.prompt) == ("1", "p")
    assert case.checks[0].at == ("Evals", 0, "Assertions", 0)
    assert case.fields == {"ID": 1, "PROMPT": "p", "Assertions": ["a"]}


def test_what_is_no_object_is_no_case_and_numbers_stay_true() -> None:
    for dialect in (EVOLVE, EVAL_MAGIC, SKILL_CREATOR):
        cases = suite({"evals": ["x", {"prompt": 1}, None, {"prompt": "p", "files": ["a", 2]}]}, dialect).evals
        assert [(c.at, c.prompt, c.files) for c in cases] == [
            (("evals", 1), "", ()),
            (("evals", 3), "p", ("a",)),
        ]


def test_a_label_that_is_no_boolean_is_no_label() -> None:
    queries = [{"query": "q", "should_trigger": label} for label in ("false", 1, None, True)]
    assert [c.should_trigger for c in suite(queries, TRIGGER_SET).triggers] == [None, None, None, True]


def test_a_trigger_set_keeps_split_kind_and_skill() -> None:
    case = {"id": 7, "query": "q", "should_trigger": True, "split": "train", "skill": "s"}
    read = suite({"skill": "own", "kind": "user-invoked", "queries": [case, {**case, "kind": "natural"}]}, TRIGGER_SET)
    assert (read.skill_name, read.skill_name_at) == ("own", ("skill",))
    assert [(c.id, c.split, c.skill, c.kind) for c in read.triggers] == [
        ("7", "train", "s", "user-invoked"),
        ("7", "train", "s", "natural"),
    ]


def test_eval_magic_keeps_what_its_runner_needs() -> None:
    case = {"id": "a", "prompt": "p", "runs": 3, "skill_should_trigger": False, "turns": [{"prompt": "x"}]}
    read = suite(
        {"skill_name": ["s", "t"], "evals": [{**case, "assertions": [{"id": "c", "type": "llm_judge"}, 4]}]}, EVAL_MAGIC
    )
    (found,) = read.evals
    assert (read.skill_name, read.skill_name_at) == ("s", ("skill_name", 0))
    assert (found.runs, found.should_trigger, found.fields["turns"]) == (3, False, [{"prompt": "x"}])
    assert [(c.kind, c.id) for c in found.checks] == [("llm_judge", "c"), ("", None)]


def test_a_skill_creator_case_may_carry_a_label_and_both_keys() -> None:
    case = {"id": 1, "prompt": "p", "should_trigger": False, "expectations": ["a"], "assertions": ["a", {"text": "b"}]}
    (found,) = suite({"evals": [case]}, SKILL_CREATOR).evals
    assert not found.should_trigger
    assert [(c.kind, c.fields["text"], c.from_expectation) for c in found.checks] == [
        ("llm", "a", True),
        ("llm", "a", False),
        ("llm", "b", False),
    ]
