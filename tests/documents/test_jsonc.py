"""JSONC is JSON with comments and trailing commas, at the same places."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.documents.jsonc import blank

from .document_tools import cut, read

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(st.sampled_from('/*",\\\n x]}é'), max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=10,
)
FILLERS = st.sampled_from(["", " ", "\n", "// a, ] } \" '\n", "/* b */", '/* c\n" , */', "/**/", "/***/", "//\r\n"])


@st.composite
def commented(draw: st.DrawFn, value: object) -> str:
    """A value as JSONC, with comments anywhere and commas where they may trail."""
    if not isinstance(value, (dict, list)):
        return draw(FILLERS) + json.dumps(value) + draw(FILLERS)
    parts = [draw(commented(item)) for item in (value.values() if isinstance(value, dict) else value)]
    if isinstance(value, dict):
        parts = [
            f"{draw(FILLERS)}{json.dumps(name)}{draw(FILLERS)}:{part}" for name, part in zip(value, parts, strict=True)
        ]
    trails = draw(st.booleans())
    comma = "," + draw(FILLERS) if parts and trails else ""
    opener, closer = "{}" if isinstance(value, dict) else "[]"
    return draw(FILLERS) + opener + draw(FILLERS) + ",".join(parts) + comma + closer + draw(FILLERS)


@given(st.data(), values)
def test_comments_and_trailing_commas_change_nothing(data: st.DataObject, value: object) -> None:
    text = data.draw(commented(value))
    document = read(text, "evals.jsonc")
    assert document.problems == ()
    assert json.dumps(document.value) == json.dumps(value)
    assert document.tree is not None
    assert read(cut(text, document.tree.where), "evals.jsonc").value == document.value


@given(st.text(st.sampled_from('/*",[]{}:\\\n x'), max_size=30))
def test_blanking_keeps_every_place(text: str) -> None:
    blanked = blank(text)
    assert len(blanked) == len(text)
    assert [char for char in blanked if char in "\n\r"] == [char for char in text if char in "\n\r"]


@given(values)
def test_plain_json_is_left_alone(value: object) -> None:
    text = json.dumps(value, indent=1)
    assert blank(text) == text


@pytest.mark.parametrize(
    "text", ["[,]", "{,}", "[1,,]", '{"a":,}', '{"a",}', "// only a comment", "[1] /* open", "[1] /*/", "/"]
)
def test_what_is_no_jsonc_either(text: str) -> None:
    assert not read(text, "evals.jsonc").readable


def test_many_unclosed_comments_take_no_longer_than_one() -> None:
    assert not read("/*" * 1_000_000, "evals.jsonc").readable


def test_a_string_that_is_never_closed_is_read_once() -> None:
    text = '["' + '\\"' * 200_000
    assert blank(text) == text


def test_no_comment_begins_in_a_string_that_is_never_closed() -> None:
    assert blank('{"a": "http://b\n} // c') == '{"a": "http://b\n}     '
