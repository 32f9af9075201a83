"""What passes for a plain pattern compiles in both engines, so that nobody pays for loading them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE
from skill_evals.dialects.patterns import pattern_problem
from skill_evals.lint.rules.invalid_pattern import PLAIN


@settings(max_examples=200)
@given(st.from_regex(PLAIN.pattern, fullmatch=True))
def test_a_plain_pattern_compiles_everywhere(pattern: str) -> None:
    assert pattern_problem(EVOLVE, pattern, "regex") is None
    assert pattern_problem(EVOLVE, pattern, "tool_call") is None
    assert pattern_problem(EVAL_MAGIC, pattern, "transcript_check") is None


@settings(max_examples=200)
@given(st.text(alphabet="ab.*+?|^$\\(){}[]dwsZz0", max_size=8))
def test_nothing_that_an_engine_refuses_is_plain(pattern: str) -> None:
    refused = pattern_problem(EVOLVE, pattern, "regex") or pattern_problem(EVAL_MAGIC, pattern, "transcript_check")
    assert not (refused and PLAIN.fullmatch(pattern))


@pytest.mark.parametrize("pattern", ["^## Added$", r"v\d+\.\d+", "Bash.*git commit", "a|b|c", ""])
def test_common_patterns_are_plain(pattern: str) -> None:
    assert PLAIN.fullmatch(pattern)
