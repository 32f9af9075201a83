"""Safe fixes in SARIF: a reader who applies them gets the bytes that ``--fix`` writes."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import pytest

from command_line import Call, small
from git_repo import Repo
from lint.fix.test_goldens import CASES
from lint.outputs.test_sarif import official
from rules.trees import MemoryTree, tree_of
from skill_evals.app.fix import fix
from skill_evals.app.lint import LintRequest, lint
from skill_evals.app.repairs import safe_repairs
from skill_evals.lint.explain import catalogue
from skill_evals.model.config import Config, LintConfig
from skill_evals.report.sarif import sarif

MARK = b"\xef\xbb\xbf"
MOST_STEPS = 60


def applied(data: bytes, replacements: list[Any]) -> bytes:
    """What a reader of SARIF does: every region lies in the file as it was, and nothing else is known."""
    marked = data.startswith(MARK)
    text = data.decode().removeprefix("\ufeff")
    starts = [0, *(found.end() for found in re.finditer(r"\r\n|\n|\r", text))]
    made = []
    for one in replacements:
        region = one["deletedRegion"]
        if "byteOffset" in region:
            assert data[region["byteOffset"] :][: region["byteLength"]] == MARK
            marked = False
            continue
        start = starts[region["startLine"] - 1] + region["startColumn"] - 1
        end = starts[region["endLine"] - 1] + region["endColumn"] - 1
        made.append((start, end, one.get("insertedContent", {"text": ""})["text"]))
    assert all(before[1] <= after[0] for before, after in pairwise(made)), "sorted, and apart"
    for start, end, inserted in reversed(made):
        text = text[:start] + inserted + text[end:]
    return (MARK if marked else b"") + text.encode()


def reported(tree: MemoryTree, rule: str) -> Any:
    linted = lint(LintRequest(files=tree, config=Config(lint=LintConfig(select=(rule,)))))
    return json.loads(sarif(linted.result, catalogue(), version="1", repairs=safe_repairs(linted)))


def first_fix(document: Any) -> Any | None:
    return next((one["fixes"][0] for one in document["runs"][0]["results"] if "fixes" in one), None)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_applied_one_by_one_they_give_the_bytes_that_fix_gives(case: Path) -> None:
    rule, before = case.parent.name, tree_of(case / "repo")
    tree = before
    for _ in range(MOST_STEPS):
        found = first_fix(reported(tree, rule))
        if found is None:
            break
        (change,) = found["artifactChanges"]
        path = unquote_to_bytes(change["artifactLocation"]["uri"]).decode()
        after = applied(tree.files[path], change["replacements"])
        assert after != tree.files[path]
        tree = MemoryTree(files={**tree.files, path: after})
    else:
        pytest.fail("it never came to rest")
    changes = fix(LintRequest(files=before, config=Config(lint=LintConfig(select=(rule,))))).changes
    wanted = {**before.files, **{change.path: change.after for change in changes}}
    assert tree.files == wanted


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_the_official_schema_takes_them(case: Path) -> None:
    official().validate(reported(tree_of(case / "repo"), case.parent.name))


def test_most_kinds_of_edit_are_among_the_cases() -> None:
    parts = [
        part
        for case in CASES
        for one in reported(tree_of(case / "repo"), case.parent.name)["runs"][0]["results"]
        for part in one.get("fixes", [{"artifactChanges": [{"replacements": []}]}])[0]["artifactChanges"][0][
            "replacements"
        ]
    ]
    assert any("byteOffset" in part["deletedRegion"] for part in parts), "a byte-order mark goes"
    assert any("insertedContent" not in part and "startLine" in part["deletedRegion"] for part in parts), "text goes"
    assert any(part.get("insertedContent", {}).get("text", "").startswith('{\n  "schema"') for part in parts), "a file"


BROKEN = '{\r\n  "evals": [\r\n    {"query": "Count 🐑 for me", "should_trigger": "true"},\r\n' + "".join(
    f'    {{"query": "{words}", "should_trigger": {label}}},\r\n'
    for words, label in (("Feed the goats", '"false"'), ("How many sheep are left", "true"), ("Mow it", '"yes"'))
) + '    {"query": "Sell the farm", "should_trigger": false}\r\n  ]\r\n}\r\n'  # fmt: skip


def test_all_of_a_files_fixes_made_at_once_are_what_the_command_writes(repo: Repo, call: Call) -> None:
    small(repo)
    suite = "skills/sheep/evals/triggers.json"
    (repo.root / suite).write_bytes(BROKEN.encode())
    document = call("lint", repo.root, "--format", "sarif").json
    official().validate(document)
    fixes = [one["fixes"] for one in document["runs"][0]["results"] if one["ruleId"] == "not-boolean"]
    assert len(fixes) == 3
    assert all(len(alternatives) == 1 and alternatives[0]["description"]["text"] for alternatives in fixes)
    parts = [part for (only,) in fixes for part in only["artifactChanges"][0]["replacements"]]
    parts.sort(key=lambda part: part["deletedRegion"]["startLine"])
    wanted = applied(BROKEN.encode(), parts)
    assert call("lint", repo.root, "--select", "not-boolean", "--fix").code == 0
    assert (repo.root / suite).read_bytes() == wanted
    assert wanted.count(b"\r\n") == wanted.count(b"\n")


def test_a_fix_that_guesses_is_not_carried_along(repo: Repo, call: Call) -> None:
    small(repo)
    suite = "skills/sheep/evals/triggers.json"
    repo.write({suite: BROKEN.replace('"yes"', "1")})
    results = call("lint", repo.root, "--format", "sarif", "--select", "not-boolean").json["runs"][0]["results"]
    assert [("fixes" in one) for one in results] == [True, True, False]
