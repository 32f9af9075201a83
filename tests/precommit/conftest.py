"""The real pre-commit, on repositories of the test's making, without a network."""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from command_line import call
from git_repo import Repo, clean_environment

__all__ = ["call"]

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = (".pre-commit-hooks.yaml", "pyproject.toml", "README.md", "LICENSE", "src")

Committer = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture(scope="session")
def wheelhouse() -> Path:
    folder = Path(sys.prefix) / "wheelhouse"
    if not folder.is_dir():
        pytest.skip(
            f"there are no wheels in {folder}: tools/wheelhouse.py, which the set-up runs, needs a network once"
        )
    return folder


@pytest.fixture(scope="session")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """This project as a repository that others take hooks from."""
    repo = Repo(tmp_path_factory.mktemp("hooks"))
    for name in SHIPPED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, repo.root / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, repo.root / name)
    repo.commit()
    return repo


@pytest.fixture(scope="session")
def pre_commit(wheelhouse: Path, tmp_path_factory: pytest.TempPathFactory) -> Committer:
    """Calls pre-commit in a repository; the environments of its hooks are kept for the session."""
    home = tmp_path_factory.mktemp("home")
    environment = clean_environment() | {
        "HOME": str(home),
        "PRE_COMMIT_HOME": str(home / "pre-commit"),
        "PRE_COMMIT_COLOR": "never",
        "VIRTUALENV_OVERRIDE_APP_DATA": str(home / "virtualenv"),
        "VIRTUALENV_NO_PERIODIC_UPDATE": "1",
        "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": wheelhouse.as_uri(),
        "PIP_NO_CACHE_DIR": "1",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }

    def run(repo: Repo, *words: object) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "pre_commit", *map(str, words)],
            cwd=repo.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            timeout=600,
        )

    return run
