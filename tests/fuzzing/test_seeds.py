"""Every target has seeds, takes all of them, and what it is said to cover exists."""

import importlib

import pytest

from fuzz.replay import named
from fuzz.seeding import seeds
from fuzz.target import Target
from fuzz.targets import TARGETS

each = pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
MOST = 8


@each
def test_a_target_reads_its_seeds(target: Target, monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setattr("fuzz.seeding.CORPUS", tmp_path)
    found = list(seeds(target, 0))
    assert found
    run = target.load()
    for data in found[:: max(1, len(found) // MOST)]:
        run(data)


@each
def test_what_guides_a_target_is_there(target: Target) -> None:
    for name in target.covers:
        importlib.import_module(name)


@each
def test_a_file_name_says_its_target(target: Target) -> None:
    assert named(f"{target.name}-0123456789ab") is target


def test_names_are_distinct() -> None:
    assert len({target.name for target in TARGETS}) == len(TARGETS)


@pytest.mark.parametrize("path", ["provenance", "benchmark", "record"])
def test_seeds_of_our_own_are_read_and_not_refused(path: str) -> None:
    from skill_evals.results.benchmark import read_benchmark, read_grading
    from skill_evals.results.provenance import read_provenance
    from skill_evals.run.record import decode

    for data in seeds(named(f"{path}-"), 0):
        first, _, second = data.partition(b"\n---\n")
        if path == "provenance":
            assert read_provenance(first)
        elif path == "record":
            assert decode(first.decode(), "a line").key.case == "c"
        else:
            assert read_benchmark(first)
            assert read_grading("a__new_skill.json", second)
