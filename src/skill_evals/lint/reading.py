"""The documents that rules look at, and what their readers say of them."""

from collections.abc import Iterator

from skill_evals.documents.document import Document, Problem, ProblemKind
from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import Fix


def flawed_documents(context: Context) -> Iterator[Document]:
    """Every document of which its reader says something."""
    for path in context.documents:
        found = None if path in context.vouched.documents else context.document(path)
        if found is not None and found.problems:
            yield found


def problems(document: Document, *kinds: ProblemKind) -> Iterator[Problem]:
    return (problem for problem in document.problems if problem.kind in kinds)


def fault_of(document: Document, problem: Problem, severity: Severity | None = None, fix: Fix | None = None) -> Fault:
    """A reader's problem as a finding: what is wrong, then what to do."""
    message = problem.message if problem.cure is None else f"{problem.message}; {problem.cure}"
    return Fault(path=document.path, message=message, span=problem.span, severity=severity, fix=fix)
