"""What a pull request changed."""

from enum import StrEnum

from skill_evals.model.files import FileKind
from skill_evals.model.light import light


class ChangeKind(StrEnum):
    ADDED = "added"
    MODIFIED = "modified"
    DELETED = "deleted"
    RENAMED = "renamed"
    RETYPED = "retyped"
    """A file became a link or a submodule, or the reverse."""


@light(frozen=True, slots=True, kw_only=True)
class Change:
    kind: ChangeKind
    path: str
    """The path at the head; for a deletion, the path at the base."""
    old_path: str
    """The path at the base; for an addition, the path at the head."""
    file_kind: FileKind | None = None
    """What it is at the head; None where it was deleted."""


@light(frozen=True, slots=True, kw_only=True)
class ChangeSet:
    """The difference between the merge base and the head."""

    base: str
    """Full object id of the merge base."""
    head: str
    """Full object id of the head commit; the working tree on top of it may hold more."""
    base_reason: str
    """Where the base came from, in words."""
    dirty: bool
    """Whether the head is the working tree with changes that are not committed."""
    changes: tuple[Change, ...]

    def touches(self, path: str) -> bool:
        """Whether a path, on either side, is among the changes."""
        return any(path in (change.path, change.old_path) for change in self.changes)
