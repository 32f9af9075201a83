"""``skill-evals compare`` on repositories with committed eval-magic benchmarks."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from git_repo import Repo
from skill_evals.cli.main import main

FOLDER = "skills/bake-bread/evals/baseline"
BENCHMARK = f"{FOLDER}/benchmark.json"
SKILL = "---\nname: bake-bread\ndescription: Bakes bread from flour and patience.\n---\n"
IMPROVEMENTS = {
    "auditing-slow-powers-usage": -0.084,
    "evaluating-skills": 0.0,
    "hardening-plans": 0.125,
    "investigating-bugs": 0.083,
    "test-driven-development": 0.75,
    "verifying-development-work": 0.25,
    "working-in-isolation": 0.6,
}
"""Of the real benchmarks, recomputed by hand from their gradings."""


def grading(passed: int, total: int) -> str:
    results = [{"id": f"a{n}", "passed": n < passed, "evidence": f"looked at a{n}"} for n in range(total)]
    summary = {"passed": passed, "failed": total - passed, "total": total, "pass_rate": passed / total}
    return json.dumps({"assertion_results": results, "summary": summary})


def benchmark(old: float, new: float, **members: object) -> str:
    nothing = {"mean": 0, "stddev": 0, "n": 0}
    rates = {"old_skill": old, "new_skill": new}
    value = {
        "generated": "2026-01-01T00:00:00Z",
        "mode": "revision",
        "baseline": "v1",
        "conditions_compared": ["old_skill", "new_skill"],
        "missing_gradings": 0,
        "validity_warnings": [],
        "run_summary": {
            name: {
                "pass_rate": {"mean": rate, "stddev": 0, "n": 1},
                "duration_ms": nothing,
                "total_tokens": nothing,
            }
            for name, rate in rates.items()
        },
        "delta": {"direction": "old_skill - new_skill", "pass_rate": old - new, "duration_ms": 0, "total_tokens": 0},
    }
    return json.dumps({**value, **members})


def suite(*ids: str) -> str:
    cases = [
        {
            "id": name,
            "prompt": "Bake it.",
            "expected_output": "Bread.",
            "assertions": [{"id": "a0", "type": "llm_judge", "rubric": "Is it bread?"}],
        }
        for name in ids
    ]
    return json.dumps({"skill_name": "bake-bread", "evals": cases})


def promoted(old: int, new: int, model: str = "model-1") -> dict[str, str]:
    """A benchmark of one eval with two assertions, its gradings and its page."""
    return {
        BENCHMARK: benchmark(old / 2, new / 2),
        f"{FOLDER}/grading/rye__old_skill.json": grading(old, 2),
        f"{FOLDER}/grading/rye__new_skill.json": grading(new, 2),
        f"{FOLDER}/BASELINE.md": f"| Field | Value |\n|---|---|\n| Agent model | {model} |\n",
    }


@pytest.fixture
def bakery(repo: Repo) -> Repo:
    repo.commit(
        {
            "skills/bake-bread/SKILL.md": SKILL,
            "skills/bake-bread/evals/evals.json": suite("rye", "bun"),
            **promoted(old=1, new=1),
        }
    )
    repo.git("checkout", "--quiet", "-b", "topic")
    return repo


def compare(repo: Repo, capsys: pytest.CaptureFixture[str], form: str = "json") -> Any:
    code = main(["compare", "--root", str(repo.root), "--base", "main", "--format", form])
    assert code == 0
    out = capsys.readouterr().out
    return json.loads(out)["benchmarks"] if form == "json" else out


def test_a_changed_benchmark_is_read_from_both_trees(bakery: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    bakery.commit(promoted(old=1, new=2))
    (found,) = compare(bakery, capsys)
    assert (found["skill"], found["path"], found["state"]) == ("bake-bread", BENCHMARK, "changed")
    assert (found["base"]["improvement"], found["head"]["improvement"], found["movement"]) == (0.0, 0.5, 0.5)
    assert [(f["assertion"], f["condition"], f["passes"], f["evidence"]) for f in found["flips"]] == [
        ("a1", "new_skill", True, "looked at a1")
    ]
    assert found["head"]["ungraded"] == ["bun"]
    assert found["head"]["inconsistencies"] == []


def test_another_model_makes_them_not_comparable(bakery: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    bakery.commit(promoted(old=1, new=2, model="model-2"))
    (found,) = compare(bakery, capsys)
    assert (found["movement"], found["not_comparable"]) == (
        None,
        ["the agent model was `model-1` and is `model-2`"],
    )


def test_numbers_that_do_not_follow_are_named_in_every_format(bakery: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    bakery.commit({BENCHMARK: benchmark(0.5, 1.0)})
    assert any("the stored pass rate is 1" in said for said in compare(bakery, capsys)[0]["head"]["inconsistencies"])
    for form in ("text", "markdown"):
        assert "does not follow from its gradings" in compare(bakery, capsys, form)


def test_what_cannot_be_checked_is_not_called_consistent(bakery: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    bakery.commit({f"{FOLDER}/grading/rye__old_skill.json": None, f"{FOLDER}/grading/rye__new_skill.json": "[]"})
    (found,) = compare(bakery, capsys)
    assert [said.split(",")[0] for said in found["head"]["inconsistencies"]] == [
        f"`{FOLDER}/grading/rye__new_skill.json` cannot be read as a grading and is left out",
        "no grading of its conditions is committed beside it",
    ]


def test_a_skill_that_changes_without_its_benchmark_leaves_it_outdated(
    bakery: Repo, capsys: pytest.CaptureFixture[str]
) -> None:
    bakery.commit({"skills/bake-bread/SKILL.md": SKILL + "\nKnead for ten minutes.\n"})
    (found,) = compare(bakery, capsys)
    assert (found["state"], found["outdated"]) == ("unchanged", True)


def test_a_moved_skill_keeps_its_benchmark(bakery: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    bakery.git("mv", "skills/bake-bread", "skills/bake-rolls")
    bakery.commit({})
    (found,) = compare(bakery, capsys)
    assert (found["state"], found["path"]) == ("unchanged", BENCHMARK.replace("bake-bread", "bake-rolls"))


def test_a_removed_benchmark_is_said(bakery: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    bakery.commit({BENCHMARK: None})
    (found,) = compare(bakery, capsys)
    assert (found["state"], found["head"]) == ("removed", None)


def test_a_benchmark_of_another_tool_is_not_ours(bakery: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    bakery.commit({BENCHMARK: '{"score": 1}'})
    assert [found["state"] for found in compare(bakery, capsys)] == ["removed"]


@pytest.mark.corpus
def test_every_real_benchmark_is_read_with_its_true_sign(
    corpus: Path, tmp_path: Path, quiet_git: None, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "repo"
    shutil.copytree(corpus / "slowdini__slow-powers", root)
    repo = Repo(root, start=False)
    repo.git("init", "--quiet", "--initial-branch=main")
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "-m", "all")
    found = compare(repo, capsys)
    assert {one["skill"]: one["head"]["improvement"] for one in found} == IMPROVEMENTS
    assert all(one["head"]["inconsistencies"] == [] for one in found)
    assert sum(one["head"]["same_in_both"] for one in found) == 43
    assert sum(one["head"]["assertions"] for one in found) == 61
