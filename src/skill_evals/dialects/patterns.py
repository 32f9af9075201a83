"""Regular expressions, compiled by the engine of the runner that will use them, never by Python's.

evolve runs on Go, whose syntax is RE2's (``google-re2``); eval-magic on Rust's ``regex`` crate (``paula``). Both are
imported inside the functions that need them.
"""

from functools import lru_cache
from typing import TYPE_CHECKING

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE
from skill_evals.documents.quoting import shown

if TYPE_CHECKING:
    import paula
    import re2

_MULTILINE_KINDS = frozenset({"regex", "not_regex"})
_LOOK_AROUND = "it has no look-around; write a second check for what must not match"
_BACKREFERENCE = "it has no backreferences; write out what is to repeat"
_ANCHOR = r"it ends a text with `\z`, not `\Z`"
_RE2_HINTS = {"(?<!": _LOOK_AROUND, "(?<=": _LOOK_AROUND, "(?=": _LOOK_AROUND, "(?!": _LOOK_AROUND, "\\Z": _ANCHOR}


class PatternError(ValueError):
    """A pattern that its engine does not compile; the text is the engine's reason, in one line."""


def pattern_problem(dialect: str, pattern: str, kind: str) -> str | None:
    """Why the dialect's runner cannot compile a pattern, in words; None: it can, or the dialect has no patterns.

    ``kind`` is the kind of check (or ``turns``): evolve compiles the patterns of ``regex`` and ``not_regex`` with
    ``(?m)`` before them, those of ``tool_call`` as they stand.
    """
    try:
        if dialect == EVOLVE:
            _compile_re2(pattern, multiline=kind in _MULTILINE_KINDS)
        elif dialect == EVAL_MAGIC:
            _compile_rust(pattern)
    except PatternError as problem:
        return str(problem)
    return None


def search_re2(pattern: str, text: str, *, multiline: bool) -> str | None:
    """The first match's text, which may be empty; None: no match.

    Raises:
        PatternError: the pattern does not compile.
    """
    found = _compile_re2(pattern, multiline=multiline).search(_well_formed(text))
    return None if found is None else str(found.group())


def search_rust(pattern: str, text: str) -> str | None:
    """The first match's text, which may be empty; None: no match.

    Raises:
        PatternError: the pattern does not compile.
    """
    found = _compile_rust(pattern).find(_well_formed(text))
    return None if found is None else str(found.as_str())


@lru_cache(maxsize=1024)
def _compile_re2(pattern: str, *, multiline: bool) -> "re2._Regexp":
    import re2

    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(_well_formed(f"(?m){pattern}" if multiline else pattern), options)
    except re2.error as error:
        raise PatternError(_re2_reason(error, multiline=multiline)) from None


@lru_cache(maxsize=1024)
def _compile_rust(pattern: str) -> "paula.Regex":
    import paula

    try:
        return paula.Regex(_well_formed(pattern))
    except ValueError as error:
        reason = str(error).rpartition("\nerror: ")[2].rstrip(".")
        hint = "; write a second check for what must not match" if reason.startswith("look-around") else ""
        raise PatternError(f"Rust's engine says: {reason}{hint}") from None


def _re2_reason(error: Exception, *, multiline: bool) -> str:
    raw = error.args[0] if error.args else b""
    reason = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else str(raw)
    if multiline:
        # The prefix is ours: an author who reads it in a message looks for it in the file in vain.
        reason = reason.replace("(?m)", "", 1)
    what, colon, culprit = reason.partition(": ")
    hint = _RE2_HINTS.get(culprit, "")
    if not hint and what == "invalid escape sequence" and culprit[1:].isdigit():
        hint = _BACKREFERENCE
    return f"RE2 says: {what}{colon}{shown(culprit)}" + (f" ({hint})" if hint else "")


def _well_formed(text: str) -> str:
    """The text with lone surrogates, which no engine takes, as U+FFFD, the way both runners read them."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
