"""What a rule yields: where, and what. The engine adds code, severity, suppression and order."""

from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Fix
from skill_evals.model.light import light
from skill_evals.model.position import Part, Pointer, Span


@light(frozen=True, slots=True, kw_only=True)
class Fault:
    """A finding before its place is resolved.

    ``message`` says what is wrong, what the runner would do with it, and what to write instead. ``span`` is for places
    that are no node (a line of the body, a byte offset); otherwise ``at`` and ``part`` say where: what is missing has
    the pointer that it would have, with ``Part.OPEN``. ``severity`` only
    where the rule's catalogue entry differs by dialect or by what was found. ``also`` names further paths whose change
    would have caused the finding. ``covers`` are further nodes of which it speaks, so that no general rule says the
    same of them again. ``fix``: edits of the document at ``path`` after which the finding is gone.
    """

    path: str
    message: str
    at: Pointer = ()
    part: Part = Part.VALUE
    span: Span | None = None
    suite: str | None = None
    severity: Severity | None = None
    also: tuple[str, ...] = ()
    covers: tuple[Pointer, ...] = ()
    fix: Fix | None = None
