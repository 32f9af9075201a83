"""What rules may see of a tree before all of its suites are known."""

from typing import Any, NoReturn, cast

from skill_evals.app.reading import Reading
from skill_evals.lint.context import Context
from skill_evals.model.skill import Project
from skill_evals.skills.discover import Search


def without_suites(found: Search) -> Context:
    """What rules may see before any suite of the tree is known."""
    unknown = cast("Any", _NotYet())
    project = Project(
        layout=found.layout.kind,
        skills=found.skills,
        suites=unknown,
        unchecked=unknown,
        results=unknown,
        benchmarks=unknown,
        documents=unknown,
    )
    return Context(
        project=project,
        files=found.files,
        document=found.document,
        config=found.config,
        documents=unknown,
        results=unknown,
        hashes=unknown,
        benchmarks=unknown,
    )


def with_results(found: Search, reading: Reading) -> Context:
    """What rules on results may see when these are judged, and no suite is known but those that are beside them."""
    return Context(
        project=reading.project,
        files=found.files,
        document=found.document,
        config=found.config,
        results=reading.results,
        hashes=reading.hashes,
        models=found.config.run.models or None,
        benchmarks=reading.benchmarks,
    )


class _NotYet:
    """What is not known yet: a rule that looks at it fails, and is asked again later."""

    __slots__ = ()

    def __iter__(self) -> NoReturn:
        raise LookupError("this is not known before all suites of the tree are")

    __bool__ = __iter__
