"""A results file of a tree: read, judged, or the reason in words. Nothing raises."""

from pathlib import Path

import pytest

from skill_evals.model.freshness import Freshness, SkillHashes, TierHashes
from skill_evals.results.committed import read_committed

from .nouns import skill, trigger, triggers

SMALL = Path(__file__).parent / "files" / "small.json"
QUERY = "What is the capital of France?"


def test_a_sound_file_is_read_and_judged() -> None:
    suite = triggers(trigger(QUERY, False))
    hashes = SkillHashes(
        plugin="kitchen",
        skill="bake-bread",
        skill_dir="d",
        surface="s",
        triggers=TierHashes(content="1" * 64, specs={QUERY: "x"}),
    )
    read = read_committed("e/results.json", SMALL.read_bytes(), skill=skill(), suites=[suite], hashes=hashes)
    assert (read.path, read.skill_dir, read.problem) == ("e/results.json", skill().directory, None)
    assert read.first_difference is None
    assert read.file is not None
    assert read.file.skill == "bake-bread"
    assert read.freshness[0].cases == {QUERY: Freshness.UNKNOWN}


def test_without_a_skill_it_is_read_and_not_judged() -> None:
    read = read_committed("results.json", SMALL.read_bytes(), skill=None)
    assert read.file is not None
    assert read.skill_dir is None
    assert read.freshness == ()


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        (b"  ", b"\t", 2),
        (b"}\n", b"}", len(SMALL.read_bytes().splitlines())),
        (b"}\n", b"}\n\n", len(SMALL.read_bytes().splitlines()) + 1),
        (b"\n", b"\r\n", None),
    ],
)
def test_another_form_is_not_canonical_from_a_line_on(old: bytes, new: bytes, line: int | None) -> None:
    data = SMALL.read_bytes()
    edited = data[:-2] + new if old == b"}\n" else data.replace(old, new)
    read = read_committed("results.json", edited, skill=None)
    assert read.file is not None
    assert read.first_difference == line


def test_a_file_of_an_older_schema_has_a_canonical_form_of_its_own() -> None:
    data = b'{"schema": 4, "plugin": "p", "skill": "s"}'
    read = read_committed("results.json", data, skill=None)
    assert read.file is not None
    assert read.first_difference is None


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b'{"schema": 6}', "newer than 5"),
        (b'{"schema": 2}', "schemas 3 to 5 can be read"),
        (b"{}", "has no schema number"),
        (b"{", "cannot be read"),
        (
            b"<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> x\n",
            "results.json:1 holds the markers of an unresolved merge conflict",
        ),
        (b'{"schema": 5, "models": 3}', "results.models must be an object"),
    ],
)
def test_what_cannot_be_read_says_why_and_what_to_do(data: bytes, words: str) -> None:
    read = read_committed("results.json", data, skill=None)
    assert read.file is None
    assert words in str(read.problem)
    assert "; " in str(read.problem)


def test_a_damaged_sidecar_does_no_harm() -> None:
    hashes = SkillHashes(plugin="kitchen", skill="bake-bread", skill_dir="d", surface="s")
    read = read_committed("results.json", SMALL.read_bytes(), skill=skill(), hashes=hashes, sidecar=b"{")
    assert read.file is not None
