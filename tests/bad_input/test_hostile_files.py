"""What a stranger's pull request may hold: every file is told at its place, and the rest of the tree is linted."""

import os
from pathlib import Path

import pytest

from command_line import SUITE, Call, skill, sound, triggers
from git_repo import Content, Link, Repo

MEGABYTES = 10 * 1024 * 1024

HOSTILE: list[tuple[str, str, Content, str, str]] = [
    ("brackets", SUITE, b"[" * MEGABYTES, "unreadable-size", "split it"),
    ("deep", SUITE, b"[" * 100_000 + b"]" * 100_000, "unreadable-size", "deeper"),
    ("digits", SUITE, triggers().replace('"queries"', f'"n": {"9" * 5000}, "queries"'), "unreadable-size", "a number"),
    ("nul", SUITE, b'{"queries": "\0"}', "invalid-document", "a NUL byte stands in the text; remove it"),
    ("only-nul", SUITE, b"\0", "invalid-document", "a NUL byte stands in the text; remove it"),
    ("not-utf8", SUITE, b'{"queries": ["\xff"]}', "not-utf8", "UTF-8"),
    ("empty", SUITE, b"", "invalid-document", "empty"),
    ("name", "skills/sheep/evals/two\nlines/triggers.json", triggers(), "invalid-document", "the name holds a line"),
    ("file-link", SUITE, Link("/etc/hostname"), "invalid-document", "put the file itself here"),
    ("up-link", SUITE, Link("../../../../outside.json"), "invalid-document", "put the file itself here"),
    ("skill-link", "skills/sheep/SKILL.md", Link("/etc/hostname"), "invalid-document", "put the file itself here"),
    ("folder-link", "skills/other", Link("/etc"), "invalid-document", "put the folder itself here"),
]


@pytest.mark.parametrize(
    ("path", "content", "rule", "words"), [case[1:] for case in HOSTILE], ids=[case[0] for case in HOSTILE]
)
@pytest.mark.parametrize("place", ["git", "folder"])
def test_a_hostile_file_is_an_error_at_its_place_and_nothing_else_is_lost(
    place: str, path: str, content: Content, rule: str, words: str, tmp_path: Path, call: Call
) -> None:
    repo = Repo(tmp_path / "repo", start=place == "git")
    repo.root.mkdir(exist_ok=True)
    repo.write({**sound(), **sound("zebra", "paint striped zebras"), path: content})
    repo.write({"skills/zebra/evals/triggers.json": triggers("zebra").replace("true", "1", 1)})
    done = call("lint", "--root", repo.root, "--format", "json", repo.root)
    assert done.code == 1, done.err
    found = [one for one in done.json["diagnostics"] if one["path"] == path and one["rule"] == rule]
    assert len(found) == 1, done.out
    assert words in found[0]["message"]
    assert found[0]["severity"] == "error"
    assert "internal-error" not in done.rules
    assert "not-boolean" in done.rules, "the other suite of the tree is not linted any more"
    text = call("lint", "--root", repo.root, repo.root)
    assert text.code == 1
    assert "Traceback" not in text.out + text.err


@pytest.mark.parametrize("verb", ["plan", "pr", "compare"])
@pytest.mark.parametrize(("path", "content"), [case[1:3] for case in HOSTILE], ids=[case[0] for case in HOSTILE])
def test_no_verb_breaks_on_it(verb: str, path: str, content: Content, repo: Repo, tmp_path: Path, call: Call) -> None:
    repo.commit(sound())
    repo.branch("change")
    repo.commit({path: content})
    out = ["--out", tmp_path / "out"] if verb == "pr" else []
    done = call(verb, "--root", repo.root, "--base", "main", *out)
    assert done.code == (1 if verb == "pr" else 0), done.err
    assert "Traceback" not in done.err


def test_a_link_to_itself_is_not_passed_over(repo: Repo, call: Call) -> None:
    repo.commit({**sound(), SUITE: Link("triggers.json")})
    done = call("lint", "--root", repo.root, "--format", "json")
    assert "invalid-document" in done.rules


def test_a_link_out_of_the_tree_is_never_read(repo: Repo, tmp_path: Path, call: Call) -> None:
    secret = "a-secret-beside-the-checkout"
    (tmp_path / "outside.json").write_text(f'{{"{secret}": 1}}')
    repo.commit(
        {**sound(), SUITE: Link("../../../../outside.json"), "skills/x/SKILL.md": Link("../../../outside.json")}
    )
    for words in (["lint"], ["lint", "--format", "json"], ["lint", "-v", repo.root / SUITE], ["run", "--all"]):
        done = call(*words, "--root", repo.root)
        assert secret not in done.out + done.err


def test_a_folder_that_may_not_be_listed_is_named(tmp_path: Path, call: Call) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may list every folder")
    tree = Repo(tmp_path / "tree", start=False)
    tree.write({**sound(), "closed/SKILL.md": skill()})
    (tree.root / "closed").chmod(0)
    done = call("lint", tree.root)
    (tree.root / "closed").chmod(0o755)
    assert done.code == 2
    assert "closed cannot be read" in done.err
