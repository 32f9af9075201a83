"""The frontmatter of a SKILL.md: what it is read to, where its parts stand, and that the quick way there is no other."""

import json

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from skill_evals.documents.document import UNREAD, ProblemKind
from skill_evals.documents.frontmatter_simple import simple_mapping
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.read import read_document
from skill_evals.documents.yaml_compose import compose
from skill_evals.documents.yaml_tree import Source
from skill_evals.model.position import Part

from .document_tools import cut, read

SIMPLE = {
    "plain": ("name: demo\ndescription: Plans trips, and more.", {"name": "demo", "description": "Plans trips, and more."}),
    "quoted": ("description: \"Use when: asked # now\"\nname: 'demo'", {"description": "Use when: asked # now", "name": "demo"}),
    "folded": ("description: >-\n  Plans trips.\n  Use it: always", {"description": "Plans trips. Use it: always"}),
    "folded, kept": ("description: >\n  Plans trips.", {"description": "Plans trips.\n"}),
    "literal": ("description: |\n  Plans\n  # trips", {"description": "Plans\n# trips\n"}),
    "list": ('allowed-tools:\n  - Read\n  - "Bash(git *)"\nname: x', {"allowed-tools": ["Read", "Bash(git *)"], "name": "x"}),
    "flush list": ("tags:\n- one\n- two", {"tags": ["one", "two"]}),
    "flow list": ("allowed-tools: [Read, Web Search]", {"allowed-tools": ["Read", "Web Search"]}),
    "map": ('metadata:\n  author: me\n  version: "1.0"\n', {"metadata": {"author": "me", "version": "1.0"}}),
    "scalars": ("a: true\nb: false\nc: 3\nd: 1.2.3", {"a": True, "b": False, "c": 3, "d": "1.2.3"}),
    "wrapped": ("description: Plans\n  trips - always\n  - well\nname: x", {"description": "Plans trips - always - well", "name": "x"}),
    "escaped": (r'description: "Say \"go\" \\ stop"', {"description": r'Say "go" \ stop'}),
    "flow list of quoted": ('paths: ["src/**", "a, b"]', {"paths": ["src/**", "a, b"]}),
    "nested": ("metadata:\n  a.b: c\n  requires:\n    bins:\n      - git\n    os: any", {"metadata": {"a.b": "c", "requires": {"bins": ["git"], "os": "any"}}}),
    "comments": ("# head\nname: demo\n\n# tail", {"name": "demo"}),
    "windows": ("name: demo\r\nmetadata:\r\n  a: b\r\n", {"name": "demo", "metadata": {"a": "b"}}),
}  # fmt: skip


@pytest.mark.parametrize("case", SIMPLE)
def test_simple_forms_need_no_library(case: str) -> None:
    block, value = SIMPLE[case]
    assert json.dumps(simple_mapping(block)) == json.dumps(value)


@pytest.mark.parametrize(
    "block",
    [
        "name: a: b", "name: a #b", "name: a:", "name: yes", "name: null", "name: ~", "name:", "name: 010", "name: 1e3", "name: 2026-01-01",
        "name: *a", "name: &a b", "name: !x y", "name: @x", 'name: "a\\n"', "name: 'it''s'", 'name: "a" b', "name: [a, yes]", "name: {a: b}",
        "name: a\n  b: c", "name: a\n  #b", "name: >-\n  a\n\n  b", "name: >-\n  a\n   b", "name: >-\n a\n  b", "name: |+\n  a", "name: >2\n  a", "a: 1\na: 2",
        "yes: a", "- a", "text", "a:\n b:\n  c:\n   d:\n    e:\n     f: g", "a:\n  - b: c", "a:\n  b: c\n d: e", "\ta: b", "a:\tb", "a: \u2028", "",
        "# only", "a: b\r", "a : b", "a: 1.5", "a: -1", "---\na: b", "a: b\n...", "a:\nb", "a: [a,]", "a: [a", "<<: a",
    ],
)  # fmt: skip
def test_whatever_is_not_surely_simple_is_left_to_the_library(block: str) -> None:
    assert simple_mapping(block) is None


