"""Repositories that lack what a verb needs: nothing in them, no commit, no base, no git."""

from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import SUITE, Call, skill, small, sound
from git_repo import Repo
from skill_evals.edges.files import WorkingTree


def test_an_empty_repository_has_nothing_to_lint(repo: Repo, call: Call) -> None:
    done = call("lint", repo.root)
    assert done.code == 0
    assert done.out.startswith("0 errors, 0 warnings, 0 infos in 0 suites and 0 skills")
    assert "nothing was checked" in done.err


def test_an_empty_folder_has_nothing_to_lint(tmp_path: Path, call: Call) -> None:
    done = call("lint", "--root", tmp_path)
    assert done.code == 0
    assert "nothing was checked" in done.err


@pytest.mark.parametrize("words", [["lint", "--base"], ["plan"], ["compare"], ["pr"], ["run", "--base", "main"]])
def test_without_a_commit_there_is_no_base(words: list[str], repo: Repo, call: Call) -> None:
    repo.write(sound())
    done = call(*words, "--root", repo.root)
    assert done.code == 2
    assert done.err == (
        "skill-evals: this repository has no commit yet\n"
        "  commit once; `lint`, `plan --all` and `run --all` need no commit where --base is left out\n"
    )


@pytest.mark.parametrize("words", [["lint", "--base"], ["plan"], ["compare"], ["pr"], ["run", "--base", "main"]])
def test_without_git_there_is_no_base(words: list[str], tmp_path: Path, call: Call) -> None:
    Repo(tmp_path / "tree", start=False).write(sound())
    done = call(*words, "--root", tmp_path / "tree")
    assert done.code == 2
    assert "is in no git repository" in done.err
    assert "`lint`, `plan --all` and `run --all` need no git where --base is left out" in done.err


def test_without_git_a_tree_is_linted_and_run(tmp_path: Path, call: Call) -> None:
    Repo(tmp_path / "tree", start=False).write(sound())
    assert call("lint", tmp_path / "tree").code == 0
    done = call("run", "--all", "--root", tmp_path / "tree")
    assert done.code == 0
    assert "sheep triggers on local/lexical-bm25-v1: 10 of 10 pass" in done.out


@pytest.mark.parametrize("verb", ["lint", "plan", "compare", "pr", "run"])
def test_a_base_that_does_not_exist(verb: str, repo: Repo, call: Call) -> None:
    small(repo)
    done = call(verb, "--base", "nowhere", "--root", repo.root)
    assert done.code == 2
    assert done.err == (
        "skill-evals: there is no revision `nowhere` in this repository\n"
        "  check the name, or fetch it: git fetch --no-tags origin nowhere (--fetch does it)\n"
    )


def test_a_path_behind_base_is_taken_for_a_revision_and_the_message_says_so(repo: Repo, call: Call) -> None:
    small(repo)
    done = call("lint", "--root", repo.root, "--base", repo.root / "skills")
    assert done.code == 2
    assert "it is the name of a path here" in done.err
    assert "name paths before --base, or the base as --base=REF" in done.err
    assert call("lint", repo.root / "skills", "--root", repo.root, "--base").code == 0


@pytest.mark.parametrize("verb", ["run", "plan"])
def test_what_cannot_be_read_is_not_passed_over_in_silence(verb: str, repo: Repo, call: Call) -> None:
    small(repo)
    repo.write({SUITE: '[{"query": "count" "should_trigger": true}]'})
    done = call(verb, "--base", "main", "--root", repo.root)
    assert done.code == 0
    assert (
        f"{SUITE}:1:18: cannot be read, and counts for nothing here: not valid JSON: a comma is missing after this "
        "value; `skill-evals lint` says more\n"
    ) in done.err


