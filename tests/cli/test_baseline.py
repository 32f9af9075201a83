"""``pr --baseline`` and ``plan --baseline``: compared with the base, with its file alone, or with nothing."""

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import SUITE, Call, skill, sound, triggers
from git_repo import Repo

RESULTS = "skills/sheep/evals/results.json"
LEXICAL = ("--backend", "lexical")


@pytest.fixture
def measured(repo: Repo, call: Call) -> Repo:
    """`main` holds fresh results; the change takes every positive away from the skill."""
    repo.commit(sound())
    assert call("run", "--all", *LEXICAL, "--write-results", "--root", repo.root).code == 0
    repo.git("add", "--all")
    repo.commit(message="results")
    repo.branch("change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="bake sourdough bread")})
    return repo


def pr(call: Call, repo: Repo, out: Path, *words: object) -> tuple[int, str, Any]:
    done = call("pr", "--base", "main", "--root", repo.root, "--out", out, *LEXICAL, *words)
    assert done.code in (0, 1, 3), done.err
    comment = (out / "comment.md").read_text(encoding="utf-8")
    return done.code, comment, json.loads((out / "report.json").read_text(encoding="utf-8"))


def arms(out: Path) -> set[str]:
    lines = (out / "recordings" / "runs.jsonl").read_text(encoding="utf-8").splitlines()
    return {json.loads(line)["key"]["arm"] for line in lines}


def test_with_nothing_the_head_is_measured_alone(measured: Repo, tmp_path: Path, call: Call) -> None:
    code, comment, report = pr(call, measured, tmp_path / "out", "--baseline", "none")
    (suite,) = report["compare"]["suites"]
    assert (code, suite["outcome"], suite["base"]) == (0, "no-baseline", None)
    assert suite["head"]["failed"] > 0
    assert arms(tmp_path / "out") == {"head"}
    passed, every = suite["head"]["passed"], suite["head"]["passed"] + suite["head"]["failed"]
    first, *rest = (line for line in comment.splitlines() if line and not line.startswith("<!--"))
    assert first == f"### ⚠️ skill-evals: compared with nothing: {passed} of {every} cases pass"
    assert "Compared with nothing, as `baseline: none` asks: only the head is measured." in rest


def test_with_the_file_nothing_is_run_at_the_base(measured: Repo, tmp_path: Path, call: Call) -> None:
    code, comment, report = pr(call, measured, tmp_path / "out", "--baseline", "file")
    assert (code, report["compare"]["outcome"], report["plan"]["baseline"]) == (1, "regressed", "file")
    assert arms(tmp_path / "out") == {"head"}
    assert "Compared with the base's committed results alone, as `baseline: file` asks" in comment


def test_a_base_without_a_file_has_no_baseline(measured: Repo, tmp_path: Path, call: Call) -> None:
    measured.git("checkout", "--quiet", "main")
    measured.git("rm", "--quiet", RESULTS)
    measured.commit(message="without")
    measured.git("checkout", "--quiet", "change")
    measured.git("merge", "--quiet", "--no-ff", "-m", "main", "main")
    code, comment, report = pr(call, measured, tmp_path / "out", "--baseline", "file")
    assert (code, report["compare"]["outcome"]) == (0, "no-baseline")
    assert "no fresh results are committed at the merge base, so that the cases are compared with nothing" in comment
    again, _, report = pr(call, measured, tmp_path / "again")
    assert (again, report["compare"]["outcome"]) == (1, "regressed"), "the base arm says so where it may be run"


def test_everything_and_the_file_are_no_contradiction(measured: Repo, tmp_path: Path, call: Call) -> None:
    _, _, report = pr(call, measured, tmp_path / "out", "--baseline", "file", "--all")
    assert report["compare"]["outcome"] == "regressed"
    assert arms(tmp_path / "out") == {"head"}


def test_the_forecast_is_of_the_arms_that_are_run(measured: Repo, call: Call) -> None:
    def most(*words: str) -> int:
        done = call("plan", "--base", "main", "--root", measured.root, *LEXICAL, "--format", "json", *words)
        found: int = json.loads(done.out)["total"]["calls_high"]
        return found

    assert most("--baseline", "none") == most("--baseline", "file") < most("--baseline", "base") == most()


def test_a_case_that_only_the_base_has_is_not_planned_where_nothing_is_compared(measured: Repo, call: Call) -> None:
    measured.commit({SUITE: triggers("sheep", "shear sheep")})

    def planned(*words: str) -> int:
        done = call("plan", "--base", "main", "--root", measured.root, *LEXICAL, "--format", "json", *words)
        return sum(len(job["cases"]) for job in json.loads(done.out)["jobs"])

    assert planned("--baseline", "none") < planned("--baseline", "file") == planned()


def test_a_plan_says_what_it_would_be_compared_with(measured: Repo, call: Call) -> None:
    place = ("plan", "--base", "main", "--root", measured.root, *LEXICAL)
    assert "note  Compared with nothing, as `baseline: none` asks" in call(*place, "--baseline", "none").out
    assert "note" not in call(*place).out
