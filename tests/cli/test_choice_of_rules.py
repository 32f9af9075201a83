"""Which rules speak and what fails: the command line over the configuration."""

import pytest

from command_line import SUITE, Call, sound, triggers
from git_repo import Repo

CONFIG = ".skill-evals.yml"
ALREADY_POSITIVE = "Please count woolly sheep, ten of them"


@pytest.fixture
def faulty(repo: Repo) -> Repo:
    """One error (conflicting-query, T005) and one warning (skill-name-mismatch, I006)."""
    wrong = triggers("goat", "count woolly sheep").replace(
        "Write a song about the cold blue sea, where tired fishermen hardly ever sleep", ALREADY_POSITIVE
    )
    repo.commit({**sound(), SUITE: wrong})
    return repo


BOTH = ["skill-name-mismatch", "conflicting-query"]


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        ([], BOTH),
        (["--select", "T005"], ["conflicting-query"]),
        (["--select", "conflicting-query,I"], BOTH),
        (["--select", "T005", "--select", "I006"], BOTH),
        (["--select", "D"], []),
        (["--select", "D", "--extend-select", "T005"], ["conflicting-query"]),
        (["--extend-select", "D"], BOTH),
        (["--ignore", "T"], ["skill-name-mismatch"]),
        (["--select", "all", "--ignore", "I,T005"], []),
        (["--ignore", "T", "--extend-select", "T005"], BOTH),
    ],
    ids=" ".join,
)
def test_rules_are_chosen_by_name_code_or_letter(words: list[str], rules: list[str], faulty: Repo, call: Call) -> None:
    assert sorted(call("lint", faulty.root, "--format", "json", *words).rules) == sorted(rules)


@pytest.mark.parametrize(
    ("config", "words", "rules"),
    [
        ("select: [T005]", [], ["conflicting-query"]),
        ("select: [D]\nextend-select: [I]", [], ["skill-name-mismatch"]),
        ("ignore: [T005]", [], ["skill-name-mismatch"]),
        ("ignore: [T005]", ["--select", "T005,I006"], BOTH),
        ("select: [T005]", ["--extend-select", "I006"], BOTH),
        ("select: [T005]", ["--ignore", "T005"], []),
        ("path-ignores: [{path: 'skills/**', rules: [T], reason: old}]", [], ["skill-name-mismatch"]),
        ("severity: {conflicting-query: info}", [], BOTH),
    ],
)
def test_the_command_line_speaks_over_the_file(
    config: str, words: list[str], rules: list[str], faulty: Repo, call: Call
) -> None:
    faulty.write({CONFIG: config})
    assert sorted(call("lint", faulty.root, "--format", "json", *words).rules) == sorted(rules)


@pytest.mark.parametrize("option", ["--select", "--ignore", "--extend-select"])
def test_a_word_that_names_no_rule(option: str, faulty: Repo, call: Call) -> None:
    done = call("lint", faulty.root, option, "conflictng-query")
    assert done.code == 2
    assert done.err == (
        "skill-evals: `conflictng-query` is no rule; did you mean `conflicting-query`?\n"
        "  `skill-evals rules` lists names and codes; `all` means every rule\n"
    )


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["--ignore", "T005"], 0),
        (["--ignore", "T005", "--fail-on", "warning"], 1),
        (["--ignore", "T005", "--max-warnings", "0"], 1),
        (["--ignore", "T005", "--max-warnings", "1"], 0),
        (["--ignore", "T005,I006", "--fail-on", "warning"], 0),
        ([], 1),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_what_makes_the_exit_code_1(words: list[str], code: int, faulty: Repo, call: Call) -> None:
    assert call("lint", faulty.root, *words).code == code


def test_severity_changes_what_fails(faulty: Repo, call: Call) -> None:
    faulty.write({CONFIG: "severity: {conflicting-query: warning}"})
    assert call("lint", faulty.root).code == 0
    faulty.write({CONFIG: "severity: {skill-name-mismatch: error}\nignore: [conflicting-query]"})
    assert call("lint", faulty.root).code == 1
