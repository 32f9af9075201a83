"""The baseline file: findings that are accepted as they are, so that only new ones count. It may only shrink.

Version 1 of its form, sorted, one entry a line so that changes and merges stay readable::

    {
      "version": 1,
      "accepted": [
        {"rule": "duplicate-id", "path": "evals/a/evals.json", "fingerprint": "0f1e2d3c4b5a6978", "count": 1}
      ]
    }

``count`` is how many findings of that rule and fingerprint (lint/fingerprint.py) are accepted in that file.
"""

import json
from collections.abc import Iterable

from skill_evals.documents.document import Document, ProblemKind
from skill_evals.errors import ConfigError
from skill_evals.model.light import light
from skill_evals.model.position import START, Pointer, Span

VERSION = 1
MOST = 10**6
"""No count is larger."""
CURE = "mend it, or delete it and write it anew with `skill-evals lint --write-baseline`"

Key = tuple[str, str, str]
"""Path, rule and fingerprint: what is accepted."""


@light(frozen=True, slots=True, kw_only=True)
class Entry:
    """One accepted kind of finding; ``span`` is where the entry stands in the baseline file."""

    rule: str
    path: str
    fingerprint: str
    count: int
    span: Span = START

    @property
    def key(self) -> Key:
        return self.path, self.rule, self.fingerprint


@light(frozen=True, slots=True, kw_only=True)
class Baseline:
    path: str
    entries: tuple[Entry, ...] = ()


def parse_baseline(document: Document) -> Baseline:
    """The accepted findings that a document holds; of entries that stand there twice the larger count.

    Raises:
        ConfigError: unreadable, of a later version, or an entry of another shape; with line and column.
    """
    fatal = [problem for problem in document.problems if problem.kind is not ProblemKind.BYTE_ORDER_MARK]
    if fatal:
        raise _refusal(document.path, fatal[0].span, fatal[0].message)
    value = document.value
    if not isinstance(value, dict) or not isinstance(value.get("accepted"), list):
        raise _refusal(document.path, document.span(()), "it holds no list `accepted`")
    if value.get("version") != VERSION:
        raise _refusal(document.path, document.span(("version",)), f"its version is not {VERSION}")
    entries: dict[Key, Entry] = {}
    for index, member in enumerate(value["accepted"]):
        entry = _entry(document, ("accepted", index), member)
        before = entries.get(entry.key)
        if before is None or before.count < entry.count:
            entries[entry.key] = entry
    return Baseline(path=document.path, entries=tuple(entries.values()))


def _entry(document: Document, at: Pointer, value: object) -> Entry:
    span = document.span(at)
    if isinstance(value, dict) and value.keys() == {"rule", "path", "fingerprint", "count"}:
        rule, path, fingerprint, count = (value[name] for name in ("rule", "path", "fingerprint", "count"))
        is_count = isinstance(count, int) and not isinstance(count, bool) and 1 <= count <= MOST
        if isinstance(rule, str) and isinstance(path, str) and isinstance(fingerprint, str) and is_count:
            return Entry(rule=rule, path=path, fingerprint=fingerprint, count=count, span=span)
    raise _refusal(
        document.path, span, "an entry holds `rule`, `path` and `fingerprint` as texts and `count` as a number from 1"
    )


def _refusal(path: str, span: Span, message: str) -> ConfigError:
    return ConfigError(f"{path}:{span.line}:{span.column}: {message}", cure=CURE)


def write_baseline(entries: Iterable[Entry]) -> str:
    """The file's text: ASCII, sorted by path, rule and fingerprint, with a newline at its end."""
    lines = [
        json.dumps({"rule": e.rule, "path": e.path, "fingerprint": e.fingerprint, "count": e.count})
        for e in sorted(entries, key=lambda entry: entry.key)
    ]
    body = ",\n".join(f"    {line}" for line in lines)
    accepted = f"[\n{body}\n  ]" if lines else "[]"
    return f'{{\n  "version": {VERSION},\n  "accepted": {accepted}\n}}\n'
