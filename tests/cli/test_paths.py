"""What a path argument means: files, folders, what is excluded, what git ignores, and names without their content."""

from pathlib import Path

import pytest

from command_line import SUITE, Call, sound, triggers
from git_repo import Link, Repo

WRONG = triggers().replace("true", "1", 1)
OTHER = "skills/zebra/evals/triggers.json"


@pytest.fixture
def two(repo: Repo) -> Repo:
    """Two skills, each with one error."""
    zebra = {**sound("zebra", "paint striped zebras"), OTHER: WRONG.replace("sheep", "zebra")}
    repo.commit({**sound(), SUITE: WRONG, **zebra})
    return repo


def paths(call: Call, *words: object) -> list[str]:
    """Where the wrong value of the suites is found."""
    done = call("lint", "--format", "json", *words)
    assert done.code in (0, 1), done.err
    return [found["path"] for found in done.json["diagnostics"] if found["rule"] == "not-boolean"]


def test_no_path_means_the_repository_around(two: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(two.root / "skills" / "sheep")
    assert paths(call) == [SUITE, OTHER]


def test_a_folder_limits_what_is_spoken_about(two: Repo, call: Call) -> None:
    assert paths(call, two.root / "skills" / "zebra") == [OTHER]
    assert paths(call, two.root / "skills") == [SUITE, OTHER]


def test_a_file_is_linted_among_its_repository(two: Repo, call: Call) -> None:
    assert paths(call, two.root / SUITE) == [SUITE]
    assert paths(call, two.root / SUITE, two.root / OTHER) == [SUITE, OTHER]


def test_paths_are_relative_to_the_root(two: Repo, call: Call) -> None:
    assert paths(call, "--root", two.root / "skills") == [SUITE.removeprefix("skills/"), OTHER.removeprefix("skills/")]


def test_excluded_files_are_read_where_they_are_named(two: Repo, call: Call) -> None:
    excluded = "templates/evals/triggers.json"
    two.commit({excluded: WRONG})
    assert excluded not in paths(call, two.root)
    assert excluded in paths(call, two.root / excluded)
    assert paths(call, two.root / excluded, "--force-exclude") == []
    assert paths(call, two.root, "--extend-exclude", "skills/zebra/**") == [SUITE]


def test_a_file_that_git_ignores_is_read_where_it_is_named(two: Repo, call: Call) -> None:
    ignored = "skills/sheep/evals/local.triggers.json"
    two.commit({".gitignore": "local.*\n"})
    two.write({ignored: WRONG})
    assert ignored not in paths(call, two.root)
    assert ignored in paths(call, two.root / ignored)


def test_a_folder_in_which_nothing_is_found_is_no_silent_pass(two: Repo, call: Call) -> None:
    two.commit({"templates/evals/triggers.json": WRONG})
    done = call("lint", two.root / "templates")
    assert done.code == 0
    assert "nothing was checked" in done.err


@pytest.mark.parametrize(
    ("content", "words"),
    [("text", "it is neither JSON nor YAML"), (Link("elsewhere"), "it is neither JSON nor YAML")],
)
def test_a_named_file_that_is_no_suite_is_said_to_be_none(
    content: str | Link, words: str, two: Repo, call: Call
) -> None:
    two.commit({"notes.txt": content})
    done = call("lint", two.root / "notes.txt")
    assert done.code == 0
    assert "notes.txt:1:1: info unknown-suite" in done.out
    assert words in done.out


def test_names_from_a_listing_exist_without_their_content(repo: Repo, tmp_path: Path, call: Call) -> None:
    evals = (
        '{"skill_name": "sheep", "evals": [{"id": 1, "prompt": "Count", "expectations": ["ten"],'
        ' "files": ["evals/files/flock.txt"]}]}'
    )
    repo.commit({**sound(), "skills/sheep/evals/evals.json": evals})
    listing = tmp_path / "listing.txt"
    listing.write_text("skills/sheep/evals/files/flock.txt\n")
    assert "missing-fixture" in call("lint", repo.root, "--format", "json").rules
    with_names = call("lint", "--root", repo.root, "--tree-listing", listing, "--format", "json", repo.root)
    assert "missing-fixture" not in with_names.rules


@pytest.mark.parametrize("verb", ["plan", "run", "pr", "compare"])
def test_other_verbs_work_from_a_folder_below(
    verb: str, repo: Repo, tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit(sound())
    monkeypatch.chdir(repo.root / "skills" / "sheep")
    out = ["--out", tmp_path / "out"] if verb == "pr" else []
    assert call(verb, "--base", "HEAD", *out).code == 0
