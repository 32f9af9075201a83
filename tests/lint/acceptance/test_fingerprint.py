"""A finding is known again when lines, cases or files have moved, and only then."""

import json

import pytest

from rules.trees import MemoryTree, lint_tree

SUITE = "plugins/p/evals/greet/evals.json"
SKILL = b"---\nname: greet\ndescription: Greets people by name when they ask for it.\n---\n"


def evals(*cases: dict[str, object], indent: int | None = 1) -> bytes:
    return json.dumps({"skill_name": "greet", "evals": cases}, indent=indent).encode()


def case(name: str, prompt: str = "Greet Ada", kind: str = "comand") -> dict[str, object]:
    return {"id": name, "prompt": prompt, "assertions": [{"type": kind, "run": "test -f out.txt"}]}


def prints(suite: bytes, path: str = SUITE) -> dict[str, str]:
    """By rule and case, where the message names one: the fingerprint."""
    files = {"plugins/p/skills/greet/SKILL.md": SKILL, "plugins/p/.claude-plugin/plugin.json": b'{"name": "p"}'}
    found = lint_tree(MemoryTree(files={**files, path: suite})).diagnostics
    return {f"{d.rule}:{d.span.line}": d.fingerprint for d in found}


def only(suite: bytes, path: str = SUITE) -> str:
    (fingerprint,) = prints(suite, path).values()
    return fingerprint


FIRST = only(evals(case("a")))


@pytest.mark.parametrize(
    "suite",
    [
        pytest.param(evals(case("a"), indent=4), id="another indentation"),
        pytest.param(b"\n\n" + evals(case("a"), indent=None), id="other lines"),
        pytest.param(evals(case("a", prompt="Greet Grace")), id="another prompt of a case with an id"),
        pytest.param(evals(case("z", kind="command"), case("a")), id="a case before it"),
    ],
)
def test_it_stays_whatever_else_of_the_file_changes(suite: bytes) -> None:
    assert only(suite) == FIRST


def test_it_stays_when_the_file_is_renamed() -> None:
    assert only(evals(case("a")), SUITE.replace("json", "jsonc")) == FIRST


@pytest.mark.parametrize(
    "suite",
    [
        pytest.param(evals(case("b")), id="another case"),
        pytest.param(evals(case("a", kind="commmand")), id="another wrong value"),
    ],
)
def test_it_changes_with_what_was_found(suite: bytes) -> None:
    assert only(suite) != FIRST


def test_a_case_without_an_id_is_known_by_its_prompt() -> None:
    def unknown(*prompts: str) -> list[str]:
        unnamed = [{key: value for key, value in case("a", prompt).items() if key != "id"} for prompt in prompts]
        found = prints(evals(*unnamed))
        return [fingerprint for place, fingerprint in found.items() if place.startswith("unknown-check:")]

    one, two = unknown("Greet Ada", "Greet Grace")
    assert one != two
    assert unknown("Greet Grace", "Greet Ada") == [two, one]


def test_every_finding_has_one() -> None:
    assert all(prints(b'{"evals": [{"id": 1}, {"id": 1}], "evals": ').values())
