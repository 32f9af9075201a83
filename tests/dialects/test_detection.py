"""Which file is taken for what, and the reason that is given."""

import json
from typing import Any

import pytest

from skill_evals.dialects.detect import detect
from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, TRIGGER_SET
from skill_evals.dialects.place import Place
from skill_evals.dialects.read import read_suite
from skill_evals.model.suite import Suite, Unchecked

from .support import document

ALONE = Place(path="evals/evals.json")
PLUGINS = Place(
    path="plugins/yard/evals/pack/evals.json", skill="pack", evolve_skill="pack", under_plugins=True
)  # fmt: skip
ROOT_PLUGIN = Place(path="evals/pack/evals.json", skill="pack", evolve_skill="pack")
NO_SKILL = Place(path="evals/pack/evals.json", evolve_skill="pack")
P = {"id": 1, "prompt": "Pack"}
OWN = "https://raw.githubusercontent.com/org/skill-evals-action/v1/src/skill_evals/schemas"


def evals(*checks: object, **members: object) -> dict[str, object]:
    return {"evals": [{**P, "assertions": list(checks), **members}]}


def typed(*kinds: str) -> dict[str, object]:
    return evals(*[{"id": "a", "type": kind, "rubric": "?"} for kind in kinds])


@pytest.mark.parametrize(
    ("value", "place", "dialect", "says"),
    [
        (evals("It is sorted"), PLUGINS, EVOLVE, "lies in plugins/*/evals/pack/"),
        (evals("It is sorted"), ROOT_PLUGIN, EVOLVE, "lies in a plugin's evals/pack/"),
        (evals("It is sorted"), NO_SKILL, SKILL_CREATOR, "plain sentences"),
        (evals({"type": "regx"}), PLUGINS, EVOLVE, "lies in"),
        ({"skill_name": "pack"}, PLUGINS, EVOLVE, "lies in"),
        (typed("transcript_check"), PLUGINS, EVAL_MAGIC, "1 of 1 assertions are of eval-magic's types"),
        ({"$schema": ".../evolve/main/schemas/evals.schema.json"}, ALONE, EVOLVE, "`$schema` says so"),
        ({"$schema": f"{OWN}/trigger-set.schema.json", "cases": []}, ALONE, TRIGGER_SET, "`$schema` says so"),
        ({"$schema": f"{OWN}/eval-magic-evals.schema.json"}, ALONE, EVAL_MAGIC, "`$schema` says so"),
        (typed("regex", "command"), ALONE, EVOLVE, "2 of 2 typed assertions are evolve's"),
        (typed("regex", "contains"), ALONE, EVOLVE, "1 of 2 typed assertions are evolve's"),
        (typed("transcript_check", "llm_judge"), ALONE, EVAL_MAGIC, "2 of 2"),
        (typed("diff_scope", "contains"), ALONE, EVAL_MAGIC, "1 of 2"),
        ({"evals": [{**P, "skill_should_trigger": False}]}, ALONE, EVAL_MAGIC, "`skill_should_trigger`"),
        (evals("It is sorted"), ALONE, SKILL_CREATOR, "plain sentences"),
        (evals("a", "b", {"type": "contains"}), ALONE, SKILL_CREATOR, "plain sentences"),
        (evals("a", should_trigger=True), ALONE, SKILL_CREATOR, "plain sentences"),
        ({"evals": [{**P, "expected_output": "x"}]}, ALONE, SKILL_CREATOR, "an expected output"),
        ({"evals": [{"name": "a", "prompt": "p"}]}, ALONE, SKILL_CREATOR, "nothing else yet"),
        ({"evals": []}, ALONE, SKILL_CREATOR, "empty"),
        ([{"query": "q", "should_trigger": True}], ALONE, TRIGGER_SET, "an array of queries"),
        ([{"query": "q", "should_trigger": "false"}], ALONE, TRIGGER_SET, "an array of queries"),
        ([], Place(path="evals/trigger-queries.json"), TRIGGER_SET, "an empty array"),
        ({"triggers": [{"query": "q", "should_trigger": True}]}, ALONE, TRIGGER_SET, "`triggers` holds"),
        ({"evals": [{**P, "should_trigger": True}]}, ALONE, TRIGGER_SET, "`evals` holds"),
        ({"tests": [{"prompt": "q", "should_trigger": True}]}, ALONE, TRIGGER_SET, "`tests` holds"),
        ({"should_trigger": ["a"], "should_not_trigger": ["b"]}, ALONE, TRIGGER_SET, "lists of queries"),
        ({"pack": {"should_trigger": ["a"]}, "sell": {"should_trigger": []}}, ALONE, TRIGGER_SET, "by skill"),
        (
            {"pack": {"positive": ["a"], "negative": ["b"]}, "_note": "x"},
            Place(path="evals/triggers.json"),
            TRIGGER_SET,
            "by skill",
        ),
        ([{"skill": "a", "should_trigger": True, "prompts": ["x"]}], ALONE, TRIGGER_SET, "groups of `prompts`"),
    ],
)
def test_first_class_dialects(value: Any, place: Place, dialect: str, says: str) -> None:
    found = detect(document(json.dumps(value), "x.json"), place)
    assert found.dialect == dialect
    assert says in found.reason
    assert isinstance(read_suite(document(json.dumps(value), "x.json"), place), Suite)


