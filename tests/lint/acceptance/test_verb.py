"""A baseline as a user meets it: written once, only ever smaller, and no way around a pull request's own findings."""

import json
import shutil
from pathlib import Path

import pytest

from command_line import SUITE, Call, skill, sound, triggers
from git_repo import Repo

FILE = ".skill-evals-baseline.json"
BOTH = ["duplicate-query", "skill-name-mismatch"]


def faulty(name: str = "goat") -> str:
    """One error (a query twice) and one warning (another skill's name)."""
    document = json.loads(triggers(name, "count woolly sheep"))
    document["queries"].append(document["queries"][0])
    return json.dumps(document, indent=1) + "\n"


@pytest.fixture
def old(repo: Repo, call: Call) -> Repo:
    """A repository with faults, accepted as they are on `main`."""
    repo.commit({**sound(), SUITE: faulty()})
    done = call("lint", repo.root, "--write-baseline")
    assert (done.code, done.err) == (0, f"{FILE} accepts 2 findings\n")
    repo.commit({})
    return repo


def accepted(repo: Repo) -> list[str]:
    return [entry["rule"] for entry in json.loads((repo.root / FILE).read_text("utf-8"))["accepted"]]


def test_what_is_accepted_no_longer_counts(old: Repo, call: Call) -> None:
    done = call("lint", old.root)
    assert done.code == 0
    assert "0 errors, 0 warnings" in done.out
    assert "2 findings accepted by the baseline file" in done.out
    assert call("lint", old.root, "--format", "json").json["summary"]["accepted"] == 2
    shown = call("lint", old.root, "--no-baseline", "--format", "json")
    assert (shown.code, sorted(shown.rules)) == (1, BOTH)


def test_moved_lines_and_a_renamed_file_stay_accepted(old: Repo, call: Call) -> None:
    text = (old.root / SUITE).read_text("utf-8")
    old.write({SUITE: text.replace("[", "[\n\n\n", 1)})
    assert call("lint", old.root).code == 0
    shutil.move(old.root / SUITE, old.root / SUITE.replace("triggers", "trigger-eval"))
    assert call("lint", old.root).code == 0
    call("lint", old.root, "--write-baseline")
    assert "trigger-eval.json" in (old.root / FILE).read_text("utf-8")


def test_a_new_finding_counts_and_no_rewrite_accepts_it(old: Repo, call: Call) -> None:
    before = (old.root / FILE).read_bytes()
    old.write({"skills/sheep/evals/evals.json": '{"skill_name": "cow", "evals": []}'})
    for words in ([], ["--write-baseline"]):
        assert call("lint", old.root, "--fail-on", "warning", *words).code == 1
    assert (old.root / FILE).read_bytes() == before
    grown = call("lint", old.root, "--fail-on", "warning", "--grow-baseline")
    assert grown.code == 0
    assert len(accepted(old)) > 2


def test_what_was_repaired_must_leave_the_file(old: Repo, call: Call) -> None:
    old.write({SUITE: faulty("sheep")})
    done = call("lint", old.root, "--format", "json")
    assert (done.code, done.rules) == (1, ["baseline"])
    assert done.json["diagnostics"][0]["path"] == FILE
    assert done.json["diagnostics"][0]["line"] == 5
    assert call("lint", old.root, "--write-baseline").code == 0
    assert accepted(old) == ["duplicate-query"]
    assert call("lint", old.root).code == 0


def test_part_of_the_tree_or_of_the_rules_judges_only_its_own_entries(old: Repo, call: Call) -> None:
    old.write({"skills/goat/SKILL.md": skill("goat")})
    assert call("lint", old.root / "skills" / "goat", "--root", old.root).code == 0
    assert call("lint", old.root, "--select", "D").code == 0
    call("lint", old.root, "--select", "D", "--write-baseline")
    assert sorted(accepted(old)) == BOTH


