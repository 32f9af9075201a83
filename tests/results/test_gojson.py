"""Strings and numbers as Go's encoding/json writes them."""

import json

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from skill_evals.results.gojson import compact, indented, number, quote

VALID_TEXT = st.text(st.characters(codec="utf-8"))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.floats(-1e15, 1e15) | VALID_TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(VALID_TEXT, inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain", '"plain"'),
        ('"\\/', '"\\"\\\\/"'),
        ("\b\f\n\r\t", '"\\b\\f\\n\\r\\t"'),
        ("\x00\x1f\x7f", '"\\u0000\\u001f\x7f"'),
        ("<a href='x'>&</a>", "\"\\u003ca href='x'\\u003e\\u0026\\u003c/a\\u003e\""),
        ("\u2028\u2029", '"\\u2028\\u2029"'),
        ("é — 🥖 \ufffd", '"é — 🥖 \ufffd"'),
    ],
)
def test_strings_are_written_as_go_writes_them(text: str, written: str) -> None:
    assert quote(text) == written


def test_a_byte_that_is_not_utf8_is_told_from_a_real_replacement_character() -> None:
    cut = "pain\ufffd ".encode() + "é".encode()[:1]
    assert quote(cut.decode("utf-8", "surrogateescape")) == '"pain\ufffd \\ufffd"'


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (4.0, "4"),
        (0.0, "0"),
        (-0.0, "-0"),
        (0.1, "0.1"),
        (1e-06, "0.000001"),
        (1.5e-05, "0.000015"),
        (-2.25e-05, "-0.0000225"),
        (9.99e-07, "9.99e-7"),
        (1e-10, "1e-10"),
        (1e16, "10000000000000000"),
        (1.2345e17, "123450000000000000"),
        (1e20, "100000000000000000000"),
        (1e21, "1e+21"),
        (-1.5e300, "-1.5e+300"),
        (5e-324, "5e-324"),
        (7, "7"),
    ],
)
def test_numbers_are_written_as_go_writes_them(value: float, written: str) -> None:
    assert number(value) == written


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_what_json_has_no_form_for_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match="no form in JSON"):
        number(value)


@given(st.floats(allow_nan=False, allow_infinity=False))
@example(1e-06)
@example(1e21)
@settings(max_examples=200)
def test_every_number_reads_back_as_itself(value: float) -> None:
    written = number(value)
    assert float(written) == value
    assert not written.endswith(".0")


@given(VALUES)
@settings(max_examples=200)
def test_what_is_written_reads_back_as_itself(value: object) -> None:
    assert json.loads(compact(value)) == value
    assert json.loads(indented(value)) == value


@given(VALUES)
@settings(max_examples=100)
def test_the_layout_is_that_of_json_with_an_indent_of_two(value: object) -> None:
    plain = json.loads(json.dumps(value), parse_float=lambda text: 0, parse_int=lambda text: 0)
    ours = indented(plain)
    theirs = json.dumps(plain, indent=2, ensure_ascii=False)
    for raw, escaped in (
        ("<", "\\u003c"),
        (">", "\\u003e"),
        ("&", "\\u0026"),
        ("\u2028", "\\u2028"),
        ("\u2029", "\\u2029"),
    ):
        theirs = theirs.replace(raw, escaped)
    assert ours == theirs