@pytest.mark.parametrize(
    ("value", "path", "shape"),
    [
        ({"schema_version": "1.1", "execution": {}}, "evals/clean/case.yaml", "claude-plugin-eval"),
        ({"providers": ["p"], "tests": []}, "evals/promptfooconfig.yaml", "promptfoo"),
        ([{"vars": {}, "assert": []}], "evals/cases.yaml", "promptfoo-tests"),
        ({"skill": "s", "config": {"executor": "mock"}, "tasks": ["a.yaml"]}, "evals/eval.yaml", "waza"),
        ({"should_trigger_prompts": [], "should_not_trigger_prompts": []}, "evals/t.yaml", "waza-triggers"),
        ({"stimuli": [{"prompt": "p", "graders": []}]}, "evals/eval.yaml", "vally"),
        ({"tasks": [{"instruction": "i", "graders": []}]}, "eval.yaml", "skillgrade"),
        ({"tasks": [{"prompt": "p", "activates": ["s"]}]}, "a.eval.yaml", "caliper"),
        ({"scenarios": [{"prompt": "p", "assertions": []}]}, "eval.yaml", "dotnet"),
        ([{"question": "q", "expected_skill": "s"}], "evals/evals.json", "nvidia"),
        ({"quality_evals": [], "id": "x"}, "a.eval.yaml", "orchestkit"),
        ({"evals": [P], "trigger_evals": []}, "evals/evals.json", "evals-and-triggers"),
        ({"triggerPrompt": "p", "assertions": []}, "evals/a.yml", "evalforge"),
        ({"skills": ["s"], "query": "q", "expected_behavior": []}, "evals/a.json", "best-practices"),
        (evals({"text": "t", "check": "c"}), "evals/evals.json", "object-assertions"),
        (typed("contains", "equals"), "evals/evals.json", "object-assertions"),
        (evals({"type": "llm_judge", "prompt": "?"}), "evals/evals.json", "object-assertions"),
        ({"cases": [{**P, "should_trigger": True, "assert": {}}]}, "evals/cases.json", "mixed"),
        ({"cases": [{"prompt": "p", "expected_skill": None}]}, "evals/routing.json", "routing"),
        ([{**P, "expected_behavior": ["x"]}], "evals/evals.json", "case-array"),
        ({"cases": [{"input": "i", "tier": 1}]}, "evals/cases.json", "case-list"),
        ({"prompt": "p", "assertions": ["x"]}, "evals/one.json", "single-case"),
        ({"evals": "see evals.md"}, "evals/evals.json", "unknown"),
    ],
)
def test_shapes_that_are_named_and_not_checked(value: Any, path: str, shape: str) -> None:
    read = read_suite(document(json.dumps(value), "x.json"), Place(path=path))
    assert isinstance(read, Unchecked)
    assert read.shape == shape
    assert read.reason.startswith("it is ")


@pytest.mark.parametrize(
    ("value", "path"),
    [
        ({"name": "x", "version": "1"}, "evals/package.json"),
        ({"run_summary": {}, "metadata": {}}, "evals/benchmark.json"),
        ({"schema": 5, "skill": "s", "models": {}}, "evals/s/results.json"),
        ({"$schema": "x", "properties": {"evals": {}}}, "evals/evals.schema.json"),
        ("text", "evals/evals.json"),
        (None, "evals/evals.json"),
        ({"on": {"push": None}, "jobs": {}}, "evals/run.yml"),
        ({"positive": ["good"], "negative": ["bad"]}, "evals/sentiment.json"),
        ({"responses": [{"match": "m", "stdout": "s"}]}, "evals/scenarios/a.json"),
    ],
)
def test_what_is_no_suite(value: Any, path: str) -> None:
    assert read_suite(document(json.dumps(value), "x.json"), Place(path=path)) is None


FAR = Place(path="data/evals.json", skill_near=False)
FAR_AND_OTHERWISE = Place(path="data/evals/pack.json", skill_near=False)


@pytest.mark.parametrize(
    ("value", "dialect"),
    [
        ({"evals": [{"id": 1, "promt": "Pack", "expectations": ["It is sorted"]}]}, SKILL_CREATOR),
        ({"evals": [{"id": 1, "propmt": "Pack", "expected_output": "x", "weight": 2}]}, SKILL_CREATOR),
        ([{"qeury": "Pack my things", "should_trigger": True}], TRIGGER_SET),
        ({"queries": [{"querry": "Pack my things", "should_trigger": False, "weight": 2}]}, TRIGGER_SET),
    ],
)
@pytest.mark.parametrize("place", [ALONE, FAR, FAR_AND_OTHERWISE], ids=["near", "named", "far"])
def test_one_case_whose_prompt_is_misspelt_is_told_by_its_other_keys(value: Any, dialect: str, place: Place) -> None:
    found = detect(document(json.dumps(value), "x.json"), place)
    assert found.dialect == dialect
    assert "misspelt" in found.reason


