"""Whether a change lets the baseline file accept more than it did."""

from collections import Counter

from skill_evals.documents.document import Document
from skill_evals.errors import ConfigError
from skill_evals.lint.baseline import Baseline, parse_baseline
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault


def growth(context: Context) -> Fault | None:
    """At the first entry that is new, or accepts more of a kind; entries of a renamed file are the same as before."""
    path = context.config.lint.baseline
    base = context.base
    if base is None or not base.changes.touches(path):
        return None
    after = _read(context.document(path))
    if after is None:
        return None
    before = _read(base.baseline) or Baseline(path=path)
    room: Counter[tuple[str, str]] = Counter()
    for entry in before.entries:
        room[entry.rule, entry.fingerprint] += entry.count
    grown = []
    for entry in after.entries:
        known = min(entry.count, room[entry.rule, entry.fingerprint])
        room[entry.rule, entry.fingerprint] -= known
        grown += [entry] * (entry.count > known)
    if not grown:
        return None
    names = sorted({entry.rule for entry in grown})
    return Fault(
        path=path,
        span=min((entry.span for entry in grown), key=lambda span: span.line),
        message=f"the baseline file accepts more than before, of {', '.join(f'`{name}`' for name in names)}; it counts "
        "until the merge and never after: repair it, or say in the pull request why not",
    )


def _read(document: Document | None) -> Baseline | None:
    """None also for a file that is no baseline: lint refuses that with its place."""
    try:
        return None if document is None else parse_baseline(document)
    except ConfigError:
        return None
