"""Presets on the command line and in the file."""

import pytest

from command_line import SUITE, Call, sound, triggers
from git_repo import Repo


@pytest.fixture
def misnamed(repo: Repo) -> Repo:
    """One warning, which the strict preset makes an error."""
    repo.commit({**sound(), SUITE: triggers("goat", "count woolly sheep")})
    return repo


@pytest.mark.parametrize(
    ("config", "words", "code"),
    [
        ("", [], 0),
        ("preset: strict", [], 1),
        ("", ["--preset", "strict"], 1),
        ("preset: strict", ["--preset", "recommended"], 0),
        ("select: [D]", ["--preset", "strict"], 1),
        ("preset: strict", ["--select", "D"], 0),
        ("preset: strict", ["--select", "I"], 1),
        ("preset: strict\nseverity: {skill-name-mismatch: warning}", [], 0),
        ("preset: strict\nignore: [skill-name-mismatch]", ["--preset", "strict"], 0),
    ],
)
def test_a_preset_decides_what_fails_and_narrower_words_outdo_it(
    config: str, words: list[str], code: int, misnamed: Repo, call: Call
) -> None:
    misnamed.write({".skill-evals.yml": config})
    assert call("lint", misnamed.root, *words).code == code


def test_all_runs_every_rule(misnamed: Repo, call: Call) -> None:
    usual = call("lint", misnamed.root, "--format", "json").rules
    found = call("lint", misnamed.root, "--preset", "all", "--profile", "--format", "json")
    assert set(usual) <= set(found.rules)
    assert "vague-expectation" in found.err


def test_statistics_stand_in_the_text_and_else_on_stderr(misnamed: Repo, call: Call) -> None:
    line = "1  I006  skill-name-mismatch  warning"
    assert line in call("lint", misnamed.root, "--statistics").out
    done = call("lint", misnamed.root, "--statistics", "--format", "sarif")
    assert (line in done.err, line in done.out) == (True, False)


def test_a_reason_is_required_of_every_path_ignore(misnamed: Repo, call: Call) -> None:
    for reason in ("''", "' '", "3"):
        misnamed.write({".skill-evals.yml": f"path-ignores: [{{path: 'skills/**', rules: [I], reason: {reason}}}]"})
        done = call("lint", misnamed.root)
        assert (done.code, "path-ignores.0.reason" in done.err) == (2, True)
