"""Which rules speak: words of the configuration against a small catalogue."""

import pytest

from skill_evals.errors import ConfigError
from skill_evals.lint.rule import Rule
from skill_evals.lint.selection import select
from skill_evals.lint.suggest import distance, nearest
from skill_evals.model.config import LintConfig, PathIgnore
from skill_evals.model.diagnostic import Severity

RULES = (
    Rule(name="missing-id", code="I001", severity=Severity.ERROR, page=None),
    Rule(name="duplicate-id", code="I002", severity=Severity.ERROR, page=None),
    Rule(name="duplicate-query", code="T004", severity=Severity.ERROR, page=None),
    Rule(name="judge-only", code="E013", severity=Severity.INFO, page=None, default=False),
    Rule(name="leaky-prompt", code="E014", severity=Severity.WARNING, page=None, heuristic=True),
)
DEFAULT = ["missing-id", "duplicate-id", "duplicate-query", "leaky-prompt"]


ALL = [rule.name for rule in RULES]


@pytest.mark.parametrize(
    ("chosen", "added", "ignored", "expected"),
    [
        ((), (), (), DEFAULT),
        ((), ("judge-only",), (), ALL),
        ((), ("all",), (), ALL),
        ((), (), ("I",), ["duplicate-query", "leaky-prompt"]),
        ((), (), ("I00",), ["duplicate-query", "leaky-prompt"]),
        ((), (), ("I002",), ["missing-id", "duplicate-query", "leaky-prompt"]),
        ((), (), ("all",), []),
        ((), ("duplicate-id",), ("all",), ["duplicate-id"]),
        ((), ("I",), ("duplicate-id", "all"), ["missing-id"]),
        ((), ("all",), ("E",), ["missing-id", "duplicate-id", "duplicate-query"]),
        ((), ("duplicate-id",), ("duplicate-id",), ["missing-id", "duplicate-query", "leaky-prompt"]),
        ((), ("I002",), ("duplicate-id",), ["missing-id", "duplicate-query", "leaky-prompt"]),
        (("judge-only",), (), (), ["judge-only"]),
        (("I",), ("judge-only",), (), ["missing-id", "duplicate-id", "judge-only"]),
        (("I",), (), ("I002",), ["missing-id"]),
        (("all",), (), (), ALL),
    ],
)
def test_the_more_specific_word_wins(
    chosen: tuple[str, ...], added: tuple[str, ...], ignored: tuple[str, ...], expected: list[str]
) -> None:
    selection = select(LintConfig(select=chosen, extend_select=added, ignore=ignored), RULES)
    assert [rule.name for rule in selection.rules] == expected


@pytest.mark.parametrize(
    "config",
    [
        LintConfig(select=("duplicate-idd",)),
        LintConfig(extend_select=("duplicate-idd",)),
        LintConfig(ignore=("duplicate-idd",)),
        LintConfig(severity={"duplicate-idd": Severity.INFO}),
        LintConfig(path_ignores=(PathIgnore(path="a/**", rules=("duplicate-idd",), reason="old"),)),
        LintConfig(case_ignores={"a.json#x": ("duplicate-idd",)}),
    ],
)
def test_a_word_that_names_no_rule_is_an_error_with_a_suggestion(config: LintConfig) -> None:
    with pytest.raises(ConfigError, match="`duplicate-idd` is no rule; did you mean `duplicate-id`\\?"):
        select(config, RULES)


def test_a_code_that_no_rule_has_is_an_error() -> None:
    with pytest.raises(ConfigError, match="`Q` is no rule"):
        select(LintConfig(select=("Q",)), RULES)


def test_of_severities_the_more_specific_word_wins() -> None:
    config = LintConfig(severity={"duplicate-id": Severity.INFO, "I": Severity.WARNING})
    assert select(config, RULES).severity == {"missing-id": Severity.WARNING, "duplicate-id": Severity.INFO}


def test_a_heuristic_rule_cannot_be_made_an_error() -> None:
    with pytest.raises(ConfigError, match="leaky-prompt"):
        select(LintConfig(severity={"leaky-prompt": Severity.ERROR}), RULES)


@pytest.mark.parametrize("place", ["a.json", "#x", "a.json#"])
def test_a_case_ignore_names_a_path_and_a_case(place: str) -> None:
    with pytest.raises(ConfigError, match="names no case"):
        select(LintConfig(case_ignores={place: ("duplicate-id",)}), RULES)


@pytest.mark.parametrize(
    ("a", "b", "expected"),
    [
        ("", "", 0),
        ("a", "", 1),
        ("regex", "regxe", 1),
        ("kitten", "sitting", 3),
        ("query", "queries", 3),
        ("ab", "ba", 1),
    ],
)
def test_edit_distance_counts_a_swap_of_neighbours_as_one(a: str, b: str, expected: int) -> None:
    assert distance(a, b) == distance(b, a) == expected


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("asertions", "assertions"),
        ("Prompt", "prompt"),
        ("promtp", "prompt"),
        ("notes", None),
        ("i", None),
        ("idd", "id"),
    ],
)
def test_the_nearest_word(word: str, expected: str | None) -> None:
    assert nearest(word, ["assertions", "prompt", "id"]) == expected
