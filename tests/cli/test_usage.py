"""Mistakes of the command line: exit 2, one sentence and what to do, nothing on stdout, no usage dump."""

import pytest

from command_line import Call, small
from git_repo import Repo
from skill_evals import __version__
from skill_evals.cli.main import VERBS

MISTAKES = [
    ([], "no verb is named", "the verbs are lint, plan, run"),
    (["lnt"], "there is no verb 'lnt'", "did you mean `lint`?"),
    (["::error::x\n::stop"], r"there is no verb '::error::x\\n::stop'", "the verbs are"),
    (["lint", "--selct", "D"], "lint has no option --selct", "did you mean `--select`?"),
    (["lint", "--zzz=1"], "lint has no option --zzz", "`skill-evals lint --help` shows what it takes"),
    (["--zzz"], "there is no option --zzz before the verb", "name the verb first"),
    (["pr", "extra"], "pr: 'extra' is more than it takes", "`skill-evals pr --help`"),
    (["explain"], "explain: the following arguments are required: RULE", "`skill-evals explain --help`"),
    (["explain", "duplicat-id"], "`duplicat-id` is no rule; did you mean `duplicate-id`?", "`skill-evals rules` lists"),
    (["results"], "results: the following arguments are required: WHAT", "`skill-evals results --help`"),
    (["results", "normalize", "nowhere.json"], "nowhere.json: No such file", "name a results file"),
    (["lint", "--format", "xml"], "unknown format 'xml'", "the formats are text, json, github"),
    (["lint", "--format", "json", "--format", "text"], "two formats go to stdout", "--format json=FILE"),
    (["lint", "--format", "json=a", "--output", "b"], "two files are named for the format json", "leave out --output"),
    (["lint", "--max-warnings", "-1"], "'-1' is no whole number from 0 up", "--help"),
    (["lint", "--max-warnings", "9" * 5000], "is no whole number from 0 up", "--help"),
    (["lint", "nowhere"], "there is no nowhere", "check the path"),
    (["lint", "--root", "nowhere"], "--root nowhere is not a folder", "name a folder that exists"),
    (["lint", "--root", ".", "skills/nowhere"], "there is no skills/nowhere", "check the path"),
    (["lint", "--root", ".", "skills", "skills/sheep/nowhere.json"], "there is no skills/sheep/nowhere.json", "check"),
    (["lint", "--root", ".", "/"], "/ lies outside the root", "another --root"),
    (["lint", "--tree-listing", "nowhere"], "the tree listing nowhere cannot be read", "git ls-tree"),
    (["lint", "--output", "."], ". cannot be written: Is a directory", "name another file"),
    (["lint", "--output", "file/x"], "the folder file cannot be made", "name another folder"),
    (["pr", "--base", "HEAD", "--out", "file"], "the folder file cannot be made", "name another folder"),
    (["run", "--all", "--out", "file"], "cannot be made", "name another folder"),
    (["run", "--all", "--journal", "."], "the journal . cannot be opened", "choose another folder"),
    (["run", "--all", "--record", "file"], "cannot be written", "--record"),
    (["run", "--jobs", "0"], "--jobs is 0", "give a positive number"),
    (["run", "--max-cost-usd", "nan"], "--max-cost-usd is nan", "give a positive number"),
    (["run", "--max-minutes", "inf"], "--max-minutes is inf", "give a positive number"),
    (["plan", "--max-cases", "0"], "--max-cases is 0", "give a positive number"),
    (["run", "--runs", "-1"], "--runs is -1", "give a positive number"),
    (
        ["run", "--backend", "nope"],
        "there is no backend named `nope`; known are claude-code, lexical, messages, replay",
        "install the package",
    ),
    (["run", "--model", "nope", "--all"], "the lexical backend has no model nope", "local/lexical-bm25-v1"),
    (["run", "--skill", "nope"], "there is no skill nope", "`skill-evals lint -v` lists"),
    (["results", "hashes", "--skill", "nope"], "there is no skill nope", "`skill-evals lint -v` lists"),
]


@pytest.mark.parametrize(("words", "message", "cure"), MISTAKES, ids=[" ".join(m[0])[:40] for m in MISTAKES])
def test_a_mistake_is_told_with_what_to_do(
    words: list[str], message: str, cure: str, repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    small(repo)
    repo.write({"file": "not a folder"})
    monkeypatch.chdir(repo.root)
    done = call(*words)
    assert done.code == 2, done.err
    assert done.out == ""
    told, what_to_do = done.err.splitlines()[-2:]
    assert told.startswith("skill-evals: ")
    assert message in told
    assert what_to_do.startswith("  ")
    assert cure in what_to_do


def test_recordings_that_are_not_there_are_a_slip(repo: Repo, call: Call) -> None:
    done = call("run", "--all", "--replay", repo.root / "nowhere", "--root", small(repo).root)
    assert done.code == 2
    assert "--record" in done.err


def test_the_version(call: Call) -> None:
    done = call("--version")
    assert (done.code, done.out) == (0, f"skill-evals {__version__}\n")


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_tells_of_itself(verb: str, call: Call) -> None:
    done = call(verb, "--help")
    assert done.code == 0
    assert f"usage: skill-evals {verb}" in done.out


def test_help_names_every_verb_and_the_exit_codes(call: Call) -> None:
    done = call("--help")
    assert done.code == 0
    assert all(verb in done.out for verb in VERBS)
    assert "Exit codes" in done.out


def test_a_bug_of_ours_is_no_finding(repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a name\n::error::of a stranger")

    monkeypatch.setattr("skill_evals.app.lint.lint", broken)
    done = call("lint", small(repo).root)
    assert done.code == 3
    assert done.out == ""
    assert "this is a bug of skill-evals" in done.err
    assert not any(line.lstrip().startswith("::") for line in done.err.splitlines())


def test_an_interrupted_verb_says_so(repo: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("skill_evals.app.lint.lint", interrupted)
    done = call("lint", small(repo).root)
    assert (done.code, done.out, done.err) == (130, "", "skill-evals: interrupted\n")
