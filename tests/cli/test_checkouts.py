"""The repositories that people and CI really have: detached, dirty, untracked, renamed, with submodules, one deep."""

from pathlib import Path
from typing import Any

import pytest

from command_line import SUITE, Call, skill, small, sound, triggers
from git_repo import Repo

GOATS = "count woolly sheep and goats"


def jobs(done: Any) -> dict[str, list[str]]:
    """The reasons of every job by skill."""
    assert done.code == 0, done.err
    return {job["skill"]: job["reasons"] for job in done.json["jobs"]}


def plan(call: Call, repo: Repo, *words: object) -> dict[str, list[str]]:
    return jobs(call("plan", "--root", repo.root, "--format", "json", *words))


def test_a_detached_head_is_compared_like_any_other(repo: Repo, tmp_path: Path, call: Call) -> None:
    small(repo)
    repo.branch("change")
    repo.commit({"skills/sheep/SKILL.md": skill(does=GOATS)})
    repo.git("checkout", "--quiet", "--detach")
    assert plan(call, repo) == {"sheep": ["`description` of `sheep` changed"]}
    assert call("pr", "--root", repo.root, "--out", tmp_path / "out").code == 0
    assert call("compare", "--root", repo.root).code == 0
    assert call("lint", "--root", repo.root, "--base").code == 0


def test_what_is_not_committed_counts(repo: Repo, call: Call) -> None:
    small(repo).write({"skills/sheep/SKILL.md": skill(does=GOATS)})
    assert plan(call, repo) == {"sheep": ["`description` of `sheep` changed"]}
    repo.git("add", "--all")
    assert plan(call, repo) == {"sheep": ["`description` of `sheep` changed"]}


def test_an_untracked_suite_is_new(repo: Repo, tmp_path: Path, call: Call) -> None:
    small(repo).write(sound("zebra", "paint striped zebras"))
    found = plan(call, repo)
    assert found["zebra"] == ["`zebra` is new"]
    assert call("pr", "--root", repo.root, "--base", "main", "--out", tmp_path / "out").code == 0
    assert "zebra" in (tmp_path / "out" / "comment.md").read_text()


def test_an_ignored_suite_is_nobodys(repo: Repo, call: Call) -> None:
    repo.commit({**sound(), ".gitignore": "zebra\n"})
    repo.write(sound("zebra", "paint striped zebras"))
    assert "zebra" not in plan(call, repo)


def test_a_renamed_skill_keeps_what_its_cases_were(repo: Repo, call: Call) -> None:
    small(repo)
    repo.branch("change")
    repo.git("mv", "skills/sheep", "skills/flock")
    repo.commit()
    done = call("plan", "--root", repo.root, "--format", "json")
    assert done.code == 0
    assert "is new" not in str(done.json), "a rename is no new suite"


def test_a_submodule_is_left_to_its_own_repository(repo: Repo, tmp_path: Path, call: Call) -> None:
    other = Repo(tmp_path / "other")
    other.commit({"skills/x/SKILL.md": skill("x"), "skills/x/evals/triggers.json": "{"})
    small(repo)
    repo.branch("change")
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other.root.as_uri(), "vendor/other")
    repo.commit()
    assert call("lint", "--root", repo.root).code == 0
    assert plan(call, repo) == {}
    assert call("pr", "--root", repo.root, "--base", "main", "--out", tmp_path / "out").code == 0


@pytest.fixture
def merge(repo: Repo) -> Repo:
    """As a CI provider makes it: the merge of a pull request into a base branch that moved on meanwhile."""
    small(repo)
    repo.branch("change")
    repo.commit({"skills/sheep/SKILL.md": skill(does=GOATS)})
    repo.checkout("main")
    repo.commit(sound("zebra", "paint striped zebras"))
    repo.branch("merge")
    repo.git("merge", "--quiet", "--no-ff", "-m", "merge", "change")
    return repo


@pytest.mark.parametrize("verb", ["plan", "compare", "pr", "lint", "run"])
def test_one_deep_the_base_is_missing_and_the_line_to_fetch_it_is_printed(
    verb: str, merge: Repo, tmp_path: Path, call: Call
) -> None:
    clone = merge.clone(tmp_path / "clone", "--depth=1", "--branch=merge")
    base = merge.git("rev-parse", "main")
    words = ["--base"] if verb in ("lint", "run") else []
    done = call(verb, "--root", clone.root, *words)
    assert done.code == 2
    assert done.err == (
        f"skill-evals: the base commit {base} is not in this clone of depth 1\n"
        f"  run `git fetch --no-tags --depth=1 origin {base}`, or pass --fetch, or check out with `fetch-depth: 2`\n"
    )


def test_the_line_that_is_printed_works(merge: Repo, tmp_path: Path, call: Call) -> None:
    clone = merge.clone(tmp_path / "clone", "--depth=1", "--branch=merge")
    line = call("plan", "--root", clone.root).err.split("`")[1]
    clone.git(*line.split()[1:])
    assert plan(call, clone)["sheep"] == ["`description` of `sheep` changed"]


@pytest.mark.parametrize("words", [["--fetch"], ["--fetch", "--base", "main"], ["--fetch", "--base", "origin/main"]])
def test_fetch_gets_it(words: list[str], merge: Repo, tmp_path: Path, call: Call) -> None:
    clone = merge.clone(tmp_path / "clone", "--depth=1", "--branch=merge")
    found = plan(call, clone, *words)
    assert found["sheep"] == ["`description` of `sheep` changed"]
    assert "`zebra` is new" not in found.get("zebra", []), "what the base branch got meanwhile is not this change's"
    assert call("pr", "--root", clone.root, *words, "--out", tmp_path / "out").code == 0


def test_a_remote_that_cannot_be_reached(merge: Repo, tmp_path: Path, call: Call) -> None:
    clone = merge.clone(tmp_path / "clone", "--depth=1", "--branch=merge")
    clone.git("remote", "set-url", "origin", (tmp_path / "gone").as_uri())
    done = call("plan", "--root", clone.root, "--fetch")
    assert done.code == 2
    assert "check that `origin` can be reached" in done.err


def test_a_head_checkout_one_deep_says_what_to_do(merge: Repo, tmp_path: Path, call: Call) -> None:
    clone = merge.clone(tmp_path / "clone", "--depth=1", "--branch=change")
    done = call("pr", "--root", clone.root)
    assert done.code == 2
    assert "--base main --fetch" in done.err
    fetched = call("pr", "--root", clone.root, "--base", "main", "--fetch", "--out", tmp_path / "out")
    assert fetched.code == 0, fetched.err


def test_a_finding_that_the_change_does_not_cause_does_not_fail_it(repo: Repo, call: Call) -> None:
    repo.commit({**sound(), SUITE: triggers().replace("true", "1", 1)})
    repo.branch("change")
    repo.commit(sound("zebra", "paint striped zebras"))
    done = call("lint", "--root", repo.root, "--base", "main", "--format", "json")
    assert done.code == 0
    assert done.json["summary"]["elsewhere"] == 1
    assert call("lint", "--root", repo.root).code == 1
