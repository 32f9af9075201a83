"""The baseline file as text: written in one way only, and refused with place and cure where it is something else."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.documents.read import read_document
from skill_evals.errors import ConfigError
from skill_evals.lint.baseline import Baseline, Entry, parse_baseline, write_baseline

PATH = "b.json"


def parse(text: str) -> Baseline:
    return parse_baseline(read_document(PATH, text.encode()))


def test_an_entry_a_line_sorted() -> None:
    text = write_baseline(
        [
            Entry(rule="b", path="x.json", fingerprint="2", count=1),
            Entry(rule="a", path="x.json", fingerprint="1", count=3),
        ]
    )
    assert text == (
        "{\n"
        '  "version": 1,\n'
        '  "accepted": [\n'
        '    {"rule": "a", "path": "x.json", "fingerprint": "1", "count": 3},\n'
        '    {"rule": "b", "path": "x.json", "fingerprint": "2", "count": 1}\n'
        "  ]\n"
        "}\n"
    )
    assert write_baseline([]) == '{\n  "version": 1,\n  "accepted": []\n}\n'


@given(
    st.lists(
        st.builds(Entry, rule=st.text(), path=st.text(), fingerprint=st.text(), count=st.integers(1, 9)),
        unique_by=lambda one: one.key,
    )
)
def test_what_is_written_is_read_back(entries: list[Entry]) -> None:
    found = parse(write_baseline(entries)).entries
    assert [(one.key, one.count) for one in found] == sorted((one.key, one.count) for one in entries)


def test_of_entries_that_a_merge_left_twice_the_larger_count_holds() -> None:
    lines = [{"rule": "a", "path": "x", "fingerprint": "1", "count": count} for count in (1, 4, 2)]
    (one,) = parse(json.dumps({"version": 1, "accepted": lines})).entries
    assert one.count == 4


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("", "1:1", "the file is empty"),
        ("{", "1:", ""),
        ("<<<<<<< HEAD\n{}", "1:1", "conflict"),
        ("[]", "1:1", "it holds no list `accepted`"),
        ('{"version": 1}', "1:1", "it holds no list `accepted`"),
        ('{"version": 2, "accepted": []}', "1:13", "its version is not 1"),
        ('{"accepted": []}', "1:1", "its version is not 1"),
        ('{"version": 1, "accepted": [\n {"rule": "a"}]}', "2:2", "an entry holds"),
        ('{"version": 1, "accepted": [{"rule": "a", "path": "x", "fingerprint": "1", "count": 0}]}', "1:29", "from 1"),
        ('{"version": 1, "accepted": [{"rule": "a", "path": "x", "fingerprint": "1", "count": true}]}', "1:29", "from 1"),
        ('{"version": 1, "accepted": [{"rule": 1, "path": "x", "fingerprint": "1", "count": 1}]}', "1:29", "as texts"),
    ],
)  # fmt: skip
def test_what_is_no_baseline_is_refused_with_its_place(text: str, place: str, words: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse(text)
    assert caught.value.message.startswith(f"{PATH}:{place}")
    assert words in caught.value.message
    assert "--write-baseline" in (caught.value.cure or "")
