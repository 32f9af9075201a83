"""``lint --fix`` and ``--diff`` as a user meets them: what is written, what is printed, and the exit code."""

import stat
import subprocess
from pathlib import Path

import pytest

from command_line import SUITE, Call, skill, small, sound, triggers
from git_repo import Link, Repo, clean_environment
from skill_evals.app.lint import Linted, LintRequest, lint
from skill_evals.errors import UsageError

YES = '"yes"'
WRONG = triggers().replace("true", YES, 1)
GUESS = triggers().replace("true", "1", 1)


@pytest.fixture
def faulty(repo: Repo) -> Repo:
    repo.commit({**sound(), SUITE: WRONG})
    return repo


def test_fix_writes_the_repair_and_reports_what_is_left(faulty: Repo, call: Call) -> None:
    done = call("lint", "--fix", faulty.root)
    assert (done.code, done.err) == (0, "fixed 1 finding in 1 file\n")
    assert (faulty.root / SUITE).read_text() == triggers()
    assert faulty.git("diff", "--numstat").split() == ["1", "1", SUITE]


def test_a_second_time_nothing_is_written(faulty: Repo, call: Call) -> None:
    call("lint", "--fix", faulty.root)
    before = (faulty.root / SUITE).stat()
    assert call("lint", "--fix", faulty.root).err == "fixed 0 findings in 0 files\n"
    assert (faulty.root / SUITE).stat().st_ino == before.st_ino


def test_diff_prints_a_patch_that_git_takes_and_writes_nothing(faulty: Repo, call: Call, tmp_path: Path) -> None:
    done = call("lint", "--diff", faulty.root)
    assert (done.code, done.err) == (1, "would fix 1 finding in 1 file\n")
    assert faulty.git("status", "--porcelain") == ""
    patch = tmp_path / "fix.patch"
    patch.write_text(done.out)
    faulty.git("apply", str(patch))
    assert (faulty.root / SUITE).read_text() == triggers()


def test_diff_of_a_sound_tree_is_empty(repo: Repo, call: Call) -> None:
    done = call("lint", "--diff", small(repo).root)
    assert (done.code, done.out) == (0, "")


def test_diff_writes_reports_into_files_all_the_same(faulty: Repo, call: Call, tmp_path: Path) -> None:
    done = call("lint", "--diff", faulty.root, "--format", f"json={tmp_path / 'lint.json'}")
    assert done.out.startswith("--- a/skills/sheep")
    assert '"rule": "not-boolean"' in (tmp_path / "lint.json").read_text()


def test_a_finding_says_which_option_fixes_it(repo: Repo, call: Call) -> None:
    repo.commit({**sound(), SUITE: WRONG})
    assert "(fixable)\n" in call("lint", repo.root).out
    repo.write({SUITE: GUESS})
    assert "(fixable with --unsafe-fixes)\n" in call("lint", repo.root).out


def test_what_guesses_wants_to_be_asked_for(repo: Repo, call: Call) -> None:
    repo.commit({**sound(), SUITE: GUESS})
    done = call("lint", "--fix", repo.root)
    assert (done.code, done.err) == (1, "fixed 0 findings in 0 files\n--unsafe-fixes would try 1 more\n")
    assert call("lint", "--fix", "--unsafe-fixes", repo.root).code == 0
    assert (repo.root / SUITE).read_text() == triggers()


@pytest.mark.parametrize("words", [("--fix", "--diff"), ("--unsafe-fixes",)])
def test_options_that_do_not_go_together(faulty: Repo, call: Call, words: tuple[str, ...]) -> None:
    done = call("lint", *words, faulty.root)
    assert done.code == 2
    assert "--fix" in done.err


def test_only_what_was_asked_about_is_fixed(faulty: Repo, call: Call) -> None:
    other = "skills/zebra/evals/triggers.json"
    faulty.commit({**sound("zebra", "paint zebras"), other: triggers("zebra", "paint zebras").replace("true", YES, 1)})
    call("lint", "--fix", faulty.root / "skills" / "zebra")
    assert faulty.git("status", "--porcelain").split() == ["M", other]