@pytest.fixture
def locked(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Takes the right to read a file away, from root as well, whom modes do not hold."""

    def lock(path: str) -> None:
        read = WorkingTree._read_regular

        def refused(tree: WorkingTree, asked: str) -> bytes:
            if asked == path:
                raise PermissionError(13, "Permission denied")
            return read(tree, asked)

        monkeypatch.setattr(WorkingTree, "_read_regular", refused)

    return lock


@pytest.mark.parametrize(
    ("path", "rule"), [(SUITE, "invalid-document"), ("skills/sheep/SKILL.md", "invalid-frontmatter")]
)
def test_a_file_that_may_not_be_read_is_an_error(
    path: str, rule: str, repo: Repo, call: Call, locked: Callable[[str], None]
) -> None:
    small(repo)
    locked(path)
    done = call("lint", repo.root)
    assert done.code == 1
    assert f"{path}:1:1: error {rule} " in done.out
    assert "the file cannot be read: Permission denied; check its permissions" in done.out
    assert f"{path}:1:1: cannot be read, and counts for nothing here" in call("run", "--root", repo.root).err


def test_a_suite_of_another_shape_is_not_passed_over_in_silence(repo: Repo, call: Call) -> None:
    repo.commit({**sound(), "evals/promptfoo.yaml": "prompts: [a]\nproviders: [b]\ntests:\n  - vars: {x: 1}\n"})
    done = call("run", "--all", "--root", repo.root)
    assert "1 file is of a shape that cannot be run, such as evals/promptfoo.yaml (promptfoo)" in done.err


@pytest.mark.parametrize("words", [["lint"], ["run", "--all"], ["run"], ["plan", "--base"], ["pr", "--base"]])
def test_skills_without_any_suite_are_told_how_to_get_one(
    words: list[str], repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.commit({"skills/sheep/SKILL.md": skill()})
    monkeypatch.chdir(repo.root)
    done = call(*words)
    assert done.code == 0
    assert done.err.startswith("No suite was found, so nothing would show if a change broke a skill.")
    assert "docs/first-suite.md" in done.err
    assert "Nothing has to run" not in done.err
    assert "No suite" not in call(*words, "--quiet").err


@pytest.mark.parametrize("verb", ["plan", "run", "pr"])
def test_nothing_at_all_is_no_clean_sweep(verb: str, repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({"README.md": "Nothing yet.\n"})
    monkeypatch.chdir(repo.root)
    done = call(verb, "--base")
    assert done.code == 0
    assert done.err.startswith("No skill or suite was found there, so nothing was checked. ")


def test_named_files_are_not_asked_for_suites(repo: Repo, call: Call) -> None:
    repo.commit({"skills/sheep/SKILL.md": skill()})
    assert call("lint", repo.root / "skills" / "sheep" / "SKILL.md").err == ""


def test_what_only_informs_is_said_beside_the_outcome(repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.commit({**sound("sheep"), **sound("goat", "feed hungry goats")})
    repo.write({"skills/goat/SKILL.md": skill("goat", "count woolly sheep, ten or twenty of them please")})
    monkeypatch.chdir(repo.root)
    done = call("pr", "--base", "main")
    assert done.code == 0
    outcome, *notes = done.err.splitlines()[-3:]
    assert outcome.startswith("regressed: ")
    assert "since the backend lexical was not chosen by name" in notes[0]


@pytest.mark.parametrize("name", ["skill-evals.yml", ".skill-evals.json", ".github/skill-evals.yml"])
@pytest.mark.parametrize("words", [["lint"], ["plan", "--all"], ["run", "--all"], ["pr", "--base"]])
def test_a_configuration_of_another_name_is_told(
    words: list[str], name: str, repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(repo)
    repo.write({name: "jobs: 1\n"})
    monkeypatch.chdir(repo.root)
    told = f"{name} is not read; a configuration is named .skill-evals.yml and lies at the root\n"
    assert told in call(*words).err
    assert told not in call(*words, "--quiet").err
    repo.write({".skill-evals.yml": "jobs: 1\n"})
    assert told not in call(*words).err


def test_the_doctor_takes_a_configuration_of_another_name_for_broken(repo: Repo, call: Call) -> None:
    small(repo)
    repo.write({"skill-evals.yml": "jobs: 1\n"})
    done = call("doctor", "--root", repo.root)
    assert done.code == 1
    assert "skill-evals.yml is not read" in done.out
    assert "rename it to .skill-evals.yml" in done.out


def test_nothing_to_compare_is_told(repo: Repo, call: Call) -> None:
    small(repo)
    assert "Neither side holds results" in call("compare", "--base", "--root", repo.root).err
    assert call("compare", "--base", "--quiet", "--root", repo.root).err == ""
