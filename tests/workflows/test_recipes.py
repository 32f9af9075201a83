"""Least rights, each with its reason; nothing interpolated into a shell; inputs and outputs that there are."""

import re
from pathlib import Path
from typing import Any

import pytest

from skill_evals.app.action.options import DEFAULTS
from skill_evals.app.action.outputs import OUTPUTS
from workflows.written import GITLAB, RECIPES, ROOT, THIS, WORKFLOWS, jobs, named, of_this_action, read, steps

README = ROOT / "docs" / "recipes" / "README.md"
EVALUATE = ROOT / "docs" / "recipes" / "evaluate.yml"
EVALUATES = ROOT / ".github" / "workflows" / "evaluate.yml"
QUEUE = ROOT / "docs" / "recipes" / "merge-queue.yml"
START = ROOT / "docs" / "recipes" / "start.yml"
STEP_OUTPUT = re.compile(r"steps\.(?P<step>[\w-]+)\.outputs\.(?P<name>[\w-]+)")
GRANT = re.compile(r"^ +(?:permission-)?[a-z-]+: (?:read|write)(?P<reason> # \S.*)?$", re.MULTILINE)
IGNORED = re.compile(r"# zizmor: ignore\[(?P<audit>[a-z-]+)\] (?P<reason>\S.{10,})")


@pytest.mark.parametrize("path", WORKFLOWS, ids=named)
def test_every_right_has_its_reason(path: Path) -> None:
    content = path.read_text(encoding="utf-8")
    assert read(path)["permissions"] == {}
    assert all(found["reason"] for found in GRANT.finditer(content))
    assert all("permissions" in job for job in jobs(path).values())


@pytest.mark.parametrize("path", WORKFLOWS, ids=named)
def test_every_job_ends_some_time(path: Path) -> None:
    for job in jobs(path).values():
        assert "timeout-minutes" in job or "uses" in job


@pytest.mark.parametrize("path", WORKFLOWS, ids=named)
def test_nothing_is_written_into_a_shell(path: Path) -> None:
    assert not any("${{" in step.get("run", "") for step in steps(path))


@pytest.mark.parametrize("path", WORKFLOWS, ids=named)
def test_inputs_and_outputs_are_those_of_the_action(path: Path) -> None:
    known = {step["id"] for step in of_this_action(path) if "id" in step}
    for step in of_this_action(path):
        assert set(step.get("with", {})) <= set(DEFAULTS)
    for found in STEP_OUTPUT.finditer(path.read_text(encoding="utf-8")):
        if found["step"] in known:
            assert found["name"] in OUTPUTS


def in_mode(mode: str) -> list[Any]:
    """Every job with a step of that mode, by workflow and name."""
    return [
        pytest.param(job, id=f"{named(path)}-{name}")
        for path in WORKFLOWS
        for name, job in jobs(path).items()
        if any(step.get("with", {}).get("mode") == mode for step in job.get("steps", []))
    ]


def test_there_are_jobs_that_measure_and_jobs_that_publish() -> None:
    assert in_mode("eval")
    assert in_mode("publish")


@pytest.mark.parametrize("job", in_mode("eval"))
def test_who_runs_the_code_of_a_pull_request_may_not_write(job: Any) -> None:
    assert set(job["permissions"].values()) == {"read"}


@pytest.mark.parametrize("job", in_mode("publish"))
def test_who_publishes_checks_nothing_out(job: Any) -> None:
    assert len(job["steps"]) == 1


@pytest.mark.parametrize("path", WORKFLOWS, ids=named)
def test_a_job_that_is_run_again_may_leave_its_artefact_again(path: Path) -> None:
    """It is the same run, where a name is taken once."""
    left = [step for step in steps(path) if step.get("uses", "").startswith("actions/upload-artifact@")]
    assert [step["with"]["name"] for step in left if step["with"].get("overwrite") is not True] == []


@pytest.mark.parametrize("path", RECIPES, ids=named)
def test_a_copy_under_another_name_takes_no_turn_of_the_first(path: Path) -> None:
    """A group of the same name would end the other workflow's runs."""
    assert read(path)["concurrency"]["group"].startswith("${{ github.workflow }}")


@pytest.mark.parametrize("path", [path for path in WORKFLOWS if "workflow_run" in read(path)["on"]], ids=named)
def test_who_waits_for_another_workflow_names_one_that_is_given(path: Path) -> None:
    names = {read(one)["name"] for one in RECIPES}
    assert set(read(path)["on"]["workflow_run"]["workflows"]) <= names


