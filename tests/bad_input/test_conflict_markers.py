"""A results file that a merge left with conflict markers is somebody's work: it is named, not guessed at or replaced."""

from pathlib import Path

import pytest

from command_line import Call, skill, sound
from git_repo import Repo

RESULTS = "skills/sheep/evals/results.json"
CONFLICT = b'{\n<<<<<<< HEAD\n  "schema": 5\n=======\n  "schema": 4\n>>>>>>> other\n}\n'


@pytest.fixture
def conflicted(repo: Repo) -> Repo:
    """`main` with results in conflict; on the branch a description changed, so that the suite has to run."""
    repo.commit({**sound(), RESULTS: CONFLICT})
    repo.branch("change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="count woolly sheep and goats")})
    return repo


def test_lint_says_which_line(conflicted: Repo, call: Call) -> None:
    done = call("lint", "--format", "json", "--root", conflicted.root)
    assert done.code == 1
    (found,) = [one for one in done.json["diagnostics"] if one["path"] == RESULTS]
    assert found["rule"] == "invalid-document"
    assert (found["line"], found["column"]) == (2, 1)
    assert "conflict" in found["message"]


def test_normalize_refuses(conflicted: Repo, call: Call) -> None:
    done = call("results", "normalize", conflicted.root / RESULTS)
    assert done.code == 2
    assert done.out == ""
    assert "conflict" in done.err


def test_a_pull_request_has_no_baseline_and_says_why(conflicted: Repo, tmp_path: Path, call: Call) -> None:
    done = call("pr", "--base", "main", "--root", conflicted.root, "--out", tmp_path / "out")
    assert done.code == 0, "the fault is of the base branch, and this change neither touches nor causes it"
    comment = (tmp_path / "out" / "comment.md").read_text()
    assert f"No baseline from {RESULTS} of the base" in comment.replace("`", "").replace("\\", "")
    assert "conflict" in comment


def test_a_pull_request_that_brings_the_markers_does_not_pass(repo: Repo, tmp_path: Path, call: Call) -> None:
    repo.commit(sound())
    repo.branch("change")
    repo.commit({RESULTS: CONFLICT})
    done = call("pr", "--base", "main", "--root", repo.root, "--out", tmp_path / "out")
    assert done.code == 1
    assert f"{RESULTS}:2:1" in (tmp_path / "out" / "comment.md").read_text()


def test_a_run_does_not_begin_where_it_could_not_be_kept(conflicted: Repo, call: Call) -> None:
    done = call("run", "--base", "main", "--root", conflicted.root, "--write-results")
    assert done.code == 2
    assert f"what is measured could not be kept: {RESULTS}:2 holds the markers" in done.err
    assert "mend the file first" in done.err
    assert (conflicted.root / RESULTS).read_bytes() == CONFLICT


def test_nothing_is_written_over_it(conflicted: Repo, tmp_path: Path, call: Call) -> None:
    words = ("--base", "main", "--root", conflicted.root)
    assert call("pr", *words, "--write-results", "--out", tmp_path / "out").code == 0
    assert call("run", *words).code == 0
    assert (conflicted.root / RESULTS).read_bytes() == CONFLICT


def test_compare_names_what_it_leaves_out(conflicted: Repo, call: Call) -> None:
    done = call("compare", "--base", "main", "--root", conflicted.root)
    assert done.code == 0
    told = done.err.splitlines()
    assert [line.partition(": ")[0] for line in told] == ["not compared, at the base", "not compared, at the head"]
    assert all("merge conflict" in line for line in told)
