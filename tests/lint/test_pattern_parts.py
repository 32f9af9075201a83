"""What a pattern must hold, held to what the engines find."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.dialects.patterns import PatternError, search_re2, search_rust
from skill_evals.lint.pattern_parts import holds_text, parsed, runs

pieces = st.sampled_from(
    [
        "a",
        "b",
        "ab",
        ".",
        "\\d",
        "[ab]",
        "[^]a]",
        "(",
        ")",
        "(?:",
        "(?i)",
        "|",
        "*",
        "+",
        "?",
        "{0,2}",
        "{2}",
        "^",
        "$",
        "\\b",
        "\\.",
    ]
)
texts = st.lists(st.sampled_from(["", "a", "ab", "aab", "b", "7", ".", "\n"]), max_size=4).map("".join)


@settings(max_examples=200, deadline=None)
@given(pattern=st.lists(pieces, max_size=7).map("".join), text=texts)
def test_what_every_match_is_said_to_hold_is_in_every_match(pattern: str, text: str) -> None:
    found = parsed(pattern)
    if found is None:
        return
    for search in (lambda p, t: search_re2(p, t, multiline=True), search_rust):
        try:
            match = search(pattern, text)
        except PatternError:
            continue
        if match is None:
            continue
        if holds_text(found.branches):
            assert match
        if "i" not in found.flags:
            assert any(all(run in match for run in runs(branch)) for branch in found.branches)


@settings(max_examples=200, deadline=None)
@given(pattern=st.text(alphabet="a\\[](){}|?*+^$.:-xP<>!=0,", max_size=20))
def test_any_text_can_be_taken_apart(pattern: str) -> None:
    found = parsed(pattern)
    assert found is None or found.branches


@pytest.mark.parametrize("pattern", ["((", "a)", "*a", "(?x) a b", "a" * 1000, "(" * 40 + ")" * 40, "\\Qa\\E"])
def test_what_is_not_understood_is_none(pattern: str) -> None:
    assert parsed(pattern) is None


def test_what_may_repeat_ends_a_run() -> None:
    found = parsed("abc+d[0-9]e?f")
    assert found is not None
    assert list(runs(found.branches[0])) == ["abc", "d", "f"]
