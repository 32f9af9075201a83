"""What a document's value must be after edits: the pure model that every splice of its text is held to."""

import json
from collections.abc import Iterable

from skill_evals.model.fix import Delete, Edit, Insert, RenameKey, Replace
from skill_evals.model.position import Pointer


class NotThereError(Exception):
    """An edit names a node that the value does not have."""


def edited(value: object, edits: Iterable[Edit]) -> object:
    """The value with the edits made, as a copy. Raises NotThereError."""
    at_nodes = [edit for edit in edits if isinstance(edit, Replace | Delete | Insert | RenameKey)]
    # Later items first, so that the numbers of those before them stay.
    for edit in sorted(at_nodes, key=lambda one: one.at, reverse=True):
        value = _at(value, edit.at, edit)
    return value


def same(one: object, other: object) -> bool:
    """Whether two values are equal in type as well: `true`, `1` and `1.0` differ. The order of members is no part."""
    return json.dumps(one, sort_keys=True, default=repr) == json.dumps(other, sort_keys=True, default=repr)


def _at(value: object, at: Pointer, edit: Replace | Delete | Insert | RenameKey) -> object:
    members: dict[str | int, object]
    if isinstance(value, list):
        members = dict(enumerate(value))
    elif isinstance(value, dict):
        members = dict(value)
    else:
        raise NotThereError
    step = at[0] if at else None
    if step is None or (step not in members) is not (len(at) == 1 and isinstance(edit, Insert)):
        raise NotThereError
    if len(at) > 1:
        members[step] = _at(members[step], at[1:], edit)
    else:
        _edit(members, step, edit)
    return [*members.values()] if isinstance(value, list) else members


def _edit(members: dict[str | int, object], step: str | int, edit: Replace | Delete | Insert | RenameKey) -> None:
    if isinstance(edit, Delete):
        del members[step]
    elif isinstance(edit, Replace | Insert):
        members[step] = edit.value
    elif edit.name in members:
        raise NotThereError
    else:
        members[edit.name] = members.pop(step)
