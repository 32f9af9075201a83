"""The step's log: what is folded, and what the runner's debug log adds."""

from pathlib import Path

import pytest

from action.workflow import Job, opened
from servers.github.world import World
from skill_evals.cli.action_log import fold


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    return opened(tmp_path, world)


def test_long_parts_are_folded_and_errors_are_not(job: Job) -> None:
    done = job.step(job.pull(), backend="lexical")
    assert done.log.count("::group::") == done.log.count("::endgroup::") == 2
    folded = done.log.partition("::group::What is run, and what is not\n")[2].partition("::endgroup::\n")[0]
    assert "run   paperwork/meeting-minutes triggers on local/lexical-bm25-v1: " in folded
    assert "skip  " in folded
    assert not any("::error" in part.partition("::endgroup::")[0] for part in done.log.split("::group::")[1:])
    assert "::debug::" not in done.log


def test_nothing_is_folded_where_nothing_is_run(job: Job) -> None:
    assert "::group::Runs" not in job.step(job.pull(), mode="lint").log


def test_the_debug_log_says_by_what_it_was_decided_and_no_key(job: Job) -> None:
    job.environment = {"RUNNER_DEBUG": "1"}
    done = job.step(job.pull(), mode="lint", paths="plugins/**\n!old", **{"api-key": "key-marker"})
    for line in (
        "input paths: plugins/**%0A!old",
        "input api-key: ***",
        "input github-token: ***",
        "not run: the input `mode` says lint",
        f"head {job.origin.git('rev-parse', 'sharper-stones').strip()}, base ",
        "configuration of the head: none",
    ):
        assert f"\n::debug::{line}" in done.log
    assert "-marker" not in done.log


def test_the_debug_log_says_where_an_error_comes_from(job: Job) -> None:
    job.environment = {"RUNNER_DEBUG": "1"}
    done = job.step(job.pull(), config="none.yml")
    assert "\n::debug::Traceback" in f"\n{done.log}"
    assert "::error title=skill-evals::there is no configuration none.yml" in done.log


def test_nothing_that_is_folded_opens_or_ends_a_fold(capsys: pytest.CaptureFixture[str]) -> None:
    fold("a\n::endgroup::", "one\n::endgroup::\n::error::no\n##[endgroup]")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "::group::a%0A::endgroup::"
    assert [line for line in lines if line.startswith("::")] == [lines[0], "::endgroup::"]
    assert "##[" not in "".join(lines)
