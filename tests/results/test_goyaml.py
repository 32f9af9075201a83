"""YAML as yaml.v3 writes it. The expected texts were written by yaml.v3 3.0.1 itself."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.results.document import parse
from skill_evals.results.goyaml import block


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("plain text", "plain text"),
        ("", '""'),
        ("y", '"y"'),
        ("on", '"on"'),
        ("Null", '"Null"'),
        ("12", '"12"'),
        ("1_000", '"1_000"'),
        ("0x1F", '"0x1F"'),
        ("1:20", '"1:20"'),
        ("2026-01-01T00:00:00Z", '"2026-01-01T00:00:00Z"'),
        (" lead", "' lead'"),
        ("trail ", "'trail '"),
        ("x: y", "'x: y'"),
        ("x:y", "x:y"),
        ("- a", "'- a'"),
        ("-a", "-a"),
        ("it's #1", "'it''s #1'"),
        ("it's", "it's"),
        ("#1", "'#1'"),
        ("[a]", "'[a]'"),
        ("a\tb", '"a\\tb"'),
        ("hi 😀", '"hi \\U0001F600"'),
        ("é", "é"),
        ("\x01", '"\\x01"'),
        ("two\nlines", "|-\n  two\n  lines"),
        ("tail\n", "|\n  tail"),
        ("tail\n\n", "|+\n  tail\n"),
        ("  deep\nx", "|2-\n    deep\n  x"),
        ("gap\n\nend", "|-\n  gap\n\n  end"),
        ("space \nbreak", '"space \\nbreak"'),
    ],
)
def test_texts_are_written_as_go_writes_them(text: str, written: str) -> None:
    assert block({"a": text}) == f"a: {written}\n"


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (4.0, "4"),
        (0.25, "0.25"),
        (1e-05, "1e-05"),
        (0.0001, "0.0001"),
        (1234567.5, "1.2345675e+06"),
        (None, "null"),
        (True, "true"),
    ],
)
def test_other_scalars_are_written_as_go_writes_them(value: object, written: str) -> None:
    assert block({"a": value}) == f"a: {written}\n"


def test_names_are_in_natural_order() -> None:
    names = ["gpt-10", "gpt-9", "gpt-9-mini", "gpt-9.5", "gpt", "Gpt", "a", "1"]
    written = [line.partition(":")[0] for line in block(dict.fromkeys(names, 0)).splitlines()]
    assert written == ['"1"', "Gpt", "a", "gpt", "gpt-9", "gpt-9-mini", "gpt-9.5", "gpt-10"]


def test_items_stand_further_in_than_their_name() -> None:
    value = {"results": [{"id": "x", "steps": [1, [2]]}, {}], "none": []}
    assert block(value) == ("none: []\nresults:\n  - id: x\n    steps:\n      - 1\n      - - 2\n  - {}\n")


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x85"), max_size=8) | st.text(
    " \n\t-:#'\"ab01.", max_size=8
)


@given(st.dictionaries(TEXT, TEXT | st.lists(TEXT, max_size=3) | st.booleans() | st.none(), max_size=4))
@settings(max_examples=200)
def test_what_is_written_reads_back_as_itself(value: dict[str, object]) -> None:
    assert parse("x.yaml", block(value).encode()) == value
