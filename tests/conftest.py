"""Fixtures that any story may use."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

from git_repo import QUIET, Repo

# In CI the same examples every time: what a run finds must be the change's. Elsewhere, and in `make fuzz`, new ones.
# No deadline anywhere: how long an example takes is the machine's affair.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("searching", deadline=None)
settings.load_profile("steady" if os.environ.get("CI") else "searching")

# A shell lets what it starts in the background ignore SIGINT, which the product heeds and stories send.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The folder of real suites beside the checkout; its tests are skipped where it is absent."""
    folder = ROOT.parent / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip("the real suites are not beside this checkout (../shared/corpus)")
    return folder


@pytest.fixture
def quiet_git(monkeypatch: pytest.MonkeyPatch) -> None:
    """git without this machine's configuration and routing, in the code under test as well."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    for name, value in QUIET.items():
        monkeypatch.setenv(name, value)


@pytest.fixture
def repo(tmp_path: Path, quiet_git: None) -> Repo:
    """An empty git repository in a folder of its own (git_repo.py says what it can do)."""
    return Repo(tmp_path / "repo")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-goldens", action="store_true", help="write the stage files of tests/flow anew")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if config.option.markexpr == "not e2e" and config.args == config.getini("testpaths"):
        names = ", ".join(path.name for path in sorted((ROOT / "tests" / "e2e").glob("test_*.py")))
        terminalreporter.write_line(f"left to `make e2e`, since they need Claude Code or an image: {names}")
