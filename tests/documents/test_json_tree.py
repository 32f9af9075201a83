"""Every key and value of a document has a span, and the span covers the very text it was read from."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.documents.node import Node
from skill_evals.model.position import Part, Span

from .document_tools import cut, nodes, read

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def check(text: str, node: Node, value: object) -> None:
    assert json.loads(cut(text, node.where)) == value
    if isinstance(value, dict):
        assert [name for name, _ in node.children] == list(value)
        for name, child in node.children:
            assert child.key is not None
            assert json.loads(cut(text, child.key)) == name
            check(text, child, value[str(name)])
    elif isinstance(value, list):
        assert [number for number, _ in node.children] == list(range(len(value)))
        for number, child in node.children:
            assert child.key is None
            check(text, child, value[int(number)])
    else:
        assert node.value == value
        assert node.children == ()


@given(values, st.sampled_from([None, 1, "\t"]), st.booleans(), st.sampled_from(["\n", "\r\n", "\r"]))
def test_spans_cover_their_text(value: object, indent: int | str | None, ascii_only: bool, line_break: str) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only).replace("\n", line_break)
    document = read(text)
    assert document.tree is not None
    check(text, document.tree, document.value)


def test_columns_count_code_points_and_lines_break_as_in_editors() -> None:
    document = read('{"😀\u2028\u0085é": [\r\n1,\r2]}')
    key = ("😀\u2028\u0085é",)
    assert document.span(key, Part.KEY) == Span(line=1, column=2, end_line=1, end_column=8)
    assert document.span((*key, 0)) == Span(line=2, column=1, end_line=2, end_column=2)
    assert document.span((*key, 1)) == Span(line=3, column=1, end_line=3, end_column=2)


def test_a_pointer_past_the_tree_gives_what_opens_its_deepest_part() -> None:
    document = read('{\n  "evals": [\n    {"id": 1}\n  ]\n}')
    assert document.span(("evals", 0, "prompt")) == Span(line=3, column=5, end_line=3, end_column=6)
    assert document.span(("evals", 7)) == document.span(("evals",), Part.KEY)


def test_of_a_repeated_key_the_last_is_pointed_at_and_none_is_lost() -> None:
    document = read('{"a": 1, "b": 2, "a": 3}')
    assert document.tree is not None
    assert [name for name, _ in document.tree.children] == ["a", "b", "a"]
    assert document.span(("a",)).column == 23
    assert document.value == {"a": 3, "b": 2}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"evals": [{"id": 1, "prompt": "x"}, {"id": 2, "prompt": '),
        ("a.json", '{"evals": [{"id": 1, "prompt": "x"}, {"id": 2, "prompt": y}]}'),
        ("a.jsonc", '{"evals": [{"id": 1, "prompt": "x"}, // one\n{"id": 2 "prompt": y}]}'),
        ("a.yaml", "evals:\n  - id: 1\n    prompt: x\n  - id: 2\n    prompt: @y\n"),
    ],
)
def test_a_broken_document_keeps_the_tree_that_stands_before_its_fault(name: str, text: str) -> None:
    document = read(text, name)
    assert not document.readable
    assert document.tree is not None
    assert {1, "x", 2} <= {node.value for node in nodes(document.tree)}
    assert cut(text, document.span(("evals", 0, "prompt"))) in ("x", '"x"')
    assert cut(text, document.span(("evals", 1, "id"))) == "2"
