"""A JSON document has the value that `json.loads` gives, wherever a strict reader gives one at all."""

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.documents.bounds import MAX_BYTES, MAX_DEPTH, MAX_NUMBER_LENGTH
from skill_evals.documents.document import UNREAD, ProblemKind
from skill_evals.documents.json_scan import scan
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.read import read_document

from .document_tools import read

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


def strict(text: str) -> Any:
    """What `json` reads once its leniences are switched off; ValueError otherwise."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    value = json.loads(text, parse_constant=refuse)
    pending = [value]
    for item in pending:
        if isinstance(item, str):
            item.encode()
        elif isinstance(item, float) and math.isinf(item):
            raise ValueError(item)
        elif isinstance(item, list):
            pending.extend(item)
        elif isinstance(item, dict):
            pending.extend([*item, *item.values()])
    return value


def same(left: object, right: object) -> bool:
    """Equal with the types of numbers told apart, which `==` does not."""
    return json.dumps(left) == json.dumps(right)


@given(values, st.sampled_from([None, 1, "\t"]), st.booleans())
def test_value_round_trips(value: object, indent: int | str | None, ascii_only: bool) -> None:
    document = read(json.dumps(value, indent=indent, ensure_ascii=ascii_only))
    assert same(document.value, value)
    assert document.problems == ()


FRAGMENTS = st.sampled_from(
    ['"a"', '"b\\n"', '"\\ud83d"', '"\\ud83d\\ude00"', '"\\ude00"', '"', "{", "}", "[", "]", ":", ",", " ", "\n", "1", "-", "0.5",
     "1e5", "1e999", "01", "true", "false", "null", "NaN", "Infinity", "\\", "é", "\0", "\u00a0", "//", "'", "x"]
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(FRAGMENTS, max_size=12).map("".join))
def test_is_unread_exactly_where_a_strict_reader_refuses(text: str) -> None:
    document = read(text)
    try:
        expected = strict(text)
    except ValueError:
        assert document.value is UNREAD
        assert [problem.kind for problem in document.problems] == [ProblemKind.INVALID]
        assert document.problems[0].cure
    else:
        assert same(document.value, expected)


@given(values, st.data())
def test_a_mutated_document_is_judged_as_a_strict_reader_does(value: object, data: st.DataObject) -> None:
    text = json.dumps(value, indent=1)
    at = data.draw(st.integers(0, len(text)))
    drop = data.draw(st.integers(0, 3))
    mutated = text[:at] + data.draw(FRAGMENTS) + text[at + drop :]
    document = read(mutated)
    try:
        expected = strict(mutated)
    except ValueError:
        assert document.value is UNREAD
        assert document.problems
    else:
        assert same(document.value, expected)


@given(values)
def test_scanner_and_fast_path_agree(value: object) -> None:
    text = json.dumps(value)
    found = scan(text, LineIndex(text))
    assert found.fault is None
    assert found.repeats == ()


@pytest.mark.parametrize(("text", "value"), [("[2.0]", 2.0), ("[1e2]", 100.0), ("[-0.0]", -0.0)])
def test_a_float_stays_one(text: str, value: float) -> None:
    read_value = read(text).value
    assert isinstance(read_value, list)
    assert type(read_value[0]) is float
    assert read_value == [value]


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


def with_siblings(depth: int) -> str:
    """Nested objects and arrays by turns, in more brackets than levels."""
    text = "[0]"
    for level in range(depth - 1):
        text = f'{{"a": [], "b": {text}}}' if level % 2 else f"[[], {text}]"
    return text


@pytest.mark.parametrize("write", [nested, with_siblings])
def test_depth_is_bounded(write: Any) -> None:
    assert read(write(MAX_DEPTH)).problems == ()
    beyond = read(write(MAX_DEPTH + 1))
    assert beyond.value is UNREAD
    assert [problem.kind for problem in beyond.problems] == [ProblemKind.UNREADABLE_SIZE]


@pytest.mark.parametrize("count", [1_000, 1_000_000, 10_000_000])
@pytest.mark.parametrize("name", ["a.json", "a.jsonc", "a.yaml", "SKILL.md"])
def test_nothing_but_open_brackets(name: str, count: int) -> None:
    head = b"---\n" if name.endswith(".md") else b""
    tail = b"\n---\n" if name.endswith(".md") else b""
    document = read_document(name, head + b"[" * count + tail)
    assert document.value is UNREAD
    assert [problem.kind for problem in document.problems] == [ProblemKind.UNREADABLE_SIZE]


@pytest.mark.parametrize("digits", ["9" * (MAX_NUMBER_LENGTH + 1), "1." + "0" * MAX_NUMBER_LENGTH, "9" * 5_000])
@pytest.mark.parametrize("name", ["a.json", "a.yaml", "a.jsonc"])
def test_length_of_a_number_is_bounded(name: str, digits: str) -> None:
    document = read('{"id":\n ' + digits + "}", name)
    assert document.value is UNREAD
    (problem,) = document.problems
    assert (problem.kind, problem.span.line, problem.span.column) == (ProblemKind.UNREADABLE_SIZE, 2, 2)


def test_a_number_at_the_bound_is_read() -> None:
    assert read("9" * MAX_NUMBER_LENGTH).value == int("9" * MAX_NUMBER_LENGTH)


def test_digits_inside_a_string_are_no_number() -> None:
    assert read(json.dumps(["9" * 5_000])).value == ["9" * 5_000]


def test_size_is_bounded() -> None:
    document = read_document("a.json", b'"' + b"a" * MAX_BYTES + b'"')
    assert document.value is UNREAD
    assert [problem.kind for problem in document.problems] == [ProblemKind.UNREADABLE_SIZE]


def test_null_is_a_value_and_not_the_absence_of_one() -> None:
    assert read("null").value is None
    assert read("null").readable
    assert not read("nul").readable