PROMPTLESS = [
    {"evals": [{"id": 1, "expected_output": "A list", "files": []}]},
    {"skill_name": "pack", "evals": [{"id": "a", "name": "One", "assertions": ["It is sorted"]}]},
    [{"should_trigger": True}],
    {"cases": [{"id": "a", "should_trigger": False}]},
]


@pytest.mark.parametrize("value", PROMPTLESS)
@pytest.mark.parametrize("place", [ALONE, FAR], ids=["near", "named"])
def test_one_case_without_a_prompt_is_told_by_its_other_keys(value: Any, place: Place) -> None:
    assert detect(document(json.dumps(value), "x.json"), place).dialect is not None


@pytest.mark.parametrize("value", PROMPTLESS)
def test_without_a_prompt_a_suites_name_or_a_skill_must_be_there_as_well(value: Any) -> None:
    assert read_suite(document(json.dumps(value), "x.json"), FAR_AND_OTHERWISE) is None


@pytest.mark.parametrize(
    "value",
    [
        {"evals": [{"id": 1, "description": "Pack my things", "expected_output": "A list"}]},
        {"evals": [{"name": "Pack my things", "expected_output": "A list"}]},
        {"evals": [{"id": 1, "expectations": ["It is sorted"], "turns": [{"user": "Pack"}]}]},
        [{"utterance": "Pack my things", "should_trigger": True}],
        [{"should_trigger": True, "expected_output": "A list"}],
    ],
)
def test_a_form_of_somebodys_own_stays_unknown_and_is_said_not_to_be_checked(value: Any) -> None:
    read = read_suite(document(json.dumps(value), "x.json"), ALONE)
    assert isinstance(read, Unchecked)
    assert read.shape == "unknown"


def test_what_is_named_and_filled_like_a_suite_is_never_passed_over_in_silence() -> None:
    strange = {"evals": [{"utterance": "Pack", "expectations": ["It is sorted"]}]}
    assert isinstance(read_suite(document(json.dumps(strange), "x.json"), FAR), Unchecked)
    assert read_suite(document(json.dumps(strange), "x.json"), FAR_AND_OTHERWISE) is None
    webhooks = {"triggers": [{"on": "push", "run": "build"}]}
    assert read_suite(document(json.dumps(webhooks), "x.json"), Place(path="triggers.json", skill_near=False)) is None


def test_sentences_under_expectations_outweigh_the_checks_of_another_tool_beside_them() -> None:
    case = {
        **P,
        "expectations": ["It is sorted"],
        "assertions": [{"name": "a", "check": "b"}, {"name": "c", "check": "d"}],
    }
    found = detect(document(json.dumps({"evals": [case]}), "x.json"), ALONE)
    assert (found.dialect, found.reason) == (
        SKILL_CREATOR, "most cases of `evals` have `expectations` in plain sentences",
    )  # fmt: skip
    alone = {"evals": [{**P, "assertions": case["assertions"]}]}
    assert detect(document(json.dumps(alone), "x.json"), ALONE).shape == "object-assertions"


def test_common_shapes_need_a_skill_near() -> None:
    rag = {"tests": [{"query": "q", "expected": "a"}]}
    near = Place(path="evals/eval_set.json")
    far = Place(path="rag/evals/eval_set.json", skill_near=False)
    assert isinstance(read_suite(document(json.dumps(rag), "x.json"), near), Unchecked)
    assert read_suite(document(json.dumps(rag), "x.json"), far) is None


def test_the_configuration_has_the_last_word() -> None:
    value = document(json.dumps(evals({"type": "contains"})), "x.json")
    for dialect in (EVOLVE, EVAL_MAGIC, SKILL_CREATOR):
        found = detect(value, ALONE, dialect)
        assert (found.dialect, found.reason) == (dialect, f"the configuration says that it is {dialect}")
    assert read_suite(value, ALONE, "none") is None
    unknown = read_suite(value, ALONE, "evlove")
    assert isinstance(unknown, Unchecked)
    assert "no dialect" in unknown.reason


def test_a_forced_trigger_set_finds_its_list() -> None:
    forced = read_suite(document('{"tests": [{"query": "q"}]}', "x.json"), ALONE, TRIGGER_SET)
    assert isinstance(forced, Suite)
    assert forced.cases_at == ("tests",)
    assert [(c.query, c.should_trigger, c.label_at) for c in forced.triggers] == [
        ("q", None, ("tests", 0, "should_trigger"))
    ]


@pytest.mark.parametrize("text", ["", "{", '{"evals": [{"id": 1, "prompt": "p"', "\ufeff{]"])
def test_a_document_that_is_cut_short_is_no_suite(text: str) -> None:
    assert read_suite(document(text, "evals.json"), ALONE) is None
