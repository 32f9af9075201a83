"""Patterns belong to their runner's engine: what Python's `re` thinks of them is no matter."""

import pytest

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR
from skill_evals.dialects.patterns import PatternError, pattern_problem, search_re2, search_rust


@pytest.mark.parametrize(
    ("pattern", "says"),
    [
        (r"(?<!a)b", "look-around"),
        (r"(?=a)b", "look-around"),
        (r"(a)\1", "backreferences"),
        (r"a\Z", r"`\z`"),
        ("(open", "missing )"),
        ("a{1001}", "repetition size"),
    ],
)
def test_evolve_refuses_what_re2_cannot_do(pattern: str, says: str) -> None:
    problem = pattern_problem(EVOLVE, pattern, "regex")
    assert problem is not None
    assert says in problem
    assert "(?m)" not in problem, "the prefix is ours, not the author's"


@pytest.mark.parametrize("pattern", [r"\pL+", r"a\z", "(?i)x", "(?P<n>a)", "^- \\[x\\]", "\ud800", "a\0b"])
def test_evolve_takes_what_re2_can_do(pattern: str) -> None:
    assert pattern_problem(EVOLVE, pattern, "regex") is None


@pytest.mark.parametrize(
    ("pattern", "says"),
    [(r"(?<!a)b", "look-around"), (r"(a)\1", "backreferences"), ("((a{100}){100}){100}", "size limit"), ("{", "")],
)
def test_eval_magic_refuses_what_rust_cannot_do(pattern: str, says: str) -> None:
    problem = pattern_problem(EVAL_MAGIC, pattern, "transcript_check")
    assert problem is not None
    assert problem.startswith("Rust's engine says: ")
    assert says in problem
    assert "\n" not in problem


@pytest.mark.parametrize("pattern", ["a{1001}", r"\x{41}", "[a&&b]", "a**"])
def test_eval_magic_takes_what_rust_can_do(pattern: str) -> None:
    assert pattern_problem(EVAL_MAGIC, pattern, "transcript_check") is None


def test_a_dialect_without_patterns_has_no_problem() -> None:
    assert pattern_problem(SKILL_CREATOR, "(", "llm") is None


def test_evolve_anchors_at_lines_only_in_regex_checks() -> None:
    text = "first\nsecond"
    assert search_re2("^second$", text, multiline=True) == "second"
    assert search_re2("^second$", text, multiline=False) is None


def test_an_empty_match_is_a_match() -> None:
    assert search_re2("x*", "abc", multiline=True) == ""
    assert search_rust("x*", "abc") == ""


def test_rust_ends_at_the_very_end() -> None:
    assert search_rust("a$", "a\n") is None
    assert search_rust("é.", "caf\u00e9s") == "\u00e9s"


def test_lone_surrogates_are_read_as_replacement_characters() -> None:
    assert search_re2("\ufffd", "a\ud800", multiline=False) == "\ufffd"
    assert search_rust("\ufffd", "a\ud800") == "\ufffd"


def test_searching_with_a_broken_pattern_says_so() -> None:
    with pytest.raises(PatternError):
        search_re2("(", "a", multiline=True)
    with pytest.raises(PatternError):
        search_rust("(", "a")


def test_a_reason_is_one_short_line_whatever_the_pattern_holds() -> None:
    problem = pattern_problem(EVOLVE, "(open\n" + "x" * 900, "tool_call")
    assert problem is not None
    assert problem.isprintable()
    assert len(problem) < 120
