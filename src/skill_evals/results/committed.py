"""A results file of a tree as the rules and the comparison see it: read, held against the tree, or why not."""

from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

from skill_evals.documents.document import Document
from skill_evals.errors import ResultsError
from skill_evals.model.freshness import CommittedResults, SkillHashes
from skill_evals.model.results import SCHEMA
from skill_evals.model.skill import Skill
from skill_evals.model.suite import Suite
from skill_evals.results.codec import dump, format_of, from_value, schema_of
from skill_evals.results.document import parse, value_of
from skill_evals.results.freshness import judge

if TYPE_CHECKING:
    from skill_evals.model.provenance import Provenance


def read_committed(  # noqa: PLR0913  (a file, its neighbours, and what they are held against; all named)
    path: str,
    data: bytes,
    *,
    skill: Skill | None,
    suites: Sequence[Suite] = (),
    hashes: SkillHashes | None = None,
    sidecar: bytes | None = None,
    document: Document | None = None,
) -> CommittedResults:
    """Never raises: ``problem`` says in words what is wrong and what to do. ``document`` is the file, where it has been
    read already.

    ``sidecar``: the bytes of the provenance beside it, if there are any. Without ``hashes`` nothing is judged.
    """
    directory = None if skill is None else skill.directory
    try:
        value = parse(path, data) if document is None else value_of(document)
        schema = schema_of(value) or 0
        file = from_value(path, value)
        canonical = dump(file, format_of(path))
    except ResultsError as problem:
        return CommittedResults(path=path, skill_dir=directory, file=None, problem=_words(problem))
    provenance = None if sidecar is None else _provenance(sidecar)
    return CommittedResults(
        path=path,
        skill_dir=directory,
        file=file,
        first_difference=_first_difference(data, canonical) if schema == SCHEMA else None,
        freshness=() if hashes is None else judge(file, hashes, suites, provenance),
    )


def _first_difference(data: bytes, canonical: bytes) -> int | None:
    """1-based. The line ends of a Windows checkout are git's doing and no difference."""
    lines = data.replace(b"\r\n", b"\n").split(b"\n")
    wanted = canonical.split(b"\n")
    if lines == wanted:
        return None
    same = takewhile(lambda pair: pair[0] == pair[1], zip(lines, wanted, strict=False))
    return min(1 + sum(1 for _ in same), len(lines), len(wanted))


def _provenance(sidecar: bytes) -> "Provenance | None":
    from skill_evals.results.provenance import read_provenance  # most linted results have no sidecar to pay for

    return read_provenance(sidecar)


def _words(problem: ResultsError) -> str:
    return f"{problem.message}; {problem.cure}" if problem.cure else problem.message