def test_the_journal_lies_in_the_folder_that_is_cached() -> None:
    every = [job.get("steps", []) for path in WORKFLOWS for job in jobs(path).values()]
    journals = [(step["with"], around) for around in every for step in around if "journal-path" in step.get("with", {})]
    assert journals
    for given, around in journals:
        cached = [step["with"]["path"] for step in around if "actions/cache/" in step.get("uses", "")]
        folder = given.get("working-directory")
        place = given["journal-path"].rpartition("/")[0]
        assert cached == [f"{folder}/{place}" if folder else place] * 2


def test_without_the_secret_of_an_app_the_required_check_is_still_made() -> None:
    """Forks and Dependabot are given none, and the step that needs it would fail."""
    (job,) = jobs(QUEUE).values()
    (app,) = [step for step in job["steps"] if "private-key" in step.get("with", {})]
    assert app["with"]["private-key"] == "${{ secrets.SKILL_EVALS_APP_KEY }}"
    assert (app["if"], job["env"]) == ("env.HAS_APP == 'true'", {"HAS_APP": "${{ secrets.SKILL_EVALS_APP_KEY != '' }}"})
    assert job["steps"][-1]["with"]["github-token"] == f"${{{{ steps.{app['id']}.outputs.token || github.token }}}}"


def test_evaluations_of_a_pull_request_wait_and_none_is_dropped() -> None:
    """Without a queue GitHub drops all that wait but the newest."""
    waiting = jobs(EVALUATES)["run"]["concurrency"]
    assert (waiting["cancel-in-progress"], waiting["queue"]) == (False, "max")


def test_a_key_lives_in_an_environment() -> None:
    every = [job for path in RECIPES if path != START for job in jobs(path).values() if "uses" not in job]
    keyed = [job for job in every if "secrets." in str(job)]
    assert keyed
    assert [job for job in keyed if "environment" not in job] == []


@pytest.mark.parametrize("path", [*WORKFLOWS, ROOT / "action.yml"], ids=named)
def test_what_is_not_clean_says_why(path: Path) -> None:
    allowed = {"unpinned-uses", "secrets-outside-env"} if path == START else {"dangerous-triggers", "unpinned-images"}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if "zizmor: ignore" in line]
    for line in lines:
        found = IGNORED.search(line)
        assert found is not None, line
        assert found["audit"] in allowed


def test_the_call_for_evaluate_is_short() -> None:
    assert len(EVALUATE.read_text(encoding="utf-8").splitlines()) <= 25


def test_either_form_evaluates_the_same_and_only_one_of_them_does() -> None:
    small, claude_code = [step for step in of_this_action(EVALUATES) if step.get("with", {}).get("mode") == "eval"]
    assert small["with"] == claude_code["with"]
    assert (small["uses"], small["if"]) == ("$/.", "inputs.backend != 'claude-code'")
    assert (claude_code["uses"], claude_code["if"]) == ("$/claude-code", "inputs.backend == 'claude-code'")
    for step in (small, claude_code):
        assert EVALUATES.read_text(encoding="utf-8").count(f"steps.{step['id']}.outputs.artefact-path") == 3


@pytest.mark.parametrize("name", ["evaluate", "sharded"])
def test_a_caller_grants_what_the_called_jobs_ask_for(name: str) -> None:
    (caller,) = jobs(ROOT / "docs" / "recipes" / f"{name}.yml").values()
    asked: dict[str, str] = {}
    called = ROOT / ".github" / "workflows" / f"{name}.yml"
    for job in jobs(called).values():
        for right, degree in job["permissions"].items():
            asked[right] = max(degree, asked.get(right, "read"))  # "write" comes after "read"
    assert caller["permissions"] == asked
    assert caller["uses"].startswith(f"{THIS}/.github/workflows/{name}.yml@")
    offered: dict[str, Any] = read(called)["on"]["workflow_call"]
    assert set(caller.get("with", {})) <= set(offered["inputs"])
    assert set(caller.get("secrets", {})) <= set(offered["secrets"])


@pytest.mark.parametrize("name", ["evaluate", "sharded"])
def test_what_a_caller_may_give_reaches_every_job_that_it_is_for(name: str) -> None:
    called = ROOT / ".github" / "workflows" / f"{name}.yml"
    text = called.read_text(encoding="utf-8")
    assert [one for one in read(called)["on"]["workflow_call"]["inputs"] if f"inputs.{one}" not in text] == []
    for step in of_this_action(called):
        given = step.get("with", {})
        if given.get("mode") == "publish":
            assert {"comment-id", "check-name"} <= set(given)
        elif given:
            assert given["working-directory"] == "${{ inputs.working-directory }}"


def test_the_list_of_recipes_is_complete() -> None:
    listed = set(re.findall(r"\]\(([\w-]+\.yml)\)", README.read_text(encoding="utf-8")))
    assert listed == {path.name for path in [*RECIPES, GITLAB]}
