"""The workspace that an agent starts in: the case's fixtures and the skill, in one first commit."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from skill_evals.edges.backends.agent.staging import staged
from skill_evals.edges.workspace import Workspace, workspace
from skill_evals.errors import IncompleteError
from skill_evals.run.ports.request import RunRequest, TreeFile


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """``start`` is all that the agent found in it, ``setup`` what the commands of checks find besides, by path."""

    place: Workspace
    start: Mapping[str, TreeFile]
    setup: Mapping[str, bytes] = field(default_factory=dict)


@contextmanager
def agent_room(request: RunRequest) -> Iterator[Room]:
    """As ``edges.workspace.workspace``; it lives as long as the context.

    Raises:
        IncompleteError: the case asks for something that no agent is given, the skill or a fixture cannot be staged, or
            there is no room for a workspace.
    """
    if request.unsupported is not None:
        raise IncompleteError(request.unsupported, cure="leave the case out, or measure it with its own runner")
    fixtures, skills = request.fixtures or {}, staged(request.installs)
    with workspace(fixtures, skills) as place:
        start = {path: TreeFile(data=data) for path, data in fixtures.items()} | skills
        yield Room(place=place, start=start, setup=request.setup)
