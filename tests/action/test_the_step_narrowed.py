"""What a step is told to look at and by which configuration: the change or all of it."""

import json
from pathlib import Path

import pytest

from action.workflow import Job, opened
from servers.github.world import World

LAME = "plugins/shipping/skills/lame/SKILL.md"


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    """A pull request whose base has a fault of its own, which the change leaves alone."""
    found = opened(tmp_path, world)
    found.origin.git("checkout", "--quiet", "main")
    found.origin.commit({LAME: "---\nname: lame\ndescription: \n---\n"})
    found.origin.git("checkout", "--quiet", "sharper-stones")
    found.check_out()
    return found


@pytest.mark.parametrize(("written", "more"), [("", 0), ("true", 0), ("false", 1)])
def test_findings_that_were_there_count_where_not_only_the_change_does(job: Job, written: str, more: int) -> None:
    done = job.step(job.pull(), mode="lint", **{"changed-only": written})
    assert int(done.outputs["errors"]) == 4 + more, done.log
    assert (f"::error file={LAME}" in done.log) is bool(more)


HELD = "ci/evals.yml"


def configured(job: Job, base: str, head: str) -> None:
    """Both sides' configuration, where only this workflow looks for it."""
    job.origin.git("checkout", "--quiet", "main")
    job.origin.commit({HELD: base, ".skill-evals.yml": "severity:\n  unknown-check: info\n"})
    job.origin.git("checkout", "--quiet", "sharper-stones")
    job.origin.git("merge", "--quiet", "--no-ff", "-m", "main", "main")
    job.origin.commit({HELD: head})
    job.check_out()


def test_a_named_configuration_takes_the_place_of_the_usual_one(job: Job) -> None:
    configured(job, "severity:\n  duplicate-id: info\n", "severity:\n  duplicate-id: warning\n")
    done = job.step(job.pull(), mode="lint", config=f"./{HELD}")
    assert "::error file=plugins/shipping/evals/flaky-tests/evals.jsonc,line=9," in done.log
    assert "::warning file=plugins/shipping/evals/flaky-tests/evals.jsonc,line=14," in done.log


def test_of_a_named_configuration_too_the_base_decides_what_is_spent_and_what_passes(job: Job) -> None:
    configured(job, "backend: lexical\nmax-cost-usd: 1\n", "backend: messages\nmax-cost-usd: 900\n")
    done = job.step(job.pull(), config=HELD)
    assert int(done.outputs["calls"]) > 0, done.log
    assert "The base has another configuration" in done.summary
    assert f"file={HELD},line=2," in done.log, "a cap that is loosened is told where it stands"
    assert "title=weakened-policy (P002)::" in done.log


@pytest.mark.parametrize("named", ["ci/none.yml", "../elsewhere.yml", "/etc/passwd"])
def test_a_configuration_that_is_not_there_is_no_default(job: Job, named: str) -> None:
    done = job.step(job.pull(), config=named)
    assert done.code == 2
    assert f"there is no configuration {named}" in done.log


def test_what_paths_leave_out_is_neither_counted_nor_measured_and_both_are_told(job: Job) -> None:
    whole = job.step(job.pull(), backend="lexical")
    done = job.step(job.pull(), backend="lexical", paths="# ours\nplugins/**\n!plugins/shipping/**")
    assert int(whole.outputs["errors"]) == 3, whole.log
    assert (done.outputs["errors"], done.code) == ("0", 1), "what is left regressed all the same"
    assert 0 < int(done.outputs["files-checked"]) < int(whole.outputs["files-checked"])
    assert 0 < int(done.outputs["calls"]) <= int(whole.outputs["calls"])
    assert "findings are left out by `paths`" in done.summary
    assert "plugins/shipping" not in done.log
    plan = json.loads((job.workspace / done.outputs["results-file"]).read_text(encoding="utf-8"))["plan"]
    assert {"it is left out by `paths`"} == {one["reason"] for one in plan["skips"] if one["skill"] == "flaky-tests"}
    assert all(one["suite"].startswith("plugins/paperwork/") for one in plan["jobs"])


def test_a_configuration_that_was_loosened_is_told_whatever_paths_say(job: Job) -> None:
    configured(job, "max-cost-usd: 1\n", "max-cost-usd: 900\n")
    done = job.step(job.pull(), mode="lint", config=HELD, paths="plugins/paperwork/**")
    assert f"file={HELD}," in done.log


def test_paths_that_mean_nothing_are_no_clean_result(job: Job) -> None:
    done = job.step(job.pull(), paths="plugin/**")
    assert done.code == 2
    assert "no file is at plugin/**" in done.log
