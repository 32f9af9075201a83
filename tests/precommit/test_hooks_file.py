"""`.pre-commit-hooks.yaml` itself: its commands are ours, and its file patterns miss no suite."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from identify import identify
from ruamel.yaml import YAML

from command_line import SUITE, process, small
from git_repo import Exec, Repo, write_file
from skill_evals.app.evolve_config import NAMES as EVOLVE_NAMES
from skill_evals.app.reading import read_tree
from skill_evals.cli import lint
from skill_evals.cli.parser import Parser
from skill_evals.dialects.candidates import looks_like_suite
from skill_evals.edges.files import WorkingTree
from skill_evals.lint.rules import RULES
from skill_evals.model.config import NAMES, Config

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / ".pre-commit-hooks.yaml"
HOOKS: list[dict[str, Any]] = YAML(typ="safe").load(FILE.read_text(encoding="utf-8"))
BY_ID = {hook["id"]: hook for hook in HOOKS}
LOOKING = [hook for hook in HOOKS if "files" in hook]


def words(hook: dict[str, Any], *files: str) -> list[str]:
    return [*shlex.split(hook["entry"]), *hook.get("args", []), *files]


def parsed(hook: dict[str, Any], *files: str) -> Any:
    program, verb, *rest = words(hook, *files)
    assert (program, verb) == ("skill-evals", "lint")
    parser = Parser(prog="skill-evals lint", allow_abbrev=False)
    lint.add_arguments(parser)
    return parser.parse_args(rest)


def is_taken(path: str) -> bool:
    return bool(re.search(BY_ID["skill-evals-lint"]["files"], path))


def test_pre_commit_takes_the_file() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pre_commit", "validate-manifest", FILE], capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout


def test_the_three_hooks() -> None:
    assert list(BY_ID) == ["skill-evals-lint", "skill-evals-fix", "skill-evals-stale"]
    assert all(hook["language"] == "python" and hook["require_serial"] for hook in HOOKS)
    assert not any("additional_dependencies" in hook for hook in HOOKS)


@pytest.mark.parametrize("hook", HOOKS, ids=BY_ID)
def test_our_parser_takes_the_command(hook: dict[str, Any]) -> None:
    assert not parsed(hook).paths


@pytest.mark.parametrize("hook", LOOKING, ids=lambda hook: hook["id"])
def test_a_file_is_a_file_whatever_it_is_called(hook: dict[str, Any]) -> None:
    found = parsed(hook, "--output=x/SKILL.md", "a/SKILL.md")
    assert found.paths == [Path("--output=x/SKILL.md"), Path("a/SKILL.md")]
    assert found.output is None
    assert found.force_exclude


def test_the_stale_hook_names_rules_that_there_are() -> None:
    (selected,) = parsed(BY_ID["skill-evals-stale"]).select
    assert set(selected.split(",")) <= {rule.name for rule in RULES}


@pytest.mark.parametrize("hook", LOOKING, ids=lambda hook: hook["id"])
def test_files_of_the_example_are_taken(hook: dict[str, Any]) -> None:
    files = WorkingTree(ROOT / "examples" / "marketplace")
    project = read_tree(files, Config(), judge=False).project
    paths = [
        *project.documents,
        *NAMES,
        *EVOLVE_NAMES,
        *(f"{p.rpartition('/')[0]}/results.json" for p in suites(project)),
    ]
    assert len(paths) > 20
    for path in paths:
        assert re.search(hook["files"], path), path
        if path in project.documents:
            assert "text" in identify.tags_from_path(str(files.root / path)), path


def suites(project: Any) -> list[str]:
    return [found.suite.path for found in project.suites]


UNRELATED = [
    "README.md",
    "package.json",
    "docs/SKILL.md.txt",
    "src/app.py",
    "src/evals/run.py",
    ".github/workflows/ci.yml",
    "openapi.yaml",
    "evals.md",
    "evals/notes.txt",
    "skills/tax/references/rates.md",
    "devals/rates.json",
    ".claude-plugin/plugin.json",
]


@pytest.mark.parametrize("path", UNRELATED)
def test_unrelated_files_are_not(path: str) -> None:
    assert not is_taken(path)


FOLDERS = st.sampled_from(
    ["evals", "eval", "evaluation", "evaluations", "my-evals", "skills", "tax", "a b", "ünï", "EVALS"]
)
STEMS = st.sampled_from([
    "evals", "triggers", "Trigger-Eval", "promptfooconfig", "eval_queries", "routing", "TestCases", "test_case", "test-case",
    "cases", "a.eval", "tax", "rates",
])  # fmt: skip
ENDINGS = st.sampled_from(["json", "jsonc", "yaml", "yml", "JSON", "md", "txt"])


@given(folders=st.lists(FOLDERS, max_size=4), stem=STEMS, ending=ENDINGS)
def test_whatever_looks_like_a_suite_is_taken(folders: list[str], stem: str, ending: str) -> None:
    path = "/".join([*folders, f"{stem}.{ending}"])
    if looks_like_suite(path):
        assert is_taken(path)


@pytest.mark.corpus
def test_every_real_suite_is_taken(corpus: Path) -> None:
    paths = [path.relative_to(corpus).as_posix() for path in corpus.rglob("*") if path.is_file()]
    assert any(map(looks_like_suite, paths))
    assert [path for path in paths if looks_like_suite(path) and not is_taken(path)] == []


@pytest.mark.parametrize("hook", HOOKS, ids=BY_ID)
def test_it_starts_one_git_process(hook: dict[str, Any], repo: Repo, tmp_path: Path) -> None:
    small(repo)
    repo.git("checkout", "--quiet", "-b", "topic")
    log = tmp_path / "log"
    counting = f'#!/bin/sh\necho "$*" >> {shlex.quote(str(log))}\nexec {shutil.which("git")} "$@"\n'
    write_file(tmp_path / "bin" / "git", Exec(counting))
    files = [SUITE] if hook.get("pass_filenames", True) else []
    path = os.pathsep.join([str(tmp_path / "bin"), os.environ["PATH"]])
    done = process(*words(hook, *files)[1:], cwd=repo.root, environment={"PATH": path})
    assert done.returncode == 0, done.stderr
    assert len(log.read_text().splitlines()) == 1
