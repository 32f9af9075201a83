"""One fault is one finding, over all the rules that could speak of it."""

import json

import pytest

from rules.trees import MemoryTree, lint_tree

SKILL = b"---\nname: greet\ndescription: Greets people. Use when somebody new arrives.\n---\n# Greet\n"
EVOLVE = "plugins/demo/evals/greet/evals.json", "plugins/demo/skills/greet/SKILL.md"
EVAL_MAGIC = "skills/greet/evals/evals.json", "skills/greet/SKILL.md"


def errors(place: tuple[str, str], *cases: object) -> list[tuple[str, int]]:
    suite, skill = place
    text = '{"skill_name": "greet", "evals": [\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]}\n"
    tree = MemoryTree(files={suite: text.encode(), skill: SKILL})
    return [(d.rule, d.span.line) for d in lint_tree(tree).diagnostics if d.severity.value == "error"]


def found_in(files: dict[str, bytes]) -> list[tuple[str, str, int]]:
    found = lint_tree(MemoryTree(files=files)).diagnostics
    return [(d.rule, d.severity.value, d.span.line) for d in found]


def case(pattern: str, **members: object) -> dict[str, object]:
    return {**members, "prompt": "Say hello", "assertions": [{"type": "regex", "pattern": pattern}]}


def judged(name: str, **members: object) -> dict[str, object]:
    check = {"id": name, "type": "llm_judge", "rubric": f"Names {name}"}
    return {**members, "prompt": "Say hello", "expected_output": "A greeting", "assertions": [check]}


def test_a_suite_of_which_no_case_has_an_id_is_one_finding() -> None:
    assert errors(EVOLVE, case("Ada"), case("Bob")) == [("missing-id", 1)]
    assert errors(EVOLVE, case("Ada", id=""), case("Bob", id=None)) == [("missing-id", 1)]
    assert errors(EVAL_MAGIC, judged("ada"), judged("bob")) == [("missing-id", 1)]


def test_what_else_is_wrong_in_such_a_suite_is_still_said() -> None:
    assert errors(EVOLVE, case("Ada"), {**case("Bob"), "prompt": 1}) == [("missing-id", 1), ("schema-violation", 3)]


def test_a_misspelt_member_that_must_be_there_is_one_error_whichever_rule_misses_it() -> None:
    page = SKILL.replace(b"description:", b"descripton:")
    assert found_in({"skills/greet/SKILL.md": page}) == [("unknown-frontmatter-key", "error", 3)]
    assert errors(EVOLVE, case("Ada", id="a"), case("Bob", idd="b"))[1:] == []


@pytest.mark.parametrize(
    ("written", "rule"),
    [('{"id": 1, "promt": "Say hello", "expectations": ["Names Ada"]}', "unknown-key"),
     ('{"id": 1, "expectations": ["Names Ada"]}', "schema-violation")],
)  # fmt: skip
def test_a_single_case_without_a_prompt_is_an_error_though_no_skill_is_near(written: str, rule: str) -> None:
    found = found_in({"evals.json": f'{{"evals": [\n{written}\n]}}\n'.encode()})
    assert (rule, "error", 2) in found
    assert [one for one in found if one[1] == "error"] == [(rule, "error", 2)]
