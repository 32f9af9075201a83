"""The built image, under the contract of GitHub's runner. `make e2e` builds it and says which it is."""

import json
import os
import shutil
import subprocess
import uuid
from pathlib import Path

import pytest

from e2e.runner import DOCKER, Runner
from git_repo import Repo

ROOT = Path(__file__).resolve().parents[2]
MARKETPLACE = ROOT / "examples" / "marketplace"


@pytest.fixture
def runner(image: str, tmp_path: Path, quiet_git: None) -> Runner:
    """With the example checked out."""
    found = Runner(image=image, place=tmp_path / "runner")
    found.place.mkdir()
    shutil.copytree(MARKETPLACE, found.workspace)
    repo = Repo(found.workspace)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "The example")
    return found


def said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def test_it_says_its_version(image: str) -> None:
    from skill_evals import __version__

    assert said(*DOCKER, image, "--version").strip() == f"skill-evals {__version__}"


def test_a_foreign_workspace_without_a_home_of_its_own_is_linted(runner: Runner) -> None:
    """git refuses such a checkout unless it is told that it may."""
    ended = runner.run("lint", "--quiet", "--format", "json", inputs={"fail-on": "error"})
    assert ended.code == 0, ended.log
    assert json.loads(ended.log)["summary"]["suites"] == 9


def test_what_the_workflow_says_of_its_own_python_does_not_reach_ours(image: str) -> None:
    """setup-python and people's `env:` set these; the image's interpreter is another."""
    foreign = ("--env", "PYTHONPATH=/nowhere", "--env", "PYTHONHOME=/nowhere", "--env", "PYTHONSTARTUP=/nowhere")
    assert said(*DOCKER, *foreign, image, "--version").startswith("skill-evals ")


def test_what_the_runner_asks_of_an_image(image: str) -> None:
    (found,) = json.loads(said("docker", "image", "inspect", image))
    config = found["Config"]
    assert config.get("User", "") == ""
    assert config.get("WorkingDir", "") in {"", "/"}
    assert config["Entrypoint"][0].startswith("/")
    assert config["Labels"]["org.opencontainers.image.title"] == "skill-evals"


def test_it_has_what_accounts_of_clouds_need(image: str) -> None:
    """In a container nobody can add it."""
    look = "import boto3, botocore, google.auth, requests"
    assert said(*DOCKER, "--entrypoint", "/opt/skill-evals/bin/python", image, "-I", "-c", look) == ""


def test_nothing_in_it_builds_programs(image: str) -> None:
    look = "for one in cc gcc g++ make rustc cargo; do command -v $one; done; ls /source /opt/skill-evals/bin/pip*"
    done = subprocess.run(
        [*DOCKER, "--entrypoint", "/bin/sh", image, "-c", look],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.stdout == ""


def test_nothing_of_it_can_be_changed_by_anybody_else(image: str) -> None:
    look = ("--entrypoint", "/usr/bin/find", image, "/opt/skill-evals", "-not", "-type", "l", "-perm", "/022")
    assert said(*DOCKER, *look) == ""


def test_a_cancelled_job_ends(runner: Runner) -> None:
    """The runner sends SIGINT first; as the first process of a container a program ignores what it has no handler for."""
    name = f"skill-evals-{uuid.uuid4()}"
    words = runner.command("lint", "-", "--stdin-filename", "SKILL.md", event="push", payload={}, inputs={}, name=name)
    waiting = [*words[:2], "--interactive", *words[2:]]
    with subprocess.Popen(waiting, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as process:
        until_it_runs(name)
        said("docker", "kill", "--signal", "INT", name)
        assert process.wait(timeout=60) == 130


def until_it_runs(name: str) -> None:
    """Until the interpreter is there, which handles SIGINT; it reads stdin for ever then."""
    look = ["docker", "exec", name, "/bin/sh", "-c", "grep -q '^SigCgt:.*[2367abef]$' /proc/1/status"]
    for _ in range(600):
        if subprocess.run(look, capture_output=True, timeout=60, check=False).returncode == 0:
            return
    pytest.fail(f"{name} did not start")


@pytest.mark.parametrize("folder", [".", "slim", "claude-code"])
def test_what_has_no_base_is_not_built_and_says_why(folder: str) -> None:
    done = subprocess.run(["docker", "build", ROOT / folder], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode != 0
    assert ("BASE is not set" if folder == "." else "this commit is no release") in done.stdout + done.stderr


def test_the_other_target_brings_claude_code_for_everybody() -> None:
    """Root makes runs as users that own nothing."""
    image = os.environ["E2E_IMAGE_CLAUDE_CODE"]
    look = "from skill_evals.edges.backends.claude_code import installed; print(installed.find_cli().version)"
    python = ("--entrypoint", "/opt/skill-evals/bin/python", image, "-I", "-c", look)
    version = said(*DOCKER, *python)
    assert version
    assert said(*DOCKER, "--user", "65000:65000", *python) == version
