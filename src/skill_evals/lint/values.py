"""What a suite's document holds at a pointer, and where."""

from skill_evals.lint.context import Context
from skill_evals.model.position import Part, Pointer
from skill_evals.model.suite import Suite


def value_at(suite: Suite, at: Pointer, context: Context) -> object:
    """The authored value at a pointer; None where there is none."""
    document = context.document(suite.path)
    value = document.value if document is not None else None
    for step in at:
        try:
            value = value[step]  # type: ignore[index]  # whatever the author wrote; what has no member gives None
        except (LookupError, TypeError):
            return None
    return value


def line_of(suite: Suite, at: Pointer, context: Context) -> int:
    """The 1-based line on which the value at a pointer begins."""
    document = context.document(suite.path)
    return 1 if document is None else document.span(at, Part.VALUE).line
