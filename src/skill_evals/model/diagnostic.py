"""What the linter says."""

from enum import StrEnum

from skill_evals.model.fix import Fix
from skill_evals.model.light import field, light
from skill_evals.model.position import Span


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    @property
    def rank(self) -> int:
        """0 is the gravest."""
        return ("error", "warning", "info").index(self.value)


@light(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding, with its place resolved and its severity decided.

    ``path`` is relative to the root with ``/``; ``suite`` is the path of the suite that it concerns, if any.
    """

    rule: str
    code: str
    severity: Severity
    path: str
    span: Span
    message: str
    suite: str | None = None
    fixable: bool = False
    elsewhere: bool = False
    """True where a base was given and the finding is neither in a changed file nor caused by the change."""
    fingerprint: str = ""
    """What the finding is about, hashed: the same when lines move or the file is renamed (lint/fingerprint.py)."""
    fix: Fix | None = None
    """How to repair it; ``fixable`` is true exactly where there is one."""
    causes: tuple[str, ...] = field(default=(), compare=False)
    """Further paths whose change would have caused it; two findings that differ in nothing else are one."""
