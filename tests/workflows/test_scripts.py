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

DIGEST, OTHER = "sha256:" + "4" * 64, "sha256:" + "5" * 64
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
    right |= {"GITHUB_REPOSITORY": "Org/Skill-Evals-Action", "GITHUB_OUTPUT": str(package.root / "output")}
    return bash(script(".github/workflows/release.yml", "check"), package.root, **(right | changed))


def test_a_release_that_is_in_order_is_let_through(package: Repo) -> None:
    """Names of images have no capitals, and those of repositories may."""
    assert checked(package).returncode == 0
    assert (package.root / "output").read_text(encoding="utf-8") == "image=ghcr.io/org/skill-evals-action\n"


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


def test_another_versions_chapter_is_none_of_this_one(package: Repo) -> None:
    package.commit({"CHANGELOG.md": "## 1.4.01\n\n### 1.4.0\n"})
    assert "no chapter 1.4.0" in checked(package).stdout
    package.commit({"CHANGELOG.md": "## [1.4.0] - 2026-12-01\n"})
    assert checked(package).returncode == 0


def test_a_version_is_never_made_twice(package: Repo) -> None:
    package.git("tag", "v1.4.0")
    assert "is not made twice" in checked(package).stdout


CLIENT = """#!/usr/bin/env bash
# Stands for GitHub's and Docker's own clients: writes down what it is asked, and answers in turn.
{ printf '%s %s\\n' "${0##*/}" "$*"; case "$*" in *"--input -"*) cat ;; esac; } >> "$SEEN"
case "$*" in
  *commits/*--jq*) echo before ;;
  *trees*) echo tree ;;
  *"git/commits -f"*) echo commit ;;
  *PATCH*) [ -n "$MOVES" ] ;;
esac
"""
REPOSITORY = "org/skill-evals-action"


def released(script: str, tmp_path: Path, **variables: str) -> tuple[subprocess.CompletedProcess[str], str]:
    """One of the scripts, and what it asked of whom."""
    for name in ("gh", "docker"):
        (tmp_path / name).write_text(CLIENT, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    seen = tmp_path / "seen"
    seen.touch()
    given = {
        "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}",
        "SEEN": str(seen),
        "MOVES": "",
        "GITHUB_REPOSITORY": REPOSITORY,
        "GITHUB_SHA": "1" * 40,
        "GITHUB_OUTPUT": str(tmp_path / "output"),
        "VERSION": "1.4.0",
        "SLIM": f"ghcr.io/{REPOSITORY}@{DIGEST}",
        "CLAUDE_CODE": f"ghcr.io/{REPOSITORY}@{OTHER}",
    }
    done = bash(str(ROOT / ".github" / "scripts" / script), tmp_path, **(given | variables))
    return done, seen.read_text(encoding="utf-8")


@pytest.mark.skipif(shutil.which("jq") is None, reason="there is no jq here")
def test_the_tag_is_of_the_commit_that_names_the_images(tmp_path: Path) -> None:
    done, asked = released("release.sh", tmp_path)
    assert done.returncode == 0, done.stderr
    tree, _ = json.JSONDecoder().raw_decode(asked[asked.index("{") :])
    assert tree["base_tree"] == "before"
    assert {one["path"]: one["content"] for one in tree["tree"]} == {
        "slim/Dockerfile": f"FROM ghcr.io/{REPOSITORY}@{DIGEST}\n",
        "claude-code/Dockerfile": f"FROM ghcr.io/{REPOSITORY}@{OTHER}\n",
    }
    (tag,) = [line for line in asked.splitlines() if "/refs" in line]
    assert tag.endswith("ref=refs/tags/v1.4.0 -f sha=commit --silent")
    assert (tmp_path / "output").read_text(encoding="utf-8") == "commit=commit\n"


@pytest.mark.skipif(shutil.which("jq") is None, reason="there is no jq here")
def test_images_get_their_names_before_anything_names_them(tmp_path: Path) -> None:
    _, asked = released("release.sh", tmp_path)
    assert asked.splitlines()[:2] == [
        f"docker buildx imagetools create --tag ghcr.io/{REPOSITORY}:1.4.0 ghcr.io/{REPOSITORY}@{DIGEST}",
        f"docker buildx imagetools create --tag ghcr.io/{REPOSITORY}:1.4.0-claude-code ghcr.io/{REPOSITORY}@{OTHER}",
    ]


@pytest.mark.parametrize("image", [f"ghcr.io/{REPOSITORY}:1.4.0", f"ghcr.io/{REPOSITORY}@", "ghcr.io/@" + DIGEST[:-1]])
def test_nothing_is_released_but_digests(tmp_path: Path, image: str) -> None:
    done, asked = released("release.sh", tmp_path, SLIM=image)
    assert (done.returncode, asked) == (1, "")
    assert "no image by digest" in done.stdout


@pytest.mark.parametrize("moves", ["", "yes"])
def test_the_tag_of_the_major_version_moves_or_is_made(tmp_path: Path, moves: str) -> None:
    done, asked = released("follow.sh", tmp_path, COMMIT="commit", MOVES=moves)
    assert done.returncode == 0, done.stderr
    first, *others = asked.splitlines()
    assert first == f"gh api --method PATCH repos/{REPOSITORY}/git/refs/tags/v1 -f sha=commit -F force=true --silent"
    made = f"gh api repos/{REPOSITORY}/git/refs -f ref=refs/tags/v1 -f sha=commit --silent"
    assert others == ([] if moves else [made])


def test_everything_that_is_seen_waits_for_what_was_tried() -> None:
    """An image has a name, a commit a tag, and v1 a release only after the step that tries them."""
    release = jobs(ROOT / ".github" / "workflows" / "release.yml")
    waits = {
        name: set([job["needs"]] if isinstance(job.get("needs"), str) else job.get("needs", []))
        for name, job in release.items()
    }
    assert waits["build"] >= {"check", "test"}
    assert waits["try"] >= {"build"}
    assert waits["publish"] >= {"try"}
    assert waits["use"] >= {"publish"}
    assert waits["follow"] >= {"use"}
    built = [step["with"] for step in release["build"]["steps"] if "build-push" in step.get("uses", "")]
    assert len(built) == 2
    for one in built:
        assert "tags" not in one
        assert "push-by-digest=true" in one["outputs"]
        assert (one["sbom"], one["provenance"]) == (True, "mode=max")