def test_a_change_that_adds_entries_is_not_judged_by_them(old: Repo, call: Call) -> None:
    old.git("checkout", "--quiet", "-b", "feature")
    new = {f"skills/cow/{name}": text for name, text in (("SKILL.md", skill("cow", "milk brown cows")),)}
    document = json.loads(triggers("cow", "milk brown cows"))
    document["queries"].append(document["queries"][0])
    new["skills/cow/evals/triggers.json"] = json.dumps(document, indent=1)
    old.commit(new)
    call("lint", old.root, "--grow-baseline")
    old.commit({})
    assert call("lint", old.root).code == 0
    done = call("lint", old.root, "--base", "main")
    assert done.code == 1
    assert "skills/cow/evals/triggers.json" in done.out
    assert "1 finding above that new entries of the baseline file accept only after the merge" in done.out
    assert "2 findings accepted by the baseline file" in done.out


def test_a_change_that_brings_the_first_file_passes_since_old_findings_lie_elsewhere(repo: Repo, call: Call) -> None:
    repo.commit({**sound(), SUITE: faulty()})
    repo.git("checkout", "--quiet", "-b", "feature")
    call("lint", repo.root, "--write-baseline")
    repo.commit({})
    done = call("lint", repo.root, "--base", "main")
    assert done.code == 0
    assert "2 findings elsewhere" in done.out
    assert "warning weakened-policy [P002] the baseline file accepts more than before" in done.out
    assert "only after the merge" not in done.out


def test_a_pull_request_is_told_what_is_accepted(old: Repo, call: Call, tmp_path: Path) -> None:
    old.git("checkout", "--quiet", "-b", "feature")
    old.write({"skills/sheep/SKILL.md": skill(does="count woolly sheep and lambs")})
    old.commit({})
    call("pr", "--root", old.root, "--base", "main", "--backend", "lexical", "--out", tmp_path / "out")
    assert "0 errors, 0 warnings" in (tmp_path / "out" / "comment.md").read_text("utf-8")
    assert "2 accepted by the baseline file" in (tmp_path / "out" / "comment.md").read_text("utf-8")


def test_a_file_renamed_in_a_change_stays_accepted(old: Repo, call: Call) -> None:
    old.git("checkout", "--quiet", "-b", "feature")
    old.git("mv", SUITE, SUITE.replace("triggers", "trigger-eval"))
    call("lint", old.root, "--write-baseline")
    old.commit({})
    done = call("lint", old.root, "--base", "main")
    assert (done.code, "2 findings accepted" in done.out) == (0, True)


def test_the_configuration_says_where_the_file_is(repo: Repo, call: Call) -> None:
    repo.commit({**sound(), SUITE: faulty(), ".skill-evals.yml": "baseline: quality/accepted.json\n"})
    (repo.root / "quality").mkdir()
    assert call("lint", repo.root, "--write-baseline").code == 0
    assert (repo.root / "quality" / "accepted.json").is_file()
    assert call("lint", repo.root).code == 0


def test_a_baseline_is_of_a_tree_and_not_of_a_change(old: Repo, call: Call) -> None:
    done = call("lint", old.root, "--write-baseline", "--base=main")
    assert (done.code, "leave out --base" in done.err) == (2, True)


def test_a_file_that_is_no_baseline_is_refused(old: Repo, call: Call) -> None:
    old.write({FILE: "[]"})
    for words in ([], ["--write-baseline"]):
        done = call("lint", old.root, *words)
        assert done.code == 2
        assert f"{FILE}:1:1: it holds no list `accepted`" in done.err


def test_it_is_not_written_through_a_link(repo: Repo, call: Call, tmp_path: Path) -> None:
    repo.commit({**sound(), SUITE: faulty()})
    outside = tmp_path / "outside.json"
    outside.write_text("mine", "utf-8")
    (repo.root / FILE).symlink_to(outside)
    assert call("lint", repo.root, "--write-baseline").code == 2
    assert outside.read_text("utf-8") == "mine"


@pytest.mark.parametrize(("word", "title"), [("baseline", "# baseline (X002)"), ("X001", "# internal-error (X001)")])
def test_what_lint_says_of_itself_is_explained_too(word: str, title: str, call: Call) -> None:
    done = call("explain", word)
    assert done.code == 0
    assert done.out.startswith(f"{title}\n\n")
