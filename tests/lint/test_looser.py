"""Whether a pattern was loosened: what is called looser matches whatever the stricter one matched."""

import re

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from skill_evals.lint.looser import is_looser


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("^cone 6$", "cone 6"),
        ("^cone 6$", "^cone"),
        ("cone 6", "cone 6|cone 10"),
        ("cone 6|cone 10", "10|cone"),
        ("cone 6", "(?i)cone 6"),
        (r"cone \d+ glaze", r"cone \d+"),
        (r"(low|high) fire", "fire"),
        ("cone", ""),
        (r"plan\.md", "md"),
    ],
)
def test_a_pattern_that_matches_more_is_looser(before: str, after: str) -> None:
    assert is_looser(before, after)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cone", "cone"),
        ("cone", "^cone"),
        ("cone 6|cone 10", "cone 6"),
        ("(?i)cone", "cone"),
        ("(?s)a.b", "a.b"),
        ("cones*", "cones"),
        ("cones?", "cones"),
        (r"\d cones", "d cones"),
        ("[abc]d", "bc"),
        ("(a|b)c", "a"),
        ("a{2,3}", "a"),
        ("cone 6", "kiln"),
        ("a)b", "b"),
    ],
)
def test_stricter_equal_or_not_to_be_told(before: str, after: str) -> None:
    assert not is_looser(before, after)


def compiles(pattern: str) -> bool:
    try:
        re.compile(pattern)
    except re.error:
        return False
    return True


PIECES = st.sampled_from(["a", "b", "c", ".", "[ab]", "a*", "b+", "c?", "(a|b)", "(bc)", "^", "$", r"\.", "|", "a{2}"])
PATTERNS = st.lists(PIECES, max_size=6).map("".join)


@settings(max_examples=200, suppress_health_check=[HealthCheck.filter_too_much])
@given(data=st.data(), before=PATTERNS)
def test_whatever_matched_still_matches(data: st.DataObject, before: str) -> None:
    start = data.draw(st.integers(0, len(before)))
    after = data.draw(st.one_of(st.just(before[start:]), st.just(before[:start]), PATTERNS))
    assume(compiles(before) and compiles(after) and is_looser(before, after))
    text = data.draw(st.text(alphabet="abc.", max_size=6))
    if re.search(before, text):
        assert re.search(after, text), (before, after, text)
