"""What the shipped example promises: it is clean, its results are fresh, and its pull request fails for two reasons."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from git_repo import Repo
from skill_evals.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
FAULTY = "plugins/shipping/evals/flaky-tests/evals.jsonc"
STOLEN = {
    "Check whether the totals on the attached invoice add up",
    "I think accounting got a duplicate invoice, please verify the numbers",
    "Please verify this supplier invoice, the purchase order is beside it",
}

Judge = Callable[..., tuple[int, dict[str, Any], Path]]


@pytest.fixture
def example(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """The example on ``main``, and the branch of a pull request on top of it, still empty."""
    shutil.copytree(EXAMPLES / "marketplace", repo.root, dirs_exist_ok=True)
    repo.commit(message="example")
    repo.git("checkout", "--quiet", "-b", "change")
    monkeypatch.chdir(repo.root)
    return repo


@pytest.fixture
def judge(tmp_path: Path) -> Judge:
    def run(repo: Repo, *words: str) -> tuple[int, dict[str, Any], Path]:
        out = tmp_path / "out"
        backend = words or ("--backend", "lexical")
        code = main(["pr", "--base", "main", *backend, "--out", str(out), "--quiet"])
        return code, json.loads((out / "report.json").read_text(encoding="utf-8")), out

    return run


def apply(repo: Repo, *, without: str | None = None) -> None:
    shutil.copytree(EXAMPLES / "change", repo.root, dirs_exist_ok=True)
    if without is not None:
        repo.git("checkout", "main", "--", without)
    repo.commit(message="change")


def broken(report: dict[str, Any]) -> dict[str, tuple[str, str, bool]]:
    return {
        case["id"]: (case["base"], case["head"], case["confirmed"])
        for suite in report["compare"]["suites"]
        for case in suite["cases"]
        if case["class"] == "broken" and case["should_trigger"]
    }


def test_the_example_is_clean(example: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "--format", "json", "--quiet"]) == 0
    assert json.loads(capsys.readouterr().out)["diagnostics"] == []


def test_its_results_are_committed_and_fresh(example: Repo, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(list(example.root.rglob("results.json"))) == 5
    assert main(["run", "--tier", "triggers", "--dry-run", "--quiet"]) == 0
    told = capsys.readouterr().out
    assert told.count("its results are fresh") == 5
    assert "0 jobs" in told


def test_committed_results_stand_for_the_base_arm(example: Repo, judge: Judge) -> None:
    apply(example)
    _, report, _ = judge(example)
    reasons = {suite["skill"]: suite["base_reason"] for suite in report["compare"]["suites"]}
    assert (
        reasons["meeting-minutes"]
        == reasons["travel-expenses"]
        == "reused from the results committed at the merge base"
    )
    # Three of ten verdicts differ from the head's, so the stored ones are not believed and the arm runs live.
    assert "differ" in reasons["invoice-review"]
    assert report["run"]["calls"] < report["run"]["naive_calls"]


def test_its_pull_request_names_the_stolen_prompts_and_annotates_the_faults(example: Repo, judge: Judge) -> None:
    apply(example)
    code, report, out = judge(example)
    assert code == report["exit"] == 1
    assert broken(report) == dict.fromkeys(STOLEN, ("1/1", "0/1", True))
    comment = (out / "comment.md").read_text(encoding="utf-8")
    for query in STOLEN:
        (line,) = [line for line in comment.splitlines() if query in line and "❌" in line]
        assert "| 1/1 →&nbsp;0/1 |" in line
        assert "`meeting-minutes` was called instead" in line
    annotations = (out / "annotations.txt").read_text(encoding="utf-8").splitlines()
    assert [line.partition(",endLine")[0] for line in annotations if line.startswith("::error")] == [
        f"::error file={FAULTY},line=9",
        f"::error file={FAULTY},line=14",
        f"::error file={FAULTY},line=17",
    ]
    page = (out / "report.html").read_text(encoding="utf-8")
    assert '<td class="miss" title="wrong">3</td>' in page, "the prompts that were stolen"
    assert '<td class="miss" title="wrong">1</td>' in page, "the negative that now triggers"
    assert page.count('class="miss"') == 2
    assert {path.name for path in out.iterdir()} == {
        "annotations.txt",
        "comment.md",
        "junit.xml",
        "lint.sarif",
        "recordings",
        "report.html",
        "report.json",
        "results",
        "summary.md",
    }


def test_without_the_three_faults_the_gate_alone_fails_it(example: Repo, judge: Judge) -> None:
    apply(example, without=FAULTY)
    code, report, _ = judge(example)
    assert report["lint"]["summary"]["errors"] == 0
    assert code == 1
    assert report["compare"]["outcome"] == "regressed"
    assert [reason.partition(":")[0] for reason in report["gate"]["reasons"]] == ["regressed"]


def test_where_nobody_chose_the_lexical_backend_it_only_informs(example: Repo, tmp_path: Path) -> None:
    apply(example, without=FAULTY)
    assert main(["pr", "--base", "main", "--out", str(tmp_path / "out"), "--quiet"]) == 0
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert report["compare"]["outcome"] == "regressed"
    assert any("informs only" in note for note in report["gate"]["notes"])
    assert "\n### ⚠️ skill-evals: regressed" in (tmp_path / "out" / "comment.md").read_text(encoding="utf-8")


def test_the_configuration_may_choose_it_by_name(example: Repo, tmp_path: Path) -> None:
    example.git("checkout", "--quiet", "main")
    example.commit({".skill-evals.yml": "backend: lexical\n"})
    example.git("checkout", "--quiet", "change")
    example.git("rebase", "--quiet", "main")
    apply(example, without=FAULTY)
    assert main(["pr", "--base", "main", "--out", str(tmp_path / "out"), "--quiet"]) == 1
    report = json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))
    assert [reason.partition(":")[0] for reason in report["gate"]["reasons"]] == ["regressed"]


def test_a_change_that_changes_nothing_passes(example: Repo, judge: Judge) -> None:
    example.commit({"README.md": "# Skills\n"})
    code, report, _ = judge(example)
    assert code == 0
    assert report["plan"]["jobs"] == []
    assert report["compare"] is None


def test_the_loosened_check_hides_nothing(example: Repo, judge: Judge) -> None:
    apply(example, without=FAULTY)
    code, report, _ = judge(example, "--replay", str(EXAMPLES / "recordings"))
    assert code == 1
    (suite,) = [s for s in report["compare"]["suites"] if s["skill"] == "invoice-review"]
    (case,) = [c for c in suite["cases"] if c["id"] == "totals-add-up"]
    assert (case["class"], case["confirmed"]) == ("broken", True)
    assert (case["base_fresh"], case["head_fresh"]) == ("10/10", "0/10")
