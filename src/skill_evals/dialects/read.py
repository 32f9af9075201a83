"""A document read as a suite."""

from skill_evals.dialects.detect import detect
from skill_evals.dialects.place import Place
from skill_evals.dialects.registry import BY_NAME
from skill_evals.documents.document import Document
from skill_evals.model.suite import Suite, Unchecked


def read_suite(document: Document, place: Place, override: str | None = None) -> Suite | Unchecked | None:
    """The suite that a document holds; what it is, if it is recognised and not checked; None if it is no suite.

    Broken content becomes a suite too, with what is there: whatever object stands in the list of cases is a case.
    """
    found = detect(document, place, override)
    if found.dialect is not None:
        return BY_NAME[found.dialect].read(document.value, found, place.path)
    if found.shape is not None:
        return Unchecked(path=place.path, shape=found.shape, reason=found.reason)
    return None
