"""actionlint, zizmor, hadolint and the schemas of check-jsonschema have nothing to say."""

import subprocess
import sys
from pathlib import Path

import pytest

from workflows.written import ACTIONS, DOCKERFILES, GITLAB, ROOT, WORKFLOWS, named

BESIDE = Path(sys.executable).parent
DEPENDABOT = ROOT / ".github" / "dependabot.yml"


def said(tool: str, *arguments: str | Path) -> str:
    """What it prints where it is not content."""
    command = [BESIDE / tool, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    return "" if done.returncode == 0 else f"exit code {done.returncode}\n{done.stdout}{done.stderr}"


def test_actionlint() -> None:
    """With shellcheck for what stands behind `run:`."""
    assert said("actionlint", "-no-color", f"-shellcheck={BESIDE / 'shellcheck'}", "-pyflakes=", *WORKFLOWS) == ""


def test_shellcheck() -> None:
    assert said("shellcheck", *sorted((ROOT / ".github" / "scripts").glob("*.sh"))) == ""


@pytest.mark.parametrize("path", [*WORKFLOWS, *ACTIONS, DEPENDABOT], ids=named)
def test_zizmor(path: Path) -> None:
    assert said("zizmor", "--offline", "--no-config", "--persona", "auditor", "--color", "never", path) == ""


@pytest.mark.parametrize(
    ("schema", "paths"),
    [
        ("github-workflows", WORKFLOWS),
        ("github-actions", [*ACTIONS]),
        ("gitlab-ci", [GITLAB]),
        ("dependabot", [DEPENDABOT]),
    ],
)
def test_schemas(schema: str, paths: list[Path]) -> None:
    assert said("check-jsonschema", "--builtin-schema", f"vendor.{schema}", *paths) == ""


@pytest.mark.skipif(sys.platform == "win32", reason="hadolint comes in no package for Windows")
def test_hadolint() -> None:
    assert said("hadolint", "--no-color", *DOCKERFILES) == ""


@pytest.mark.parametrize(
    ("tool", "fault"),
    [
        ("actionlint", "on: push\njobs: {one: {runs-on: ubuntu-24.04, steps: [{uses: actions/checkout}]}}\n"),
        (
            "zizmor",
            "on: pull_request_target\njobs: {one: {runs-on: ubuntu-24.04, steps: [{run: '${{ github.head_ref }}'}]}}\n",
        ),
    ],
)
def test_they_would_say_something(tool: str, fault: str, tmp_path: Path) -> None:
    """Run as above, each finds a fault of its kind."""
    path = tmp_path / ".github" / "workflows" / "faulty.yml"
    path.parent.mkdir(parents=True)
    path.write_text(fault, encoding="utf-8")
    options = ["--offline", "--no-config", "--persona", "auditor"] if tool == "zizmor" else ["-no-color"]
    assert said(tool, *options, path) != ""
