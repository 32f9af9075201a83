"""The same queries, however they are spread over files, make the same groups."""

import json
from typing import Any

import pytest

from rules.trees import MemoryTree
from skill_evals.app.reading import read_tree
from skill_evals.lint.groups import grouped
from skill_evals.model.config import Config

SKILLS = {
    f"skills/{name}/SKILL.md": f"---\nname: {name}\ndescription: Does it.\n---\n".encode()
    for name in ("pdf-forms", "tax-return")
}
CASES: dict[str, list[dict[str, Any]]] = {
    "pdf-forms": [
        {"query": "fill in this form", "should_trigger": True},
        {"query": "tick the boxes", "should_trigger": True},
        {"query": "merge these", "should_trigger": False},
    ],
    "tax-return": [
        {"query": "what may I deduct?", "should_trigger": True},
        {"query": "merge these", "should_trigger": "no"},
    ],
}
SPREADS: dict[str, dict[str, Any]] = {
    "a file a skill": {f"skills/{name}/evals/triggers.json": cases for name, cases in CASES.items()},
    "two files a skill": {
        f"skills/{name}/evals/{part}_queries.json": cases[start::2]
        for name, cases in CASES.items()
        for start, part in enumerate(("train", "validation"))
    },
    "one file, each case names its skill": {
        "evals/triggers.json": [case | {"skill": name} for name, cases in CASES.items() for case in cases]
    },
}


def groups(files: dict[str, Any]) -> dict[str, tuple[tuple[int, int], bool, list[str]]]:
    tree = MemoryTree(files=SKILLS | {path: json.dumps(value).encode() for path, value in files.items()})
    found = grouped(read_tree(tree, Config()).project.suites)
    return {str(g.name): (g.sides, g.labelled, sorted(case.query for _, case in g.cases)) for g in found}


@pytest.mark.parametrize("spread", SPREADS)
def test_the_groups_do_not_depend_on_the_files(spread: str) -> None:
    assert groups(SPREADS[spread]) == {
        "pdf-forms": ((2, 1), True, ["fill in this form", "merge these", "tick the boxes"]),
        "tax-return": ((1, 0), False, ["merge these", "what may I deduct?"]),
    }


def test_only_a_shared_file_is_told_apart_in_messages() -> None:
    def about(files: dict[str, Any]) -> set[str]:
        tree = MemoryTree(files=SKILLS | {path: json.dumps(value).encode() for path, value in files.items()})
        return {g.about(part) for g in grouped(read_tree(tree, Config()).project.suites) for part in g.parts}

    assert about(SPREADS["a file a skill"]) == {""}
    assert about(SPREADS["one file, each case names its skill"]) == {"`pdf-forms`: ", "`tax-return`: "}
