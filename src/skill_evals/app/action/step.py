"""All that one step of a workflow has at hand."""

from dataclasses import dataclass
from pathlib import Path

from skill_evals.app.action.mode import Mode
from skill_evals.app.action.options import Options
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.wire import Wire
from skill_evals.model.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    event: Event
    options: Options
    mode: Mode
    folder: Path
    """Where the work is done, below the workspace."""
    github: GitHub


def run_url(event: Event, run: int | None) -> str:
    """The page of a run; None: how the addresses of all of them begin."""
    return f"{event.job.server_url}/{event.repository.full_name}/actions/runs/{'' if run is None else run}"


def github_of(event: Event, options: Options) -> GitHub:
    """By a connection of its own."""
    return GitHub(Wire(options.github_token, api_url=event.job.api_url), event.repository.full_name)
