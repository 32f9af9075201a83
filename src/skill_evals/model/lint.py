"""What a lint run found and how much it looked at."""

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.light import light


@light(frozen=True, slots=True, kw_only=True)
class LintSummary:
    """Counts. ``errors``, ``warnings`` and ``infos`` leave out what lies elsewhere and what is accepted; ``files`` is
    how many were read.
    """

    errors: int = 0
    warnings: int = 0
    infos: int = 0
    elsewhere: int = 0
    skills: int = 0
    suites: int = 0
    files: int = 0
    not_checked: int = 0
    accepted: int = 0
    """Findings that the baseline file accepts."""
    accepted_later: int = 0
    """Findings that entries of the baseline file will accept once the change that adds them is merged."""


@light(frozen=True, slots=True, kw_only=True)
class RuleTime:
    """What a rule cost: ``seconds`` of its checks, with what they were the first to read, and its raw findings."""

    rule: str
    seconds: float
    found: int


@light(frozen=True, slots=True, kw_only=True)
class LintResult:
    """``diagnostics`` are sorted by path, line, column and code; ``crashed`` names the rules that failed themselves;
    ``times`` are in the catalogue's order, and empty unless somebody asked for them.
    """

    diagnostics: tuple[Diagnostic, ...]
    summary: LintSummary
    crashed: tuple[str, ...] = ()
    times: tuple[RuleTime, ...] = ()

    def here(self, severity: Severity) -> tuple[Diagnostic, ...]:
        """The findings of one severity that lie in the change, or all of them where there is no base."""
        return tuple(d for d in self.diagnostics if d.severity is severity and not d.elsewhere)
