"""`lint -`: an editor sends the text of its buffer, and gets findings or the fixed text."""

import io
import json
from collections.abc import Callable

import pytest

from command_line import SUITE, Call, Done, small, sound, triggers
from git_repo import Link, Repo

Pipe = Callable[..., Done]

TWICE = json.dumps({
    "skill_name": "sheep",
    "evals": [{"id": "a", "prompt": "Count them", "expectations": ["They are counted"]}] * 2,
})  # fmt: skip


@pytest.fixture
def pipe(call: Call, monkeypatch: pytest.MonkeyPatch) -> Pipe:
    """`skill-evals lint - WORDS` with a document on stdin."""

    def run(document: str | bytes, *words: object) -> Done:
        data = document.encode() if isinstance(document, str) else document
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        return call("lint", "-", *words)

    return run


def test_the_text_on_stdin_counts_and_not_the_file(repo: Repo, pipe: Pipe) -> None:
    path = small(repo).root / SUITE
    assert pipe(triggers(), "--stdin-filename", path, "--format", "json").rules == []
    done = pipe(triggers().replace("true", '"true"', 1), "--stdin-filename", path, "--format", "json")
    assert (done.code, done.rules) == (1, ["not-boolean"])
    assert [found["path"] for found in done.json["diagnostics"]] == [SUITE]


def test_the_text_report_shows_the_line_of_the_buffer(repo: Repo, pipe: Pipe) -> None:
    done = pipe(triggers().replace("true", '"yes, really"', 1), "--stdin-filename", small(repo).root / SUITE)
    assert '"should_trigger": "yes, really"' in done.out


def test_the_repository_around_it_is_seen(repo: Repo, pipe: Pipe) -> None:
    """The query stands in the neighbour's file, on disk, with the other label."""
    small(repo)
    query = "Write a poem about the cold blue sea, where tired fishermen hardly ever sleep"
    other = json.dumps({"skill_name": "sheep", "queries": [{"query": query, "should_trigger": True}]})
    done = pipe(other, "--stdin-filename", repo.root / "skills/sheep/evals/zz-triggers.json", "--format", "json")
    assert "conflicting-query" in done.rules
    assert {found["path"] for found in done.json["diagnostics"]} == {"skills/sheep/evals/zz-triggers.json"}


def test_a_file_that_is_not_there_yet_and_its_folder_neither(repo: Repo, pipe: Pipe) -> None:
    path = small(repo).root / "skills/sheep/evals/new/deep/evals.json"
    assert "duplicate-id" in pipe(TWICE, "--stdin-filename", path, "--format", "json").rules
    assert not path.exists()


