"""What is written to GitHub besides a comment."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One line of a check run; columns only where it lies within one line."""

    path: str
    start_line: int
    end_line: int
    level: str
    """``failure``, ``warning`` or ``notice``."""
    title: str
    message: str
    start_column: int | None = None
    end_column: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckRun:
    name: str
    head_sha: str
    conclusion: str
    title: str
    summary: str
    details_url: str = ""
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """A commit status; ``state`` is ``pending``, ``success``, ``failure`` or ``error``."""

    sha: str
    state: str
    context: str
    description: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """Files to write in one commit on a branch that is still at ``expected``."""

    branch: str
    expected: str
    headline: str
    files: Mapping[str, bytes]
    body: str = ""
