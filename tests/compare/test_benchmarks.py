"""eval-magic's committed benchmarks: the sign of a delta is its direction's."""

import json
from pathlib import Path

import pytest

from skill_evals.compare.benchmarks import BenchmarkPair, benchmark_words, gain
from skill_evals.compare.committed import compare_committed


def benchmark(direction: str, pass_rate: object) -> dict[str, object]:
    return {"mode": "any", "delta": {"direction": direction, "pass_rate": pass_rate}}


def said(base: object, head: object) -> str | None:
    return benchmark_words(BenchmarkPair(path="evals/benchmark.json", base=base, head=head))


@pytest.mark.parametrize(
    ("direction", "delta", "expected"),
    [
        ("with_skill - without_skill", 0.6, 0.6),
        ("without_skill - with_skill", 0.6, -0.6),
        ("old_skill - new_skill", -0.125, 0.125),
        ("old_skill - new_skill", 0.125, -0.125),
        ("new_skill - old_skill", 0, 0.0),
    ],
)
def test_the_direction_decides_what_is_a_gain(direction: str, delta: float, expected: float) -> None:
    found = gain(benchmark(direction, delta))
    assert found is not None
    assert found.pass_rate == expected


@pytest.mark.parametrize(
    "other",
    [
        None,
        [],
        {},
        {"delta": 0.5},
        {"delta": {"pass_rate": "+0.50"}},
        benchmark("a - b", 0.5),
        benchmark("with_skill", 0.5),
        benchmark("with_skill - without_skill", None),
        benchmark("with_skill - without_skill", True),
    ],
)
def test_what_is_no_benchmark_of_eval_magic_is_left_alone(other: object) -> None:
    assert gain(other) is None
    assert said(None, other) is None


def test_the_words_give_both_arms_and_confirm_nothing() -> None:
    words = said(benchmark("old_skill - new_skill", 0.05), benchmark("old_skill - new_skill", -0.125))
    assert words == (
        "evals/benchmark.json: the pass rate of new_skill is 12.5 points above that of old_skill; "
        "at the base it is 5.0 points below it. Committed numbers without a test: nothing is confirmed"
    )


def test_a_new_a_removed_and_an_equal_benchmark() -> None:
    one = benchmark("with_skill - without_skill", 0.2)
    assert said(None, one) == (
        "evals/benchmark.json: the pass rate of with_skill is 20.0 points above that of without_skill; "
        "the base holds no such benchmark"
    )
    assert said(one, None) is None
    assert said(one, dict(one)) is None


def test_benchmarks_of_different_conditions_are_not_compared() -> None:
    words = said(benchmark("old_skill - new_skill", 0.0), benchmark("with_skill - without_skill", 0.2))
    assert words is not None
    assert words.endswith("the base's compares new_skill with old_skill, so the two are not comparable")


def test_the_notes_of_a_committed_comparison_hold_them() -> None:
    pair = BenchmarkPair(path="b.json", base=None, head=benchmark("with_skill - without_skill", 0.2))
    assert any(note.startswith("b.json: ") for note in compare_committed([], alpha=0.01, benchmarks=[pair]).notes)


@pytest.mark.corpus
def test_every_committed_benchmark_of_the_corpus_with_a_direction_is_read(corpus: Path) -> None:
    files = sorted((corpus / "slowdini__slow-powers").glob("skills/*/evals/baseline/benchmark.json"))
    found = {file.parent.parent.parent.name: gain(json.loads(file.read_bytes())) for file in files}
    assert len(found) >= 6
    assert all(found.values())
    hardening = found["hardening-plans"]
    assert hardening is not None
    assert (hardening.better, hardening.pass_rate) == ("new_skill", 0.125)