def test_a_relative_name_is_of_the_current_folder(repo: Repo, pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(small(repo).root / "skills/sheep")
    done = pipe("{", "--stdin-filename", "evals/triggers.json", "--format", "json")
    assert [(found["rule"], found["path"]) for found in done.json["diagnostics"]] == [("invalid-document", SUITE)]


def test_a_buffer_of_a_linked_file_is_read_at_the_links_name(repo: Repo, pipe: Pipe) -> None:
    small(repo).write({"skills/sheep/evals/evals.json": Link("../../../elsewhere.json"), "elsewhere.json": "{}"})
    done = pipe(TWICE, "--stdin-filename", repo.root / "skills/sheep/evals/evals.json", "--format", "json")
    assert "duplicate-id" in done.rules


def test_the_configuration_itself_may_come(repo: Repo, pipe: Pipe) -> None:
    done = pipe("jobs: none\n", "--stdin-filename", small(repo).root / ".skill-evals.yml")
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("skill-evals: .skill-evals.yml:1:7: jobs is 'none'")
    assert pipe("jobs: 3\n", "--stdin-filename", repo.root / ".skill-evals.yml").code == 0


class TestFix:
    def test_the_fixed_text_is_all_that_stdout_holds(self, repo: Repo, pipe: Pipe) -> None:
        small(repo)
        text = triggers().replace("true", '"true"', 1)
        done = pipe(text, "--fix", "--stdin-filename", repo.root / SUITE)
        assert (done.code, done.out) == (0, triggers())
        assert (repo.root / SUITE).read_text() == triggers()

    def test_a_text_without_anything_to_fix_comes_back_as_it_is(self, repo: Repo, pipe: Pipe) -> None:
        text = triggers().replace("\n", "\r\n")
        assert pipe(text, "--fix", "--stdin-filename", small(repo).root / SUITE).out == text

    @pytest.mark.parametrize(
        "name", ["notes.txt", "skills/sheep/evals/files/a.json", "skills/sheep/testdata/evals.json"]
    )
    def test_a_text_that_is_not_ours_comes_back_too(self, name: str, repo: Repo, pipe: Pipe) -> None:
        done = pipe("any text\n", "--fix", "--force-exclude", "--stdin-filename", small(repo).root / name)
        assert (done.code, done.out) == (0, "any text\n")

    def test_what_is_left_is_counted_and_decides(self, repo: Repo, pipe: Pipe) -> None:
        path = small(repo).root / "skills/sheep/evals/evals.json"
        done = pipe(TWICE, "--fix", "--stdin-filename", path)
        assert (done.code, done.out) == (1, TWICE)
        assert "errors left: 1" in done.err

    def test_the_diff_instead(self, repo: Repo, pipe: Pipe) -> None:
        done = pipe(triggers().replace("true", '"true"', 1), "--diff", "--stdin-filename", small(repo).root / SUITE)
        assert [line for line in done.out.splitlines() if line.startswith(("-  ", "+  "))] == [
            '-   "should_trigger": "true"',
            '+   "should_trigger": true',
        ]

    def test_a_report_may_go_to_a_file_beside_it(self, repo: Repo, pipe: Pipe) -> None:
        report = repo.root / "report.json"
        words = ("--fix", "--format", f"json={report}", "--stdin-filename", small(repo).root / SUITE)
        assert pipe(triggers(), *words).out == triggers()
        assert json.loads(report.read_text())["summary"]["errors"] == 0


MISTAKES = [
    (["lint", "-"], "no place is named", "--stdin-filename PATH"),
    (["lint", "--stdin-filename", "a.json"], "names a document that is not read", "give `-` as the only path"),
    (["lint", "-", "skills", "--stdin-filename", "a.json"], "`-` stands beside other paths", "give `-` alone"),
    (["lint", "-", "--stdin-filename", "a.json", "--base=main"], "--base is about files on disk", "leave out --base"),
    (["lint", "-", "--stdin-filename", "a.json", "--write-baseline"], "--write-baseline is about files", "leave out"),
    (["lint", "-", "--stdin-filename", "skills"], "--stdin-filename skills is a folder", "name the file"),
    (["lint", "-", "--root", "skills", "--stdin-filename", "a.json"], "lies outside the root", "another --root"),
]


@pytest.mark.parametrize(("words", "message", "cure"), MISTAKES, ids=[" ".join(m[0])[5:45] for m in MISTAKES])
def test_a_mistake_is_named_with_its_cure(
    words: list[str], message: str, cure: str, repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(small(repo).root)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"{}")))
    done = call(*words)
    assert (done.code, done.out) == (2, "")
    told, what_to_do = done.err.splitlines()
    assert message in told
    assert cure in what_to_do


def test_what_is_too_long_is_refused(repo: Repo, pipe: Pipe, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill_evals.cli.piped.MOST_BYTES", 10)
    done = pipe(" " * 11, "--stdin-filename", small(repo).root / SUITE)
    assert (done.code, done.out) == (2, "")
    assert "stdin holds more than 10 bytes" in done.err


def test_an_excluded_file_is_left_out_where_the_editor_says_so(repo: Repo, pipe: Pipe) -> None:
    path = small(repo).root / "skills/sheep/testdata/evals.json"
    assert "duplicate-id" in pipe(TWICE, "--stdin-filename", path, "--format", "json").rules
    assert pipe(TWICE, "--force-exclude", "--stdin-filename", path, "--format", "json").rules == []


def test_a_sound_tree_stays_sound_through_stdin(repo: Repo, pipe: Pipe) -> None:
    repo.commit(sound())
    for name, text in sound().items():
        assert pipe(text, "--stdin-filename", repo.root / name, "--max-warnings", 0).code == 0
