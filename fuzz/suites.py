"""Whatever stands in a file, it is a suite, a shape with a reason, or none; and what breaks its schema has a place."""

from fuzz.documents import check_span
from skill_evals.dialects.place import Place
from skill_evals.dialects.read import read_suite
from skill_evals.dialects.validate import violations
from skill_evals.documents.lines import lines_of
from skill_evals.documents.read import read_document
from skill_evals.model.suite import Suite, Unchecked

PLACES = (
    Place(path="skills/greet/evals/evals.json", skill="greet"),
    Place(path="plugins/desk/evals/greet/triggers.yaml", evolve_skill="greet", under_plugins=True),
    Place(path="evals/greet/evals.jsonc", evolve_skill="greet"),
    Place(path="tests/cases.json", skill_near=False),
)


def suite(data: bytes) -> None:
    """The first byte chooses where the rest lies."""
    place = PLACES[data[0] % len(PLACES)] if data else PLACES[0]
    document = read_document(place.path, data[1:])
    found = read_suite(document, place)
    if isinstance(found, Unchecked):
        assert found.reason, "a shape without a reason"
    if not isinstance(found, Suite):
        return
    lines = lines_of(document.text)
    for at in (*(case.at for case in found.triggers), *(case.at for case in found.evals)):
        check_span(document.span(at), lines)
    for violation in violations(found.dialect, found.tier, document.value):
        assert violation.message.isprintable(), "a message that cannot be printed"
        check_span(document.span(violation.at, violation.part), lines)
