"""Which rules speak: words of the configuration against a small catalogue."""

import pytest

from skill_evals.dialects.spelling import distance
from skill_evals.errors import ConfigError
from skill_evals.lint.presets import STRICT
from skill_evals.lint.rule import Rule
from skill_evals.lint.rules import RULES as CATALOGUE
from skill_evals.lint.selection import select
from skill_evals.lint.suggest import nearest, nearest_alone
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
ALL_WITH_GUESSES = [*ALL, "vague"]


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


@pytest.mark.parametrize("word", ["E", "E01", "all"])
def test_a_word_for_many_rules_makes_those_that_are_exact_errors(word: str) -> None:
    chosen = select(LintConfig(severity={word: Severity.ERROR}), RULES).severity
    assert chosen["judge-only"] is Severity.ERROR
    assert "leaky-prompt" not in chosen


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        ("recommended", ["missing-id", "duplicate-id", "duplicate-query", "leaky-prompt"]),
        ("strict", ["missing-id", "duplicate-id", "duplicate-query", "judge-only", "leaky-prompt"]),
        ("all", ALL_WITH_GUESSES),
    ],
)
def test_a_preset_says_which_rules_run(preset: str, expected: list[str]) -> None:
    rules = (*RULES, Rule(name="vague", code="E021", severity=Severity.INFO, page=None, default=False, heuristic=True))
    assert [rule.name for rule in select(LintConfig(preset=preset), rules).rules] == expected
    assert [rule.name for rule in select(LintConfig(preset=preset, select=("I002",)), rules).rules] == ["duplicate-id"]
    ignoring = select(LintConfig(preset=preset, ignore=("I", "T"), extend_select=("vague",)), rules)
    assert [rule.name for rule in ignoring.rules] == [
        *(n for n in expected if n in ("judge-only", "leaky-prompt")),
        "vague",
    ]


def test_a_preset_that_does_not_exist_is_an_error_with_a_suggestion() -> None:
    with pytest.raises(ConfigError, match="`strickt` is no preset; did you mean `strict`\\?"):
        select(LintConfig(preset="strickt"), RULES)


NAMED = Rule(name="skill-name-form", code="K002", severity=Severity.WARNING, page=None)
GUESS = Rule(name="guess", code="K009", severity=Severity.ERROR, page=None, heuristic=True)


@pytest.mark.parametrize(
    ("config", "rule", "stated", "expected"),
    [
        (LintConfig(), NAMED, None, Severity.WARNING),
        (LintConfig(preset="strict"), NAMED, None, Severity.ERROR),
        (LintConfig(preset="strict"), NAMED, Severity.INFO, Severity.INFO),
        (LintConfig(preset="all"), NAMED, None, Severity.WARNING),
        (LintConfig(preset="strict", select=("K",)), NAMED, None, Severity.ERROR),
        (LintConfig(preset="strict", severity={"K": Severity.INFO}), NAMED, None, Severity.INFO),
        (LintConfig(), NAMED, Severity.ERROR, Severity.ERROR),
        (LintConfig(severity={"K002": Severity.WARNING}), NAMED, Severity.ERROR, Severity.WARNING),
        (LintConfig(), GUESS, None, Severity.WARNING),
        (LintConfig(), GUESS, Severity.ERROR, Severity.WARNING),
        (LintConfig(preset="strict"), GUESS, Severity.INFO, Severity.INFO),
    ],
)
def test_how_grave_a_finding_is(config: LintConfig, rule: Rule, stated: Severity | None, expected: Severity) -> None:
    assert select(config, (NAMED, GUESS)).severity_of(rule, stated) is expected


def test_the_strict_preset_raises_rules_that_exist_and_are_exact() -> None:
    exact = {rule.name for rule in CATALOGUE if not rule.heuristic}
    assert exact >= STRICT.raised
    assert "skill-name-form" in STRICT.raised


def test_no_rule_is_a_heuristic_and_an_error() -> None:
    assert [rule.name for rule in CATALOGUE if rule.heuristic and rule.severity is Severity.ERROR] == []


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


def test_a_word_as_near_to_two_words_is_near_to_none_alone() -> None:
    assert nearest("expects", ["expect", "expectss"]) == "expect"
    assert nearest_alone("expects", ["expect", "expectss"]) is None
    assert nearest_alone("asertions", ["assertions", "expectations"]) == "assertions"
    assert nearest_alone("notes", ["assertions"]) is None
