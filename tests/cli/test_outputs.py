"""Where results go: stdout carries them, stderr the rest, files as many as wanted, colour where it is seen."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from command_line import SUITE, Call, process, small, sound, triggers
from git_repo import Repo, clean_environment

RED = "\x1b[1;31m"


@pytest.fixture
def faulty(repo: Repo) -> Repo:
    """One error and one warning."""
    repo.commit({**sound(), SUITE: triggers("goat", "count woolly sheep").replace("true", "1", 1)})
    return repo


def test_output_takes_the_first_format(faulty: Repo, tmp_path: Path, call: Call) -> None:
    done = call("lint", faulty.root, "--format", "json", "--output", tmp_path / "deep" / "lint.json")
    assert (done.code, done.out) == (1, "")
    assert json.loads((tmp_path / "deep" / "lint.json").read_text())["version"] == 1


def test_several_formats_in_one_run(faulty: Repo, tmp_path: Path, call: Call) -> None:
    files = [f"--format=text={tmp_path / 'lint.txt'}", f"--format=json={tmp_path / 'lint.json'}"]
    done = call("lint", faulty.root, "--format", "github", *files)
    assert done.code == 1
    assert done.out.startswith(f"::error file={SUITE},")
    assert "not-boolean [S003]" in (tmp_path / "lint.txt").read_text()
    assert json.loads((tmp_path / "lint.json").read_text())["summary"]["errors"] == 1


def test_json_is_the_documented_shape(faulty: Repo, call: Call) -> None:
    found = call("lint", faulty.root, "--format", "json").json
    assert list(found) == ["version", "summary", "diagnostics"]
    assert list(found["summary"]) == [
        "errors", "warnings", "infos", "elsewhere", "skills", "suites", "files", "not_checked"
    ]  # fmt: skip
    assert list(found["diagnostics"][0]) == [
        "rule", "code", "severity", "path", "line", "column", "end_line", "end_column", "message", "suite", "fixable"
    ]  # fmt: skip


QUIET = [
    ["lint", "-q"],
    ["lint", "--quiet", "--format", "json"],
    ["lint", "--quiet", "--format", "github"],
    ["plan", "--quiet", "--base", "HEAD"],
    ["run", "--quiet"],
    ["run", "--quiet", "--all"],
    ["compare", "--quiet", "--base", "HEAD"],
    ["pr", "--quiet", "--base", "HEAD"],
]


@pytest.mark.parametrize("words", QUIET, ids=" ".join)
def test_quiet_leaves_stderr_empty(words: list[str], repo: Repo, tmp_path: Path, call: Call) -> None:
    out = ["--out", tmp_path / "out"] if words[0] == "pr" else []
    done = call(*words, *out, "--root", small(repo).root)
    assert (done.code, done.err) == (0, "")


def test_machine_formats_leave_a_word_on_stderr(faulty: Repo, call: Call) -> None:
    assert call("lint", faulty.root, "--format", "json").err == "errors: 1, warnings: 1\n"


@pytest.mark.parametrize(
    ("words", "no_color", "coloured"),
    [
        ([], None, False),
        (["--color", "always"], None, True),
        (["--color", "always"], "1", True),
        (["--color", "never"], None, False),
    ],
)
def test_colour_only_where_it_is_asked_for(
    words: list[str],
    no_color: str | None,
    coloured: bool,
    faulty: Repo,
    call: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    if no_color is not None:
        monkeypatch.setenv("NO_COLOR", no_color)
    assert (RED in call("lint", faulty.root, *words).out) is coloured


@pytest.mark.parametrize(("no_color", "coloured"), [("", True), ("1", False)])
def test_on_a_terminal_no_color_is_honoured(no_color: str, coloured: bool, faulty: Repo) -> None:
    ours, theirs = os.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "skill_evals", "lint", str(faulty.root)],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**clean_environment(), "NO_COLOR": no_color},
    )
    os.close(theirs)
    said = read_all(ours)
    assert process.wait() == 1
    assert (RED in said) is coloured


def read_all(handle: int) -> str:
    """Of a terminal; its end is an error on Linux."""
    parts = []
    while True:
        try:
            part = os.read(handle, 65536)
        except OSError:
            break
        if not part:
            break
        parts.append(part)
    os.close(handle)
    return b"".join(parts).decode()


def test_a_reader_that_leaves_is_no_failure_of_ours(faulty: Repo) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "skill_evals", "rules", "--format", "json"],
        stdout=writer,
        stderr=subprocess.PIPE,
        env=clean_environment(),
        check=False,
    )
    os.close(writer)
    assert done.returncode == 141, "as a shell reports a program that SIGPIPE ended"
    assert done.stderr == b""


def test_the_exit_code_of_a_process(faulty: Repo) -> None:
    assert process("lint", cwd=faulty.root).returncode == 1
    assert process("lint", "--base", "nowhere", cwd=faulty.root).returncode == 2


def test_dry_run_prints_the_plan_in_the_format_asked_for(repo: Repo, call: Call) -> None:
    done = call("run", "--all", "--dry-run", "--format", "json", "--root", small(repo).root)
    assert done.code == 0
    assert [job["skill"] for job in done.json["plan"]["jobs"]] == ["sheep"]
    assert done.json["run"] is None
    text = call("run", "--all", "--dry-run", "--root", repo.root)
    assert text.out.startswith("run   sheep triggers on local/lexical-bm25-v1: 10 cases")


def test_a_run_without_anything_to_do_says_what_would_run(repo: Repo, call: Call) -> None:
    done = call("run", "--root", small(repo).root)
    assert done.code == 0
    assert done.err == "Nothing has to run. `--all` runs every case; `--base REF` runs what a change affects.\n"


def test_reports_left_in_the_checkout_are_not_committed_by_accident(
    repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small(repo).root)
    assert call("pr", "--base", "HEAD").code == 0
    assert (repo.root / ".skill-evals" / "comment.md").is_file()
    assert repo.git("status", "--porcelain") == ""


def test_lexical_results_stay_out_of_the_tree_unless_asked_for(repo: Repo, tmp_path: Path, call: Call) -> None:
    results = small(repo).root / "skills/sheep/evals/results.json"
    done = call("run", "--all", "--root", repo.root)
    assert "--write-results does" in done.err
    assert not results.exists()
    call("run", "--all", "--root", repo.root, "--out", tmp_path / "out")
    assert (tmp_path / "out/skills/sheep/evals/results.json").is_file()
    assert not results.exists()
    call("run", "--all", "--root", repo.root, "--write-results")
    assert results.is_file()
    assert call("lint", repo.root).code == 0
