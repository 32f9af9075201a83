"""From the command line to the report: a command of a suite is shut in, refused with its reason, or let loose and said so."""

import json
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from command_line import skill
from git_repo import Repo
from skill_evals.cli.main import main
from skill_evals.edges.sandbox import probe as probing
from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage, WorkspaceFile
from skill_evals.model.suite import Tier
from skill_evals.run.record import encode

SUITE = "evals/sheep/evals.json"
Judge = Callable[..., dict[str, Any]]


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    """A file beside the repository that everybody may write: what the command is after."""
    trace = tmp_path / "trace"
    trace.touch()
    trace.chmod(stat.S_IRUSR | stat.S_IWUSR | stat.S_IWOTH)
    return trace


@pytest.fixture
def judge(repo: Repo, tmp_path: Path, trace: Path, monkeypatch: pytest.MonkeyPatch) -> Judge:
    """``pr`` on a changed skill with one task, whose workspace was recorded in both arms."""
    checks = [{"type": "command", "run": f"echo out > {trace} && cat notes"}]
    suite = {"skill_name": "sheep", "evals": [{"id": "count", "prompt": "Count.", "assertions": checks}]}
    repo.commit(
        {
            ".claude-plugin/plugin.json": '{"name": "farm"}',
            "skills/sheep/SKILL.md": skill("sheep", "count sheep"),
            SUITE: json.dumps(suite),
        }
    )
    repo.git("checkout", "--quiet", "-b", "change")
    repo.commit({"skills/sheep/SKILL.md": skill("sheep", "count sheep") + "\nSlower.\n"})
    records = tmp_path / "records"
    records.mkdir()
    lines = [encode(recorded(arm, stage, index)) for arm in Arm for stage in Stage for index in range(12)]
    (records / "runs.jsonl").write_text("\n".join(lines) + "\n")
    monkeypatch.chdir(repo.root)

    def run(*options: str) -> dict[str, Any]:
        out = tmp_path / "out"
        main(
            [
                "pr",
                "--base",
                "main",
                "--replay",
                str(records),
                "--tier",
                "evals",
                "--out",
                str(out),
                "--quiet",
                *options,
            ]
        )
        found: dict[str, Any] = json.loads((out / "report.json").read_text())
        found["comment"] = (out / "comment.md").read_text()
        return found

    return run


def recorded(arm: Arm, stage: Stage, index: int) -> Evidence:
    key = RunKey(arm=arm, stage=stage, tier=Tier.EVALS, model="test/model", suite=SUITE, case="count", index=index)
    files = {"notes": WorkspaceFile(exists=True, text="one sheep\n")}
    return Evidence(key=key, outcome=Outcome.FINISHED, files=files, snapshot=True, activations=("sheep",))


def only_case(report: dict[str, Any]) -> dict[str, Any]:
    [case] = [case for suite in report["compare"]["suites"] for case in suite["cases"]]
    return dict(case)


def test_shut_in_it_fails_and_reaches_nothing(judge: Judge, trace: Path) -> None:
    refused = probing.commands_refused()
    if refused is not None:
        pytest.skip(refused)
    report = judge("--allow-commands")
    assert only_case(report)["head"] == "0/1"
    assert trace.read_text() == ""
    assert not any("sandbox" in note for note in report["notes"])


def test_where_a_promise_is_missing_it_does_not_run_and_the_comment_says_why(
    judge: Judge, trace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probing, "probe", tuple)
    report = judge("--allow-commands")
    assert trace.read_text() == ""
    assert any("commands are refused" in note and "`files`" in note for note in report["notes"])
    assert "commands are refused" in report["comment"]


def test_run_says_it_on_stderr(
    judge: Judge, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(probing, "probe", tuple)
    main(["run", "--all", "--replay", str(tmp_path / "records"), "--tier", "evals", "--allow-commands", "--quiet"])
    assert "commands are refused" in capsys.readouterr().err


def test_let_loose_it_does_all_that_its_runner_may_and_the_comment_says_so(judge: Judge, trace: Path) -> None:
    report = judge("--allow-commands", "--no-sandbox")
    assert only_case(report)["head"] == "1/1"
    assert trace.read_text() == "out\n"
    assert "no sandbox" in report["comment"]


def test_what_nobody_allowed_needs_no_word(judge: Judge, trace: Path) -> None:
    report = judge()
    assert trace.read_text() == ""
    assert not any("sandbox" in note or "refused" in note for note in report["notes"])
