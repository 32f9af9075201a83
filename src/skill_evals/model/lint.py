"""What a lint run found and how much it looked at."""

from dataclasses import dataclass

from skill_evals.model.diagnostic import Diagnostic, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class LintSummary:
    """Counts. ``errors``, ``warnings`` and ``infos`` leave out what lies elsewhere; ``files`` is how many were read."""

    errors: int = 0
    warnings: int = 0
    infos: int = 0
    elsewhere: int = 0
    skills: int = 0
    suites: int = 0
    files: int = 0
    not_checked: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LintResult:
    """``diagnostics`` are sorted by path, line, column and code; ``crashed`` names the rules that failed themselves."""

    diagnostics: tuple[Diagnostic, ...]
    summary: LintSummary
    crashed: tuple[str, ...] = ()

    def here(self, severity: Severity) -> tuple[Diagnostic, ...]:
        """The findings of one severity that lie in the change, or all of them where there is no base."""
        return tuple(d for d in self.diagnostics if d.severity is severity and not d.elsewhere)
