"""Globs as in `.gitignore`, held to a plain reading of the same rules."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.skills.globs import chosen_by, glob_matches, matcher


@pytest.mark.parametrize(
    ("pattern", "matches", "spares"),
    [
        ("templates/", ["templates/a", "x/templates/a/b"], ["templates", "x/templates2/a"]),
        ("*-workspace/", ["pack-workspace/a", "skills/pack-workspace/i/a.json"], ["workspace/a", "a-workspace"]),
        ("tests/**/fixtures/", ["tests/fixtures/a", "tests/x/y/fixtures/a"], ["x/tests/fixtures/a", "tests/fixtures"]),
        ("**/evals/*/files/", ["evals/pack/files/a", "p/evals/pack/files/b/c"], ["evals/files/a", "evals/a/b/files/c"]),
        ("evals/*.json", ["evals/a.json"], ["evals/a/b.json", "x/evals/a.json", "evals/a.yaml"]),
        ("*.json", ["a.json", "x/y/a.json", "a.json/inside"], ["a.jsonc"]),
        ("/a", ["a", "a/b"], ["ab", "x/b"]),
        ("skills/**", ["skills/a", "skills/a/b"], ["skills", "xskills/a"]),
        ("a/**/b", ["a/b", "a/x/b", "a/x/y/b/c"], ["ab", "a/xb"]),
        ("?[!x].md", ["ab.md", "q/zz.md"], ["ax.md", "abc.md"]),
        ("[a-c].md", ["b.md"], ["d.md"]),
        ("a+(b).md", ["a+(b).md"], ["aab.md"]),
        ("[z-a].md", [], ["b.md", "[z-a].md"]),
    ],
)
def test_a_glob_matches_some_paths_and_spares_others(pattern: str, matches: list[str], spares: list[str]) -> None:
    assert [path for path in matches if not glob_matches(pattern, path)] == []
    assert [path for path in spares if glob_matches(pattern, path)] == []


def test_no_pattern_matches_nothing() -> None:
    assert not matcher(())("a")
    assert not matcher(("", "/"))("a")


NAMES = st.sampled_from(["a", "b", "ab", "a.b", ".", "c-a"])
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)
SEGMENTS = st.sampled_from(["a", "*", "**", "?", "a*", "*b", "[ab]", "[!a]", "a.b"])
PATTERNS = st.tuples(st.lists(SEGMENTS, min_size=1, max_size=4), st.booleans()).map(
    lambda drawn: "/".join(drawn[0]) + ("/" if drawn[1] else "")
)


def plainly(pattern: str, path: str) -> bool:
    """The rules read one after the other, without a regular expression for the whole."""
    folder_only = pattern.endswith("/")
    segments = pattern.rstrip("/").split("/")
    if len(segments) == 1:
        segments.insert(0, "**")
    names = path.split("/")
    ends = range(1, len(names)) if folder_only else range(1, len(names) + 1)
    return any(_walk(segments, names[:end]) for end in ends)


def _walk(segments: list[str], names: list[str]) -> bool:
    if not segments:
        return not names
    if segments == ["**"]:
        return bool(names)
    if segments[0] == "**":
        return any(_walk(segments[1:], names[start:]) for start in range(len(names) + 1))
    source = re.escape(segments[0]).replace(r"\*", ".*").replace(r"\?", ".").replace(r"\[!", "[^").replace(r"\[", "[")
    return (
        bool(names)
        and re.fullmatch(source.replace(r"\]", "]"), names[0]) is not None
        and _walk(segments[1:], names[1:])
    )


@given(pattern=PATTERNS, path=PATHS)
def test_the_matcher_agrees_with_the_plain_reading(pattern: str, path: str) -> None:
    assert glob_matches(pattern, path) == plainly(pattern, path)


@given(patterns=st.lists(PATTERNS, max_size=3), path=PATHS)
def test_several_patterns_match_where_one_does(patterns: list[str], path: str) -> None:
    assert matcher(patterns)(path) == any(glob_matches(pattern, path) for pattern in patterns)


@given(patterns=st.lists(PATTERNS, max_size=3), paths=st.lists(PATHS, max_size=4))
def test_among_known_paths_the_same_ones_match(patterns: list[str], paths: list[str]) -> None:
    among = matcher(patterns, paths)
    assert list(map(among, paths)) == list(map(matcher(patterns), paths))


@given(st.text("a*?[]!^-\\/&~|.", max_size=8), st.text("ab/-]^", max_size=8))
def test_no_pattern_is_an_error(pattern: str, path: str) -> None:
    glob_matches(pattern, path)


def test_many_stars_take_no_time() -> None:
    assert not glob_matches("*a" * 40 + "b", "a" * 200)
    assert not glob_matches("*" * 40 + "b", "a" * 200)
    assert glob_matches("*a*b**c", "xaxbabcc")


def test_two_hyphens_in_a_class_are_a_range_to_the_hyphen() -> None:
    assert glob_matches("[+--]", "-")
    assert not glob_matches("[+--]", ".")


def test_many_folders_take_no_time() -> None:
    assert not glob_matches("**/a/" * 30 + "b", "a/" * 200 + "c")
    assert not glob_matches("**/" * 30 + "b", "a/" * 200 + "c")
    assert glob_matches("**/a/**/b/**/c", "a/x/b/b/y/c")
    assert glob_matches("a/**/**/b", "a/b")
    assert glob_matches("a/**/**", "a/b")


@pytest.mark.parametrize(
    ("lines", "means"),
    [
        ((), ["a/x", "a/old/x", "b/x"]),
        (("a/**",), ["a/x", "a/old/x"]),
        (("!a/old",), ["a/x", "b/x"]),
        (("a/**", "!old"), ["a/x"]),
        pytest.param(("!old", "a/**"), ["a/x"], id="whatever the order"),
        (("c/**",), []),
    ],
)
def test_lines_choose_paths_and_leave_some_out(lines: tuple[str, ...], means: list[str]) -> None:
    assert list(filter(chosen_by(lines), ["a/x", "a/old/x", "b/x"])) == means
