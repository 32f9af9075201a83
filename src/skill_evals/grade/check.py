"""What graders share: reading a check's members, and saying each of the four states."""

from collections.abc import Callable, Mapping

from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict, State

Grader = Callable[[Check, int, Evidence], CheckVerdict]
"""(check, its place in the case's list, the run's record) → verdict."""

Graders = Mapping[str, Grader]
"""By kind of check."""


class MalformedCheckError(ValueError):
    """A check that lacks what it needs: the linter's ``missing-check-field``, met at grading."""


def text_of(check: Check, name: str) -> str:
    """A member that the check cannot do without.

    Raises:
        MalformedCheckError: it is absent, empty or not a text.
    """
    value = check.fields.get(name)
    if isinstance(value, str) and value:
        return value
    raise MalformedCheckError(f"`{check.kind}` needs a `{name}`, and it must be a text that is not empty")


def optional_text(check: Check, name: str) -> str | None:
    """A member that may be absent; the empty text counts as absent, as in evolve.

    Raises:
        MalformedCheckError: it is there and not a text.
    """
    value = check.fields.get(name)
    if value is None or value == "":
        return None
    if isinstance(value, str):
        return value
    raise MalformedCheckError(f"`{name}` of `{check.kind}` must be a text")


def number_of(check: Check, name: str, default: int) -> int:
    """An integer member with its default.

    Raises:
        MalformedCheckError: it is there and not an integer.
    """
    value = check.fields.get(name, default)
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int):
        raise MalformedCheckError(f"`{name}` of `{check.kind}` must be an integer")
    return value


def decided(text: str, evidence: str, *, passed: bool) -> CheckVerdict:
    return CheckVerdict(state=State.PASS if passed else State.FAIL, text=text, evidence=evidence)


def passed(text: str, evidence: str) -> CheckVerdict:
    return CheckVerdict(state=State.PASS, text=text, evidence=evidence)


def failed(text: str, evidence: str) -> CheckVerdict:
    return CheckVerdict(state=State.FAIL, text=text, evidence=evidence)


def errored(text: str, evidence: str) -> CheckVerdict:
    return CheckVerdict(state=State.ERROR, text=text, evidence=evidence)


def skipped(text: str, reason: str) -> CheckVerdict:
    return CheckVerdict(state=State.SKIPPED, text=text, evidence=f"skipped: {reason}")
