"""What is said to differ without the library does differ by the library."""

from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.fuzz import ratio

from skill_evals.lint.rules.near_duplicate_query import _ALIKE, _surely_differ

LETTERS = st.text(alphabet="abé \U0001f600", max_size=60)


@settings(max_examples=300, deadline=None)
@given(LETTERS, LETTERS)
def test_texts_that_surely_differ_are_never_alike(one: str, other: str) -> None:
    assert not (_surely_differ(one, other) and ratio(one, other) >= _ALIKE)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="abc ", min_size=10, max_size=60), st.lists(st.tuples(st.integers(0, 59), LETTERS), max_size=4))
def test_a_text_and_one_that_is_almost_it(text: str, edits: list[tuple[int, str]]) -> None:
    other = text
    for at, new in edits:
        other = other[:at] + new[:1] + other[at + 1 :]
    alike = ratio(text, other)
    assert not (_surely_differ(text, other) and alike >= _ALIKE)
    assert _surely_differ(text, other) or alike >= _ALIKE - 1 or not text


def test_long_texts_are_left_to_the_library() -> None:
    assert _surely_differ("a" * 200, "b" * 200)
    assert not _surely_differ("a" * 201, "b" * 200)
