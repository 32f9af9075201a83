"""The one fix that is no edit of text: a results file in the form that a sweep writes."""

from skill_evals.errors import ResultsError
from skill_evals.model.fix import Canonical
from skill_evals.model.results import SCHEMA
from skill_evals.results.codec import dump, format_of, from_value, schema_of
from skill_evals.results.document import parse
from skill_evals.results.prune import without


def rewritten(path: str, data: bytes, edit: Canonical) -> bytes | None:
    """A results file's canonical bytes, without some results.

    Line ends stay what they are. None where it cannot be read, or where it holds members that a results file does not
    have and that would be lost.
    """
    try:
        value = parse(path, data)
        file, form = from_value(path, value), format_of(path)
        if schema_of(value) == SCHEMA and parse(path, dump(file, form)) != value:
            return None
        made = dump(without(file, edit.without), form)
    except ResultsError:
        return None
    return made.replace(b"\n", b"\r\n") if data.count(b"\n") == data.count(b"\r\n") else made
