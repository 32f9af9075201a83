"""Most YAML suites are read without the YAML library; what is read so is what the library would have read."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.documents.document import UNREAD
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.yaml_compose import compose
from skill_evals.documents.yaml_simple import simple_value
from skill_evals.documents.yaml_tree import Source

from .document_tools import cut, read

SUITE = """\
# yaml-language-server: $schema=schema.json
$schema: https://example.org/schema.json
skill_name: tide-tables
evals:
  - id: 1
    prompt: |
      When is high water at Vlissingen?
      And at Delfzijl?
    files: ["a.csv", "b c.csv"]
    assertions:
    - type: regex
      pattern: "^\\"High\\""

    # the second one
    - type: file_exists
      path: out/table.md
    -   A sentence, with a comma and it's fine
  - id: 2
    prompt: >-
      Give me
      the table
    max_turns: 3
    flags:
        quick: true
tags: [tide, sea water]
"""
PIECES = st.sampled_from(
    ["a", "k: v", "yes", "true", "1", ":", ": ", " ", "  ", "\n", "\n  ", "\n- ", "\n  - ", "\n    - x: y", "#", " #", '"', "'", "[", "]",
     ",", ", ", ">-", "|", ">", "\\", "3", "010", "x y", "é", "\t", "\r\n", "&", "*", "-", "- ", "no", "\n\n", "\n    # c", "\nd: ", "1.2.3",
     "null", "=", "---", "...", "? ", "2026-01-02", "~", "!a "]
)  # fmt: skip


@st.composite
def nearly(draw: st.DrawFn) -> str:
    """The suite, or some lines of it, with pieces put in or taken out somewhere."""
    lines = SUITE.split("\n")
    first = draw(st.integers(0, len(lines) - 1))
    text = "\n".join(lines[first : draw(st.integers(first, len(lines)))])
    for _ in range(draw(st.integers(0, 3))):
        at, dropped = draw(st.integers(0, len(text))), draw(st.integers(0, 3))
        text = text[:at] + draw(PIECES) + text[at + dropped :]
    return text


def agree(text: str) -> bool:
    quick = simple_value(text)
    if quick is UNREAD:
        return False
    slow = compose(Source(text=text, lines=LineIndex(text), place=lambda offset: offset))
    assert slow.problems == ()
    assert json.dumps(quick) == json.dumps(slow.value)
    return True


def test_a_suite_as_people_write_them_is_simple() -> None:
    assert agree(SUITE)
    assert agree(SUITE.replace("\n", "\r\n"))


@settings(max_examples=300)
@given(nearly() | st.lists(PIECES, min_size=1, max_size=8).map("".join))
def test_the_quick_way_agrees_with_the_library_wherever_it_answers(text: str) -> None:
    agree(text)


@pytest.mark.parametrize(
    "text",
    [
        "", "a", "- ", "a:", "a: 010", "a: yes", "no: a", "a: b: c", "a: b #c", "a: *b", "a: |\n  b\n\n  # c", "a: |\n  b\n   c",
        "a: b\n c", "a: b\na: c", "- a\nb: c", "a:\n  b: c\n d: e", "- - a", "a: {b: c}", "---\na: b", 'a: "b\n  c"', "a:\tb", "a: 1_000",
        "a: 2026-01-02", "a: |\n  b \nc: d", "a: >\n  b\n\n  c",
    ],
)  # fmt: skip
def test_whatever_is_not_surely_simple_is_left_to_the_library(text: str) -> None:
    assert simple_value(text) is UNREAD


def test_parts_have_their_places_all_the_same() -> None:
    document = read(SUITE, "evals.yaml")
    assert cut(SUITE, document.span(("evals", 0, "assertions", 1, "path"))) == "out/table.md"
    assert cut(SUITE, document.span(("tags",))) == "[tide, sea water]"
