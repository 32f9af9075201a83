"""What the workflows' shell does, run as the runner runs it: in bash, ending at the first fault."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from git_repo import Repo, clean_environment
from workflows.written import GITLAB, ROOT, jobs, read

BASH = shutil.which("bash")
pytestmark = pytest.mark.skipif(BASH is None, reason="there is no bash here")

DIGEST = "sha256:" + "4" * 64
BASE = f"docker.io/library/python:3.13-slim@{DIGEST}"


def script(path: str, job: str) -> str:
    """The one script of a job."""
    (found,) = [step["run"] for step in jobs(ROOT / path)[job]["steps"] if "run" in step]
    assert isinstance(found, str)
    return found


def bash(text: str, where: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [BASH or "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", text],
        cwd=where,
        env=clean_environment() | variables,
        capture_output=True,
        text=True,
        check=False,
    )


def anchor_of(repo: Repo, tmp_path: Path) -> str:
    output = tmp_path / "output"
    done = bash(script("docs/recipes/nightly.yml", "anchor"), repo.root, GITHUB_OUTPUT=str(output))
    assert done.returncode == 0, done.stderr
    return output.read_text(encoding="utf-8").strip()


def commit_today(repo: Repo, message: str) -> None:
    environment = {key: value for key, value in clean_environment().items() if not key.endswith("_DATE")}
    empty = ["git", "commit", "--quiet", "--allow-empty", "--message", message]
    subprocess.run(empty, cwd=repo.root, env=environment, check=True)


def test_the_anchor_is_the_last_release_before_the_head(repo: Repo, tmp_path: Path) -> None:
    repo.commit({"a.md": "one"})
    repo.git("tag", "v1.0.0")
    second = repo.commit({"a.md": "two"})
    repo.git("tag", "-a", "-m", "two", "v1.1.0")
    repo.commit({"a.md": "three"})
    repo.git("tag", "v1.2.0")
    assert anchor_of(repo, tmp_path) == f"sha={second}"


def test_without_a_release_the_anchor_is_a_month_old(repo: Repo, tmp_path: Path) -> None:
    old = repo.commit({"a.md": "of January, as every commit of these tests"})
    repo.git("tag", "nightly-2026")
    commit_today(repo, "of today")
    assert anchor_of(repo, tmp_path) == f"sha={old}"


def test_of_a_young_repository_the_anchor_is_its_first_commit(repo: Repo, tmp_path: Path) -> None:
    commit_today(repo, "first")
    commit_today(repo, "second")
    first = repo.git("rev-list", "--max-parents=0", "HEAD").strip()
    assert anchor_of(repo, tmp_path) == f"sha={first}"


def test_the_job_on_gitlab_leaves_what_it_hands_over(repo: Repo, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples" / "marketplace", repo.root, dirs_exist_ok=True)
    repo.git("add", "--all")
    base = repo.commit(message="example")
    job = read(GITLAB)["skill-evals"]
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    text = "\n".join([*job["before_script"], *job["script"]])
    done = bash(text, repo.root, CI_MERGE_REQUEST_DIFF_BASE_SHA=base, PATH=beside)
    assert done.returncode == 0, done.stderr
    handed = [path for path in job["artifacts"]["paths"] if not path.endswith("/results")]
    assert [path for path in [*handed, job["artifacts"]["reports"]["junit"]] if not (repo.root / path).is_file()] == []


@pytest.fixture
def package(repo: Repo) -> Repo:
    """What a release looks at."""
    repo.commit({"src/skill_evals/__init__.py": '__version__ = "1.4.0"\n', "CHANGELOG.md": "## 1.4.0\n"})
    return repo


def checked(package: Repo, **changed: str) -> subprocess.CompletedProcess[str]:
    right = {"VERSION": "1.4.0", "BASE_IMAGE": BASE, "REF": "refs/heads/main"}
    return bash(script(".github/workflows/release.yml", "check"), package.root, **(right | changed))


def test_a_release_that_is_in_order_is_let_through(package: Repo) -> None:
    assert checked(package).returncode == 0


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"BASE_IMAGE": ""}, "by digest"),
        ({"BASE_IMAGE": "docker.io/library/python:3.13-slim"}, "by digest"),
        ({"BASE_IMAGE": f"{BASE}\nmalice"}, "by digest"),
        ({"BASE_IMAGE": BASE[:-1]}, "by digest"),
        ({"VERSION": "1.4"}, "three numbers"),
        ({"VERSION": "1.4.0\n::set-output"}, "three numbers"),
        ({"VERSION": "1.5.0"}, "the package is not at 1.5.0"),
        ({"REF": "refs/heads/other"}, "not of refs/heads/other"),
    ],
)
def test_what_is_not_in_order_is_refused(package: Repo, changed: dict[str, str], words: str) -> None:
    done = checked(package, **changed)
    assert done.returncode == 1
    assert words in done.stdout


def test_a_version_is_never_made_twice(package: Repo) -> None:
    package.git("tag", "v1.4.0")
    assert "is not made twice" in checked(package).stdout


GH = """#!/usr/bin/env bash
# Stands for GitHub's own client: writes down what it is asked, and answers in turn.
{ printf '%s\\n' "$*"; [ -t 0 ] || case "$*" in *"--input -"*) cat ;; esac; } >> "$SEEN"
case "$*" in
  *commits/*--jq*) echo before ;;
  *trees*) echo tree ;;
  *"git/commits -f"*) echo commit ;;
  *PATCH*) [ -n "$MOVES" ] ;;
esac
"""


@pytest.mark.skipif(shutil.which("jq") is None, reason="there is no jq here")
@pytest.mark.parametrize("moves", ["", "yes"])
def test_the_last_step_tags_the_commit_that_names_the_images(tmp_path: Path, moves: str) -> None:
    (tmp_path / "gh").write_text(GH, encoding="utf-8")
    (tmp_path / "gh").chmod(0o755)
    seen = tmp_path / "seen"
    images = {
        "SLIM": f"ghcr.io/org/skill-evals-action@{DIGEST}",
        "CLAUDE_CODE": f"ghcr.io/org/skill-evals-action@{DIGEST}",
    }
    done = bash(
        str(ROOT / ".github" / "scripts" / "release.sh"),
        tmp_path,
        **images,
        PATH=f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        SEEN=str(seen),
        MOVES=moves,
        GITHUB_REPOSITORY="org/skill-evals-action",
        GITHUB_SHA="1" * 40,
        VERSION="1.4.0",
    )
    assert done.returncode == 0, done.stderr
    text = seen.read_text(encoding="utf-8")
    start = text.index("{")
    tree, _ = json.JSONDecoder().raw_decode(text[start:])
    assert tree["base_tree"] == "before"
    assert {one["path"]: one["content"] for one in tree["tree"]} == {
        "slim/Dockerfile": f"FROM {images['SLIM']}\n",
        "claude-code/Dockerfile": f"FROM {images['CLAUDE_CODE']}\n",
    }
    asked = [line for line in text.splitlines() if "refs" in line]
    assert asked[0].endswith("ref=refs/tags/v1.4.0 -f sha=commit --silent")
    assert "refs/tags/v1 -f sha=commit -F force=true" in asked[1]
    assert len(asked) == (2 if moves else 3)


def test_the_last_step_takes_nothing_but_digests(tmp_path: Path) -> None:
    done = bash(
        str(ROOT / ".github" / "scripts" / "release.sh"),
        tmp_path,
        GITHUB_REPOSITORY="org/skill-evals-action",
        GITHUB_SHA="1" * 40,
        VERSION="1.4.0",
        SLIM="ghcr.io/org/skill-evals-action:1.4.0",
        CLAUDE_CODE=f"ghcr.io/org/skill-evals-action@{DIGEST}",
    )
    assert done.returncode == 1
    assert "no image by digest" in done.stdout
