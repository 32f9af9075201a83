"""eval-magic's benchmark: its sign, and whether it follows from its gradings."""

import copy
import json
from collections.abc import Sequence
from typing import Any

import pytest

from skill_evals.model.benchmark import Benchmark, Grading
from skill_evals.results.benchmark import disagreements, improvement, read_benchmark, read_grading


def spread(mean: float, stddev: float, n: int) -> dict[str, float]:
    return {"mean": mean, "stddev": stddev, "n": n}


def condition(mean: float, stddev: float, duration: float) -> dict[str, Any]:
    return {
        "pass_rate": spread(mean, stddev, 2),
        "duration_ms": spread(duration, 0, 2),
        "total_tokens": spread(0, 0, 0),
    }


VALUE: dict[str, Any] = {
    "generated": "2026-01-01T00:00:00Z",
    "mode": "revision",
    "baseline": "v1",
    "conditions_compared": ["old_skill", "new_skill"],
    "missing_gradings": 0,
    "validity_warnings": [],
    "run_summary": {
        "old_skill": condition(0.667, 0.333, 100),
        "new_skill": {**condition(0.833, 0.167, 120), "skill_invocation_n": 2, "skill_invocation_rate": 0.5},
    },
    "assertions": {},
    "delta": {"direction": "old_skill - new_skill", "pass_rate": -0.166, "duration_ms": -20, "total_tokens": 0},
}


def messages(benchmark: Benchmark, gradings: Sequence[Grading]) -> tuple[str, ...]:
    return tuple(found.message for found in disagreements(benchmark, gradings))


def grading(name: str, *verdicts: bool, invoked: bool | None = None, **summary: object) -> Grading:
    passed = sum(verdicts)
    body = {
        "assertion_results": [{"id": f"a{i}", "passed": v, "evidence": ""} for i, v in enumerate(verdicts)],
        "summary": {
            "passed": passed,
            "failed": len(verdicts) - passed,
            "total": len(verdicts),
            "pass_rate": passed / len(verdicts),
            **summary,
        },
        "meta_summary": {"passed": 0, "failed": 0, "total": 0, "skill_invoked": invoked},
    }
    read = read_grading(f"grading/{name}.json", json.dumps(body).encode())
    assert read is not None
    return read


GRADINGS = [
    grading("rye__old_skill", True, True, True),
    grading("bun__old_skill", True, False, False),
    grading("rye__new_skill", True, True, True, invoked=True),
    grading("bun__new_skill", True, True, False, invoked=False),
]


def benchmark(**changes: object) -> Benchmark:
    read = read_benchmark(json.dumps({**copy.deepcopy(VALUE), **changes}).encode())
    assert read is not None
    return read


@pytest.mark.parametrize(
    ("direction", "stored", "gain"),
    [
        ("old_skill - new_skill", -0.125, 0.125),
        ("new_skill - old_skill", -0.125, -0.125),
        ("with_skill - without_skill", 0.4, 0.4),
        ("without_skill - with_skill", 0.4, -0.4),
        ("a - b", 0.4, None),
        ("", 0.4, None),
    ],
)
def test_the_sign_is_read_from_the_direction(direction: str, stored: float, gain: float | None) -> None:
    delta = {"direction": direction, "pass_rate": stored, "duration_ms": 0, "total_tokens": 0}
    assert improvement(benchmark(delta=delta)) == gain


def test_no_change_is_a_positive_zero() -> None:
    delta = {"direction": "old_skill - new_skill", "pass_rate": 0, "duration_ms": 0, "total_tokens": 0}
    assert str(improvement(benchmark(delta=delta))) == "0.0"


def test_one_that_follows_from_its_gradings_is_left_alone() -> None:
    assert messages(benchmark(), GRADINGS) == ()


def test_a_grading_that_is_gone_shows() -> None:
    found = messages(benchmark(), [g for g in GRADINGS if (g.eval_id, g.condition) != ("bun", "old_skill")])
    assert found == ("old_skill: the stored pass rate is 0.667 ± 0.333 over 2; the gradings give 1 ± 0 over 1",)


def test_an_edited_delta_shows() -> None:
    delta = {**VALUE["delta"], "pass_rate": 0.166, "duration_ms": -21}
    assert messages(benchmark(delta=delta), GRADINGS) == (
        "delta.pass_rate is 0.166; the stored means give -0.166",
        "delta.duration_ms is -21; the stored means give -20",
    )


def test_an_edited_direction_shows() -> None:
    delta = {**VALUE["delta"], "direction": "new_skill - old_skill"}
    assert "delta.direction" in messages(benchmark(delta=delta), GRADINGS)[0]


def test_an_edited_invocation_rate_shows() -> None:
    summary = copy.deepcopy(VALUE["run_summary"])
    summary["new_skill"]["skill_invocation_rate"] = 1
    found = messages(benchmark(run_summary=summary), GRADINGS)
    assert found == ("new_skill: the stored invocation rate does not follow from the gradings, which give 1 of 2",)


def test_an_edited_grading_shows() -> None:
    edited = grading("rye__old_skill", True, True, False, passed=3, failed=0, pass_rate=1)
    assert messages(benchmark(), [edited, *GRADINGS[1:]]) == (
        "the grading of rye under old_skill counts 3 of 3 passed; its assertions give 2 of 3",
    )
    rated = grading("rye__old_skill", True, True, True, pass_rate=0.5)
    assert "states a pass rate of 0.5 for 3 of 3" in messages(benchmark(), [rated, *GRADINGS[1:]])[0]


def test_a_missing_condition_shows() -> None:
    assert messages(benchmark(run_summary={}), [])[:2] == (
        "run_summary lacks the condition old_skill",
        "run_summary lacks the condition new_skill",
    )
    assert messages(benchmark(conditions_compared=["one"], run_summary={}), [])[-1] == (
        "conditions_compared names 1 conditions, not two"
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [("rye__old_skill", ("rye", "old_skill", None)), ("rye-2__with_skill__r3", ("rye-2", "with_skill", 3))],
)
def test_the_name_of_a_grading_says_what_it_grades(name: str, expected: tuple[str, str, int | None]) -> None:
    read = grading(name, True)
    assert (read.eval_id, read.condition, read.run_index) == expected


@pytest.mark.parametrize("name", ["rye.json", "rye__a__b.json", "rye__a__r.json", "a__b__r1__c.json"])
def test_other_names_are_none(name: str) -> None:
    body = {"assertion_results": [], "summary": {"passed": 0, "failed": 0, "total": 0, "pass_rate": 0}}
    assert read_grading(name, json.dumps(body).encode()) is None


@pytest.mark.parametrize("data", [b"", b"[]", b'{"metadata": {}, "runs": []}', b'{"generated": 1}', b"[" * 100_000])
def test_what_another_tool_wrote_under_that_name_is_none(data: bytes) -> None:
    assert read_benchmark(data) is None
    assert read_grading("a__b.json", data) is None
