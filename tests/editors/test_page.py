"""docs/editors.md: its addresses, globs, commands and patterns are true."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from command_line import Call, small, triggers
from git_repo import Repo
from skill_evals.app.reading import read_tree
from skill_evals.cli import lint
from skill_evals.cli.parser import Parser
from skill_evals.edges.files import WorkingTree
from skill_evals.model.config import Config
from skill_evals.skills.globs import glob_matches

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
SCHEMAS = ROOT / "src" / "skill_evals" / "schemas"
ROWS = {
    row[3].strip(" `"): re.findall(r"`([^`]+)`", row[2])
    for line in PAGE.splitlines()
    if len(row := line.split("|")) == 5 and row[3].strip().endswith(".schema.json`")
}
"""File name of a schema → globs."""

READ_AS = {
    ("evolve", "triggers"): "evolve-triggers.schema.json",
    ("evolve", "evals"): "evolve-evals.schema.json",
    ("eval-magic", "evals"): "eval-magic-evals.schema.json",
    ("skill-creator", "evals"): "skill-creator-evals.schema.json",
    ("trigger-set", "triggers"): "trigger-set.schema.json",
}


def block(path: str) -> Any:
    found = re.search(rf"^```json path={re.escape(path)}\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_every_address_is_that_of_a_schema() -> None:
    known = {json.loads(path.read_text(encoding="utf-8"))["$id"] for path in SCHEMAS.glob("*.json")}
    named = set(re.findall(r'https://raw\.githubusercontent[^\s"`\]]+\.json', PAGE))
    assert len(named) > 4
    assert named <= known


def test_every_schema_that_people_write_by_is_in_the_table() -> None:
    written = {"lint-output.schema.json", "results-provenance.schema.json", "shard.schema.json"}
    others = {*written, "eval-magic-evals.seed.schema.json"}
    assert {path.name for path in SCHEMAS.glob("*.json")} - others == set(ROWS)


def test_the_globs_match_the_suites_of_the_example() -> None:
    files = WorkingTree(ROOT / "examples" / "marketplace")
    suites = [found.suite for found in read_tree(files, Config(), judge=False).project.suites]
    assert {(suite.dialect, suite.tier.value) for suite in suites} == set(READ_AS)
    for suite in suites:
        globs = ROWS[READ_AS[suite.dialect, suite.tier.value]]
        assert any(glob_matches(glob, suite.path) for glob in globs), suite.path


def test_the_settings_hold_no_other_globs() -> None:
    settings = block(".vscode/settings.json")
    pairs = [(one["url"], one["fileMatch"]) for one in settings["json.schemas"]] + [*settings["yaml.schemas"].items()]
    for url, globs in [*pairs, (block("catalog.json")["url"], block("catalog.json")["fileMatch"])]:
        assert set(globs) <= set(ROWS[url.rpartition("/")[2]])


def commands() -> list[list[str]]:
    (task,) = block(".vscode/tasks.json")["tasks"]
    shell = [
        shlex.split(line.partition("<")[0])[1:] for line in re.findall(r"^\$ (skill-evals .*)$", PAGE, re.MULTILINE)
    ]
    lists = [re.findall(r'"([^"]+)"', found) for found in re.findall(r'\{([^{}]*"lint", "-",[^{}]*)\}', PAGE)]
    # a function stands in the place of the name
    return [task["args"], *shell, *(words + ["x.json"] * (words[-1] == "--stdin-filename") for words in lists)]


@pytest.mark.parametrize("words", commands(), ids=" ".join)
def test_our_parser_takes_every_command(words: list[str]) -> None:
    assert len(commands()) == 5
    parser = Parser(prog="skill-evals lint", allow_abbrev=False)
    lint.add_arguments(parser)
    assert words[0] == "lint"
    parser.parse_args(words[1:])


def test_the_problem_matcher_reads_the_text_form(repo: Repo, call: Call) -> None:
    small(repo).write({"skills/sheep/evals/triggers.json": triggers().replace("true", '"true"', 1)})
    pattern = block(".vscode/tasks.json")["tasks"][0]["problemMatcher"]["pattern"]
    lines = call("lint", "--root", repo.root, "--color", "never").out.splitlines()
    (found,) = [match for line in lines if (match := re.match(pattern["regexp"], line))]
    assert found[pattern["file"]] == "skills/sheep/evals/triggers.json"
    assert found[pattern["severity"]] == "error"
    assert found[pattern["code"]] == "not-boolean"
    assert int(found[pattern["line"]]) > 1
