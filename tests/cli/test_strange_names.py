"""File names that a stranger chose: one line a finding, valid JSON, nothing that a terminal or a runner obeys."""

import json
import os
import re
from pathlib import Path

import pytest

from command_line import Call, process, skill, sound, triggers
from git_repo import Repo

NAMES: dict[str, bytes] = {
    "line-break": b"two\nlines",
    "carriage-return": b"a\r\rb",
    "command": b"::error::x",
    "old-command": b"##[error]x",
    "second-line-command": b"x\n::add-mask::y",
    "escaped-command": b"%0A::error::x",
    "comma-colon": b"a,line=1::b",
    "emoji": "🎉".encode(),
    "right-to-left": "a\u202egnp".encode(),
    "zero-width": "a\u200bb".encode(),
    "line-separator": "a\u2028b".encode(),
    "escape": b"\x1b[31mred",
    "bell-and-delete": b"a\x07\x7f",
    "not-utf8": b"b\xff\xfe",
    "markup": b"|`<img src=x>`|[a](b)@user",
    "quotes": b"\"'\\$(id)",
}
RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069]")
FAULTY = triggers().replace("true", "1", 1)


@pytest.fixture(params=NAMES, ids=str)
def strange(request: pytest.FixtureRequest, repo: Repo) -> Repo:
    """`main` holds a sound skill; the branch adds one in a folder of a strange name, with one error in its suite."""
    repo.commit(sound())
    repo.branch("change")
    folder = b"skills/" + NAMES[request.param]
    repo.commit({folder + b"/SKILL.md": skill("zebra"), folder + b"/evals/triggers.json": FAULTY})
    return repo


def check_log(text: str) -> None:
    """Of a log or a terminal: no control characters, and no line that a workflow's runner obeys."""
    assert RAW.search(text) is None, text
    assert "##[" not in text
    assert not any(line.lstrip().startswith("::") for line in text.splitlines()), text


def test_text_is_one_line_a_finding(strange: Repo, call: Call) -> None:
    done = call("lint", strange.root)
    assert done.code == 1
    check_log(done.out + done.err)
    findings = [line for line in done.out.splitlines() if re.match(r"skills/.*: (error|warning|info) ", line)]
    found = call("lint", strange.root, "--format", "json").json["diagnostics"]
    assert len(findings) == len(found)


def test_verbose_text_is_harmless_too(strange: Repo, call: Call) -> None:
    check_log(call("lint", "-v", strange.root).out)


def test_json_is_valid_and_names_the_path(strange: Repo, call: Call) -> None:
    done = call("lint", strange.root, "--format", "json")
    assert done.out.isascii()
    assert "##[" not in done.out
    (found,) = [one for one in done.json["diagnostics"] if one["rule"] == "not-boolean"]
    assert (strange.root / os.fsdecode(os.fsencode(found["path"]))).is_file()


def test_a_command_for_the_runner_is_one_line_and_one_finding(strange: Repo, call: Call) -> None:
    done = call("lint", strange.root, "--format", "github")
    found = call("lint", strange.root, "--format", "json").json["diagnostics"]
    lines = done.out.removesuffix("\n").split("\n")
    assert len(lines) == len(found)
    for line in lines:
        assert re.fullmatch(r"::(error|warning|notice) file=[^,:]*,line=\d+,[^:]*::.*", line), line
        assert "\r" not in line


VERBS = [["plan", "--base", "main"], ["run", "--all"], ["compare", "--base", "main"], ["results", "hashes"]]


@pytest.mark.parametrize("words", VERBS, ids=lambda words: words[0])
def test_no_verb_prints_what_would_be_obeyed(words: list[str], strange: Repo, call: Call) -> None:
    done = call(*words, "--root", strange.root)
    assert done.code == 0, done.err
    check_log(done.out + done.err)
    as_json = call(*words, "--root", strange.root, "--format", "json")
    json.loads(as_json.out)
    assert "##[" not in as_json.out


def test_complaints_about_a_results_file_are_harmless(strange: Repo, call: Call) -> None:
    (suite,) = [path for path in strange.root.glob("skills/*/evals/triggers.json") if path.read_text() == FAULTY]
    suite.with_name("results.json").write_text("<<<<<<< HEAD\n")
    done = call("compare", "--base", "main", "--root", strange.root)
    assert "not compared, at the head: " in done.err
    check_log(done.out + done.err)
    assert len(done.err.splitlines()) == 1
    refused = call("results", "normalize", suite.with_name("results.json"))
    assert refused.code == 2
    check_log(refused.err)


def test_a_pull_request_is_reported(strange: Repo, tmp_path: Path, call: Call) -> None:
    done = call("pr", "--base", "main", "--root", strange.root, "--out", tmp_path / "out")
    assert done.code == 1
    check_log(done.err)
    for name in ("comment.md", "summary.md"):
        text = (tmp_path / "out" / name).read_text(encoding="utf-8")
        # The reports part words with a zero-width space of their own, so that nobody is mentioned.
        assert RAW.search(text.replace("\u200b", "")) is None
        assert "<img" not in re.sub(r"`+[^`]*<img[^`]*`+", "", text)
    json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    lines = (tmp_path / "out" / "annotations.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    assert all(re.match(r"::(error|warning|notice) ", line) for line in lines)


ON_ASCII: list[tuple[list[str], int]] = [
    (["lint", "-v"], 1),
    (["lint", "--format", "github"], 1),
    (["plan", "--base", "main"], 0),
    (["run", "--all"], 0),
    (["compare", "--base", "main", "--format", "markdown"], 0),
    (["pr", "--base", "main", "--out", "out"], 1),
    (["explain", "D001"], 0),
    (["lint", "--select", "ünknown"], 2),
]


@pytest.mark.parametrize(("words", "code"), ON_ASCII, ids=[" ".join(words[:3]) for words, _ in ON_ASCII])
def test_a_terminal_that_knows_ascii_only(words: list[str], code: int, repo: Repo) -> None:
    repo.commit(sound())
    repo.branch("change")
    for name in NAMES.values():
        folder = b"skills/" + name
        repo.write({folder + b"/SKILL.md": skill("zebra"), folder + b"/evals/triggers.json": FAULTY})
    done = process(*words, cwd=repo.root, environment={"PYTHONIOENCODING": "ascii:strict", "LC_ALL": "C"})
    assert done.returncode == code, done.stderr
    assert done.stdout.isascii()
    assert done.stderr.isascii()
    assert b"Traceback" not in done.stderr
