"""What needs the real Claude Code or the image: `make e2e`. Where they are missing these fail and are never skipped."""

import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from e2e.stage import Stage, staged
from skill_evals.edges.backends.claude_code.installed import Cli, find_cli

_HERE = Path(__file__).parent
_SECONDS: dict[str, float] = defaultdict(float)
_TOLD: list[str] = []
"""What tests measured, by ``record_property("told", words)``."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(_HERE):
            item.add_marker(pytest.mark.e2e)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What is skipped is unchecked, and here all that it takes has been installed."""
    report = yield
    if report.skipped:
        report.outcome, report.longrepr = "failed", f"left unchecked: {report.longrepr}"
    return report


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _SECONDS[report.location[0]] += report.duration
    if report.when == "call":
        _TOLD.extend(str(words) for name, words in report.user_properties if name == "told")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for path, seconds in sorted(_SECONDS.items()):
        if "e2e" in Path(path).parts:
            terminalreporter.write_line(f"{seconds:7.1f} s in {path}")
    for words in _TOLD:
        terminalreporter.write_line(words)


@pytest.fixture(scope="session")
def claude() -> Cli:
    return find_cli()


@pytest.fixture(scope="session")
def image() -> str:
    """The target `slim`; `make e2e` builds it, and names the Docker engine that has it in DOCKER_HOST."""
    return os.environ["E2E_IMAGE"]


@pytest.fixture
def stage(image: str, tmp_path: Path, quiet_git: None) -> Iterator[Stage]:
    with staged(image, tmp_path) as found:
        yield found
