"""How a finding can be repaired: edits of its own document, named by what they change.

``at`` is a pointer into the document as it was linted. Values are scalars: no fix makes up a list or an object.
"""

from skill_evals.model.light import light
from skill_evals.model.position import Pointer, Span
from skill_evals.model.suite import Tier

Scalar = str | int | float | bool | None


@light(frozen=True, slots=True, kw_only=True)
class Replace:
    """Another value in the place of a scalar."""

    at: Pointer
    value: Scalar


@light(frozen=True, slots=True, kw_only=True)
class Delete:
    """A member or an item goes, with its comma, its line, and the comment at the end of that line."""

    at: Pointer


@light(frozen=True, slots=True, kw_only=True)
class Insert:
    """A new first member of an object; ``at`` is the pointer that it will have."""

    at: Pointer
    value: Scalar


@light(frozen=True, slots=True, kw_only=True)
class RenameKey:
    """The member at ``at`` gets another name and keeps its place and value."""

    at: Pointer
    name: str


@light(frozen=True, slots=True, kw_only=True)
class Rewrite:
    """Other text in the place of a stretch of text, for what is no node; the document's value stays as it was read."""

    span: Span
    text: str


@light(frozen=True, slots=True, kw_only=True)
class DropMark:
    """The byte-order mark goes."""


@light(frozen=True, slots=True, kw_only=True)
class StoredCase:
    """One stored result: a key of the file's models, the tier, and the case's key (evolve: the query, or the id)."""

    model: str
    tier: Tier
    key: str


@light(frozen=True, slots=True, kw_only=True)
class Canonical:
    """A results file is written anew, in the form that a sweep writes, without these results."""

    without: tuple[StoredCase, ...] = ()


Edit = Replace | Delete | Insert | RenameKey | Rewrite | DropMark | Canonical


@light(frozen=True, slots=True, kw_only=True)
class Fix:
    """``title`` says in the imperative what it does. It is ``safe`` where it cannot change what the author meant."""

    title: str
    edits: tuple[Edit, ...]
    safe: bool = True
