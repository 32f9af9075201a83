"""What the agent left: files, answers of commands, and how much it changed, as graders and judges want to see it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from skill_evals.edges.backends.agent.diff import diff_size
from skill_evals.edges.backends.agent.room import Room
from skill_evals.edges.backends.agent.snapshot import SnapshotError, snapshot
from skill_evals.edges.backends.agent.staging import SKILLS
from skill_evals.edges.collect import collect
from skill_evals.grade.needs import Needs
from skill_evals.model.evidence import CommandRun, DiffSize, Evidence, WorkspaceFile
from skill_evals.run.ports.request import TreeFile

_MOST_FILES = 200
_LONGEST = 64 * 1024
_MOST_BYTES = 512 * 1024
"""Of the files that the agent made or changed, this much is kept beside those that the checks name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath:
    files: Mapping[str, WorkspaceFile] = field(default_factory=dict)
    commands: Mapping[int, CommandRun] = field(default_factory=dict)
    diff: DiffSize | None = None
    workspace: str = ""

    def onto(self, evidence: Evidence) -> Evidence:
        return replace(evidence, files=self.files, commands=self.commands, diff=self.diff, workspace=self.workspace)


def aftermath(room: Room, needs: Needs, *, allow_commands: bool, sandbox: bool) -> Aftermath:
    """To be called once nothing of the agent runs any more. What changed is looked at before any command of a check."""
    changed: Mapping[str, WorkspaceFile] = {}
    diff: DiffSize | None = None
    try:
        end = snapshot(room.place)
        changed = _texts(room.start, end)
        diff = diff_size(room.start, end) if needs.diff else None
    except SnapshotError as problem:
        diff = DiffSize(error=str(problem)) if needs.diff else None
    seen = collect(room.place, needs, allow_commands=allow_commands, sandbox=sandbox, setup=room.setup)
    return Aftermath(files={**changed, **seen.files}, commands=seen.commands, diff=diff, workspace=str(room.place.path))


def _texts(start: Mapping[str, TreeFile], end: Mapping[str, TreeFile]) -> dict[str, WorkspaceFile]:
    """New and changed files that are text, the shortest first while there is room, in the order of their paths."""
    changed = [path for path, file in end.items() if start.get(path) != file and not path.startswith(f"{SKILLS}/")]
    kept: dict[str, WorkspaceFile] = {}
    size = 0
    for path in sorted(changed, key=lambda path: len(end[path].data)):
        file = end[path]
        size += len(file.data)
        if len(file.data) > _LONGEST or size > _MOST_BYTES or len(kept) == _MOST_FILES:
            break
        text = _text(file)
        if text is not None:
            kept[path] = WorkspaceFile(exists=True, text=text)
    return dict(sorted(kept.items()))


def _text(file: TreeFile) -> str | None:
    if file.link is not None or b"\0" in file.data:
        return None
    try:
        return file.data.decode("utf-8")
    except UnicodeDecodeError:
        return None
