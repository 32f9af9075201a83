"""Whether a pattern was loosened: in the cases that can be told from the two texts alone."""

import re

from skill_evals.model.regex import regex

_OPENERS = {"(": ")", "[": "]", "{": "}"}
_QUANTIFIERS = ("*", "+", "?", "{")
_FLAGS = regex(r"\(\?[A-Za-z-]+[:)]")
"""What they change of the rest is lost with them."""


def is_looser(before: str, after: str) -> bool:
    """Whether everything that matched before still matches, and more.

    True where alternatives were added, where text was cut off at the ends (anchors included), or where case no longer
    counts. Where it cannot be told, False: two patterns are not compared by what they mean.
    """
    if before == after:
        return False
    if after == f"(?i){before}":
        return True
    old, new = _alternatives(before), _alternatives(after)
    if old is None or new is None:
        return False
    return all(any(_covers(one, other) for other in new) for one in old)


def _covers(before: str, after: str) -> bool:
    """Whether an alternative matches wherever another does: it is the same, or a whole part of it."""
    start = before.find(after)
    while start >= 0:
        end = start + len(after)
        if _is_whole(before[:start], after, before[end:]):
            return True
        start = before.find(after, start + 1)
    return False


def _is_whole(ahead: str, middle: str, behind: str) -> bool:
    """Whether a cut leaves the part in one piece: no quantifier, escape, group or flag loses what it is about."""
    escaped = (len(ahead) - len(ahead.rstrip("\\"))) % 2 == 1
    torn = escaped or behind.startswith(_QUANTIFIERS) or middle.startswith(_QUANTIFIERS)
    return not torn and not _FLAGS.search(ahead) and None not in map(_alternatives, (ahead, middle, behind))


def _alternatives(pattern: str) -> list[str] | None:
    """The parts between the bars outside brackets; None where brackets do not close."""
    parts, closers = [""], list[str]()
    for piece in re.findall(r"\\.|.", pattern, re.DOTALL):
        in_class = closers[-1:] == ["]"]
        if closers and piece == closers[-1]:
            closers.pop()
        elif not in_class and piece in _OPENERS:
            closers.append(_OPENERS[piece])
        elif not in_class and piece in (")", "]", "}"):
            return None
        if piece == "|" and not closers:
            parts.append("")
        else:
            parts[-1] += piece
    return None if closers else parts
