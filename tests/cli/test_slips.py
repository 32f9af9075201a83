"""Slips of the pen: what was probably meant is named, whatever kind of word it is."""

from pathlib import Path

import pytest

from command_line import Call, small
from git_repo import Repo

SLIPS = [
    (["--versoin"], "there is no option --versoin before the verb", "did you mean `--version`? "),
    (["--quiet", "lint"], "there is no option --quiet before the verb", "name the verb first; "),
    (["lint", "--format", "jso"], "unknown format 'jso'", "did you mean `json`? the formats are text, json"),
    (["lint", "skils/sheep"], "there is no skils/sheep", "did you mean skills/sheep? check the path"),
    (["lint", "skills/sheap/evals"], "there is no skills/sheap/evals", "did you mean skills/sheep/evals? "),
    (["lint", "skils/nothing"], "there is no skils/nothing", "check the path"),
    (["lint", "skills/sheep/SKILL.md/x"], "there is no skills/sheep/SKILL.md/x", "check the path"),
    (["lint", "--base", "mian"], "there is no revision `mian` in this repository", "did you mean `main`? check"),
    (["run", "--tier", "trigger"], "run: --tier does not take 'trigger'", "did you mean `triggers`? it takes triggers"),
    (["lint", "--color", "pink"], "lint: --color does not take 'pink'", "it takes auto, always, never"),
    (["results", "normalise", "x"], "results: WHAT does not take 'normalise'", "did you mean `normalize`? it takes"),
    (["run", "--all", "--backend", "lexcal"], "there is no backend named `lexcal`", "did you mean `lexical`? choose"),
    (["run", "--jobs", "many"], "run: --jobs takes a whole number, not 'many'", "`skill-evals run --help`"),
    (["run", "--max-minutes", "x"], "run: --max-minutes takes a number, not 'x'", "`skill-evals run --help`"),
    (["plan", "--shards", "257", "--format", "matrix"], "--shards is 257", "a matrix of GitHub has at most 256 legs"),
]


@pytest.mark.parametrize(("words", "message", "cure"), SLIPS, ids=[" ".join(slip[0]) for slip in SLIPS])
def test_a_slip_is_told_with_what_was_meant(
    words: list[str], message: str, cure: str, repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(repo)
    monkeypatch.chdir(repo.root)
    done = call(*words)
    first, second = done.err.splitlines()
    assert (done.code, done.out) == (2, "")
    assert first.startswith(f"skill-evals: {message}")
    assert second.startswith(f"  {cure}")


def test_a_link_to_the_root_is_the_root(repo: Repo, tmp_path: Path, call: Call) -> None:
    small(repo)
    (tmp_path / "link").symlink_to(repo.root)
    assert "in 1 suite and 1 skill" in call("lint", tmp_path / "link").out
    assert "in 1 suite and 1 skill" in call("lint", "--root", repo.root, tmp_path / "link").out
