"""Every story, stage by stage; and the whole of it through the command line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from skill_evals.cli.main import main

from .conftest import Golden
from .stages import Stages
from .story import STORIES, read_event

pytestmark = pytest.mark.parametrize("story", STORIES, ids=lambda story: story.name)


@pytest.fixture(autouse=True)
def closed(stages: Stages) -> Iterator[None]:
    yield
    stages.close()


def test_1_the_change(stages: Stages, golden: Golden) -> None:
    golden(stages.file("1-changes.json"), stages.changes())


def test_2_the_project(stages: Stages, golden: Golden) -> None:
    golden(stages.file("2-project.json"), stages.project())


def test_3_the_diagnostics(stages: Stages, golden: Golden) -> None:
    golden(stages.file("3-diagnostics.json"), stages.diagnostics())


def test_4_the_plan(stages: Stages, golden: Golden) -> None:
    golden(stages.file("4-plan.json"), stages.plan())


def test_5_the_evidence(stages: Stages, golden: Golden) -> None:
    golden(stages.file("5-evidence.jsonl"), stages.evidence())


def test_6_the_verdicts(stages: Stages, golden: Golden) -> None:
    golden(stages.file("6-verdicts.json"), stages.verdicts())


def test_7_the_comparison(stages: Stages, golden: Golden) -> None:
    golden(stages.file("7-comparison.json"), stages.comparison())


def test_8_the_comment(stages: Stages, golden: Golden) -> None:
    golden(stages.file("8-comment.md"), stages.comment())


def test_9_the_command_line_tells_the_same(
    story: Path, stages: Stages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event = read_event(story)
    monkeypatch.chdir(stages.repo.root)
    recordings = ["--replay", str(story / "recordings")] if (story / "recordings").is_dir() else []
    out = tmp_path / "out"
    words = ["pr", "--base", "main", "--backend", event.backend, *recordings, "--out", str(out), "--quiet"]
    assert main(words) == event.exit
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert report["exit"] == event.exit
    told = json.loads(stages.file("7-comparison.json").read_text(encoding="utf-8"))
    assert told["exit"] == event.exit
    outcome = None if told["comparison"] is None else told["comparison"]["outcome"]
    assert (None if report["compare"] is None else report["compare"]["outcome"]) == outcome
