"""From what a rule yields to a diagnostic: its place, severity and fingerprint, and whether the change concerns it."""

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.fingerprint import Fingerprint, fingerprints
from skill_evals.lint.overlap import Found
from skill_evals.lint.selection import Selection
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.light import light
from skill_evals.model.position import START, Span


@light(frozen=True, slots=True, kw_only=True)
class Resolver:
    context: Context
    selection: Selection
    suites: frozenset[str]
    """Paths of the suites."""
    changed: frozenset[str] | None
    """Paths on either side of the change; None without a base."""
    fingerprint: Fingerprint

    @staticmethod
    def of(context: Context, selection: Selection) -> "Resolver":
        return Resolver(
            context=context,
            selection=selection,
            suites=frozenset(attribution.suite.path for attribution in context.project.suites),
            changed=_changed(context),
            fingerprint=fingerprints(context),
        )

    def diagnostic(self, item: Found) -> Diagnostic:
        rule, fault = item.rule, item.fault
        span = self._place(fault)
        return Diagnostic(
            rule=rule.name,
            code=rule.code,
            severity=self.selection.severity_of(rule, fault.severity),
            path=fault.path,
            span=span,
            message=fault.message,
            suite=fault.suite or (fault.path if fault.path in self.suites else None),
            fixable=fault.fix is not None,
            fix=fault.fix,
            elsewhere=self.changed is not None and self.changed.isdisjoint((fault.path, *fault.also)),
            fingerprint=self.fingerprint(rule.name, fault, span),
            causes=fault.also,
        )

    def _place(self, fault: Fault) -> Span:
        if fault.span is not None:
            return fault.span
        document = self.context.document(fault.path)
        return START if document is None else document.span(fault.at, fault.part)


def _changed(context: Context) -> frozenset[str] | None:
    if context.base is None:
        return None
    return frozenset(path for change in context.base.changes.changes for path in (change.path, change.old_path))