def test_with_a_base_only_the_change_is_fixed(faulty: Repo, call: Call) -> None:
    other = "skills/zebra/evals/triggers.json"
    faulty.git("switch", "--quiet", "--create", "topic")
    faulty.commit({**sound("zebra", "paint zebras"), other: triggers("zebra", "paint zebras").replace("true", YES, 1)})
    call("lint", "--fix", "--base", "main", "--root", faulty.root)
    assert faulty.git("status", "--porcelain").split() == ["M", other]


def test_a_finding_that_is_silenced_is_not_fixed(repo: Repo, call: Call) -> None:
    suite = f"// skill-evals: ignore[not-boolean] on purpose\n{WRONG.replace(chr(10), ' ')}"
    repo.commit({"skills/sheep/SKILL.md": skill(), "skills/sheep/evals/triggers.jsonc": suite})
    call("lint", "--fix", repo.root)
    assert (repo.root / "skills/sheep/evals/triggers.jsonc").read_text() == suite


def test_an_excluded_file_is_left_alone(faulty: Repo, call: Call) -> None:
    call("lint", "--fix", "--extend-exclude", "skills/sheep/evals/**", faulty.root)
    assert (faulty.root / SUITE).read_text() == WRONG


def test_nothing_is_written_through_a_link(repo: Repo, call: Call, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text(WRONG)
    repo.commit({**sound(), SUITE: Link(str(outside))})
    call("lint", "--fix", repo.root)
    assert outside.read_text() == WRONG
    assert (repo.root / SUITE).is_symlink()


def test_permissions_stay(faulty: Repo, call: Call) -> None:
    (faulty.root / SUITE).chmod(0o640)
    call("lint", "--fix", faulty.root)
    assert stat.S_IMODE((faulty.root / SUITE).stat().st_mode) == 0o640


def test_a_file_that_changes_meanwhile_is_left_as_it_is(
    faulty: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    later = WRONG.replace("Write a", "Compose a")

    def and_somebody_saves(request: LintRequest) -> Linted:
        linted = lint(request)
        linted.reading.document(SUITE)
        (faulty.root / SUITE).write_text(later)
        return linted

    monkeypatch.setattr("skill_evals.app.fix.lint", and_somebody_saves)
    done = call("lint", "--fix", faulty.root)
    assert (faulty.root / SUITE).read_text() == later
    assert done.code == 1
    assert "changed while it was linted" in done.err
    assert "0 of 1 files were written" in done.err


def test_a_file_in_a_folder_that_cannot_be_written_is_said(
    faulty: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, data: bytes, *, beneath: Path) -> None:
        raise UsageError(f"{path.name} cannot be written: disk full", cure="make room")

    monkeypatch.setattr("skill_evals.app.fix.write_atomic", refuse)
    done = call("lint", "--fix", faulty.root)
    assert (done.code, (faulty.root / SUITE).read_text()) == (1, WRONG)
    assert "disk full; make room" in done.err


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[\n 1\n]", "[\n 2\n]"),
        ("a\r\nb\r\n", "a\r\nc\r\n"),
        ("\ufeffa\n\fb\u2028\n", "a\n\fb\u2028\n"),
        ("a\nb", "a\nb\n"),
    ],
)
@pytest.mark.parametrize("name", ["a b/é.json", 'a"b\\c.json', "tab\there.json"])
def test_git_takes_any_patch(name: str, before: str, after: str, tmp_path: Path) -> None:
    from skill_evals.report.fix_diff import unified

    file = tmp_path / name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(before.encode())
    patch = unified(name, before.encode(), after.encode()).encode()
    subprocess.run(["git", "apply", "-"], cwd=tmp_path, env=clean_environment(), input=patch, check=True)
    assert file.read_bytes() == after.encode()
