"""YAML has the value that the YAML library gives it, apart from what is a trap; and stays within bounds."""

import io
import json
import warnings
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import ReusedAnchorWarning, YAMLError

from skill_evals.documents.document import ProblemKind
from skill_evals.model.position import Part

from .document_tools import cut, nodes, read

texts = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Cn", "Co"), exclude_characters="\ufeff"), max_size=12
) | st.sampled_from(
    [
        "no",
        "1e3",
        "010",
        "2026-01-01",
        "null",
        "a: b",
        "a #b",
        "- x",
        "",
        " ",
        "a\nb",
        "a\n\nb\n",
        "'",
        '"',
        "\\d",
        "\t",
    ]
)
texts = texts.filter(lambda text: not text.startswith(("?", ":")))  # the library misreads its own `{?0: x}`, `{:0: x}`
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**6), 10**6) | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=10,
)


def library() -> YAML:
    yaml = YAML(typ="safe", pure=True)
    yaml.allow_unicode = True
    return yaml


@given(values, st.booleans(), st.sampled_from(["\n", "\r\n"]))
def test_what_the_library_writes_is_read_back(value: object, flow: bool, line_break: str) -> None:
    yaml = library()
    yaml.default_flow_style = flow
    out = io.StringIO()
    yaml.dump(value, out)
    text = out.getvalue().replace("\n", line_break)
    document = read(text, "evals.yaml")
    assert [problem for problem in document.problems if problem.kind is not ProblemKind.TRAP] == []
    assert document.value == value


LINES = st.sampled_from(
    ["a: 1", "b: text", "  c: 2.5", "  - item", "- x: y", "  z: 'q'", 'd: "e"', "e: >-", "f: |", "    deep", "", "# note", "g: [1, b]",
     "h: {i: j}", "k: &k {l: m}", "n: *k", "  <<: *k", "o:", "p: true", "q: ~", "r: -1", "  more text", "a: 2", "s: x # y", "t: 0x1F",
     "u: !!str 1", "- - v", "? w", ": x", "---", "...", "1: y", "-", "- ", "aa: b:c", "bb: 1.", "cc: .5", "dd: +3", "ee: 1.e+2", "ff: =", "gg: -.5"]
)  # fmt: skip


@settings(max_examples=400)
@given(st.lists(LINES, min_size=1, max_size=6).map("\n".join))
def test_reads_what_the_library_reads_and_refuses_what_it_refuses(text: str) -> None:
    document = read(text, "evals.yaml")
    kinds = {problem.kind for problem in document.problems}
    yaml = library()
    yaml.allow_duplicate_keys = True
    try:
        with warnings.catch_warnings(action="ignore", category=ReusedAnchorWarning):
            expected: Any = yaml.load(text)
    except YAMLError:
        assert ProblemKind.INVALID in kinds or ProblemKind.TRAP in kinds
        return
    assume(ProblemKind.TRAP not in kinds and ProblemKind.DUPLICATE_KEY not in kinds)
    if expected is None and not document.readable:
        return
    assert json.dumps(document.value) == json.dumps(expected)


@given(values)
def test_json_is_yaml_as_well(value: object) -> None:
    text = json.dumps(value)
    assume("\\u" not in text)
    document = read(text, "evals.yaml")
    assume(not any(problem.kind is ProblemKind.TRAP for problem in document.problems))
    assert json.dumps(document.value) == json.dumps(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: null\nb: ~\nc:", {"a": None, "b": None, "c": None}),
        ("[true, False, yess, 3, -4, 0x1F, 1.5, 2., .5]", [True, False, "yess", 3, -4, 31, 1.5, 2.0, 0.5]),
        ("!!str 12", "12"),
        ('!!int "12"', 12),
        ("! 12", "12"),
        ("a: one\n  two\n\n  three", {"a": "one two\nthree"}),
        ("a: &x {b: 1}\nc: *x", {"a": {"b": 1}, "c": {"b": 1}}),
        ("&k a: 1\nb: *k", {"a": 1, "b": "a"}),
        ("base: &x {b: 1, c: 2}\nd:\n  <<: *x\n  c: 3", {"base": {"b": 1, "c": 2}, "d": {"b": 1, "c": 3}}),
        ("d:\n  <<: [{a: 1}, {a: 2, b: 2}]", {"d": {"a": 1, "b": 2}}),
        ('"<<": {a: 1}', {"<<": {"a": 1}}),
        ("--- \na: 1\n...\n", {"a": 1}),
    ],
)
def test_core_schema(text: str, value: object) -> None:
    document = read(text, "evals.yml")
    assert document.problems == ()
    assert json.dumps(document.value, sort_keys=True) == json.dumps(value, sort_keys=True)


def test_a_float_stays_one_and_an_integer_too() -> None:
    document = read("[2.0, 2]", "a.yaml")
    assert isinstance(document.value, list)
    assert [type(item) for item in document.value] == [float, int]


def test_spans_cover_keys_and_values() -> None:
    text = "# head\nevals:\n  - id: 'one'\n    prompt: >-\n      Plan a\n      trip\n\n  - {id: two, prompt: \"x\"}   # end\n\nlast: 1\n"
    document = read(text, "evals.yaml")
    spans = {
        ("evals",): "- id: 'one'\n    prompt: >-\n      Plan a\n      trip\n\n  - {id: two, prompt: \"x\"}",
        ("evals", 0): "id: 'one'\n    prompt: >-\n      Plan a\n      trip",
        ("evals", 0, "id"): "'one'",
        ("evals", 0, "prompt"): ">-\n      Plan a\n      trip",
        ("evals", 1): '{id: two, prompt: "x"}',
        ("evals", 1, "prompt"): '"x"',
        ("last",): "1",
    }
    for at, expected in spans.items():
        assert cut(text, document.span(at)) == expected
    assert cut(text, document.span(("evals", 1, "prompt"), Part.KEY)) == "prompt"


def test_a_value_that_is_left_out_is_placed_behind_its_colon_or_dash() -> None:
    document = read("a:\nb: # none\n\nc:\n  -\n  - 1\nd:", "a.yaml")
    places = [(document.span(at).line, document.span(at).column) for at in [("a",), ("b",), ("c", 0), ("d",)]]
    assert document.value == {"a": None, "b": None, "c": [None, 1], "d": None}
    assert places == [(1, 3), (2, 3), (5, 4), (7, 3)]


def test_an_alias_is_placed_where_it_stands_and_its_parts_where_they_are_written() -> None:
    text = "a: &x {b: 1}\nc: *x\nd:\n  <<: *x\n"
    document = read(text, "evals.yaml")
    assert cut(text, document.span(("c",))) == "*x"
    assert document.span(("c", "b")) == document.span(("a", "b")) == document.span(("d", "b"))


def bomb(levels: int, width: int) -> str:
    lines = ["l0: &l0 [x]"]
    lines += [f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * width)}]" for n in range(1, levels)]
    return "\n".join(lines)


@pytest.mark.parametrize("text", [bomb(12, 10), "a: &a [x]\n" + "\n".join(f"b{n}: &a [*a]" for n in range(200))])
def test_expansion_of_aliases_is_bounded(text: str) -> None:
    document = read(text, "evals.yaml")
    assert not document.readable
    assert [problem.kind for problem in document.problems] == [ProblemKind.UNREADABLE_SIZE]


def test_a_modest_use_of_aliases_is_not_bounded() -> None:
    document = read(bomb(4, 10), "evals.yaml")
    assert document.problems == ()
    assert document.tree is not None
    assert len(nodes(document.tree)) > 1_000