PIECES = st.sampled_from(
    ["name", "a", "b-c", "yes", "true", "1", ":", ": ", " ", "  ", "\n", "\n  ", "\n- ", "\n  - ", "#", " #", '"', "'", "[", "]", ",", ", ",
     ">-", "|", ">", "\\", "3", "010", "x y", "é", "\t", "\r\n", "&", "*", "-", "no", "\n\n", "\nd: ", "\ne:", "1.2.3", "null", "=", "y"]
)  # fmt: skip


@st.composite
def nearly_simple(draw: st.DrawFn) -> str:
    """Blocks that the quick way reads, end to end, with a piece put in somewhere."""
    chosen = draw(st.lists(st.sampled_from(sorted(SIMPLE)), min_size=1, max_size=2, unique=True))
    text = "\n".join(SIMPLE[name][0] for name in chosen)
    at, dropped = draw(st.integers(0, len(text))), draw(st.integers(0, 2))
    return text[:at] + draw(PIECES) + text[at + dropped :]


@settings(max_examples=300, suppress_health_check=[HealthCheck.filter_too_much])
@given(nearly_simple() | st.lists(PIECES, min_size=1, max_size=6).map("".join).map("k: ".__add__))
def test_the_quick_way_agrees_with_the_library_wherever_it_answers(block: str) -> None:
    block += "\n"
    quick = simple_mapping(block)
    assume(quick is not None)
    slow = compose(Source(text=block, lines=LineIndex(block), place=lambda offset: offset))
    assert slow.problems == ()
    assert json.dumps(quick) == json.dumps(slow.value)


def test_parts_stand_where_they_are_in_the_whole_file() -> None:
    for value in ("Plans trips", "Plans: trips", "'Plans: trips'", ">-\n  Plans trips"):
        text = f"---\nname: demo\ndescription: {value}\nlicense: MIT\n---\n# Title\n"
        document = read(text, "skills/demo/SKILL.md")
        assert cut(text, document.span(("description",))) == value
        assert cut(text, document.span(("description",), Part.KEY)) == "description"
        assert cut(text, document.span(("license",))) == "MIT"
        assert document.body_line == text[: text.index("# Title")].count("\n") + 1


def test_parts_stand_where_they_are_though_a_line_before_them_is_read_leniently() -> None:
    text = "---\ndescription: It's: what's asked: 'x'\nwhen_to_use: \"one\"\nmetadata: {a: b}\n---\n"
    document = read(text, "SKILL.md")
    assert document.value == {"description": "It's: what's asked: 'x'", "when_to_use": "one", "metadata": {"a": "b"}}
    assert cut(text, document.span(("description",))) == "It's: what's asked: 'x'"
    assert cut(text, document.span(("metadata", "a"))) == "b"
    assert [(problem.kind, problem.span) for problem in document.problems] == [
        (ProblemKind.UNQUOTED_COLON, document.span(("description",)))
    ]


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("---\nname: a\n---\n", 4),
        ("---\nname: a\n---", 4),
        ("---  \r\nname: a\r\n--- \r\nBody", 4),
        ("---\rname: a\r---\rBody", 4),
        ("---\nname: |\n  ---\n  a\n---\nBody\n---\n", 6),
    ],
)
def test_fences(text: str, body: int) -> None:
    document = read(text, "SKILL.md")
    assert document.problems == ()
    assert document.body_line == body


@pytest.mark.parametrize(
    "text", [" ---\nname: a\n---\n", "----\nname: a\n---\n", "---\nname: a\n----\n", "---\nname: a\n ---\n", "---"]
)
def test_no_fences(text: str) -> None:
    document = read(text, "SKILL.md")
    assert document.value is UNREAD
    assert [problem.kind for problem in document.problems] == [ProblemKind.INVALID]


def test_the_length_of_frontmatter_is_bounded() -> None:
    document = read_document("SKILL.md", b"---\na: 'it''s'\n" + b"# \n" * 400_000 + b"---\n")
    assert [problem.kind for problem in document.problems] == [ProblemKind.UNREADABLE_SIZE]


def test_bytes_that_are_not_utf8_are_named_and_no_value_is_read() -> None:
    document = read_document("SKILL.md", b"---\nname: demo\ndescription: it\x92s\n---\n")
    assert document.value is UNREAD
    assert [(problem.kind, problem.span.line, problem.span.column) for problem in document.problems] == [
        (ProblemKind.NOT_UTF8, 3, 16)
    ]
