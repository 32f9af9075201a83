"""Schemas 3 and 4 become schema 5 on reading."""

import json

import pytest

from skill_evals.errors import ResultsError
from skill_evals.results.codec import encode, load

RESULTS = [{"query": "bake", "should_trigger": True, "hits": 1, "runs": 3, "passed": False}]
OLD = {
    "plugin": "kitchen",
    "skill": "bake-bread",
    "triggers": {
        "acme/loaf": {
            "display": "Loaf",
            "executed": True,
            "timeout_seconds": 120,
            "results": RESULTS,
            "summary": {"passed": 0, "failed": 1, "total": 1, "pass_rate": 0},
            "previous": {
                "ran_at": "2026-06-01T00:00:00Z",
                "summary": {"total": 2},
                "cases": {
                    "toast": {"hits": 3, "runs": 3, "passed": True},
                    "bake": {"hits": 0, "runs": 3, "passed": False},
                },
            },
        },
        "acme/gone": None,
    },
    "evals": {
        "acme/loaf": {
            "display": "Loaf",
            "executed": True,
            "results": [{"id": "rye", "passed": True}],
            "summary": {"passed": 1, "failed": 0, "total": 1},
            "baseline": {
                "cases": {
                    "rye": {
                        "passed": True,
                        "fingerprint": "f",
                        "pass_rate": 0.5,
                        "assert_passed": 1,
                        "assert_total": 2,
                    },
                    "bun": {"errored": True, "avg_run_seconds": 7.5},
                }
            },
        }
    },
}


@pytest.mark.parametrize("schema", [3, 4])
def test_tiers_by_model_become_models_by_tier(schema: int) -> None:
    written = json.loads(encode(load("results.json", json.dumps({"schema": schema, **OLD}).encode())))
    assert written["schema"] == 5
    assert list(written["models"]) == ["acme/loaf"]
    model = written["models"]["acme/loaf"]
    assert model["triggers"]["results"] == RESULTS
    assert model["triggers"]["previous"]["results"] == [
        {"query": "bake", "should_trigger": False, "hits": 0, "runs": 3, "passed": False},
        {"query": "toast", "should_trigger": False, "hits": 3, "runs": 3, "passed": True},
    ]
    assert model["evals"]["baseline"]["results"] == [
        {"id": "bun", "runtime_error": "errored", "timing": {"executor_duration_seconds": 7.5}},
        {
            "id": "rye",
            "passed": True,
            "summary": {"passed": 1, "failed": 0, "total": 2, "pass_rate": 0.5},
            "fingerprint": "f",
        },
    ]


def test_a_migrated_file_is_stable() -> None:
    once = encode(load("results.json", json.dumps({"schema": 3, **OLD}).encode()))
    assert encode(load("results.json", once)) == once


@pytest.mark.parametrize(
    "broken",
    [
        {"triggers": []},
        {"triggers": {"m": 5}},
        {"evals": {"m": {"previous": {"cases": []}}}},
        {"evals": {"m": {"baseline": 1}}},
    ],
)
def test_a_damaged_old_file_says_so(broken: dict[str, object]) -> None:
    text = json.dumps({"schema": 4, "plugin": "p", "skill": "s", **broken})
    with pytest.raises(ResultsError, match="must be an object"):
        load("results.json", text.encode())
