"""One fault, one finding: what a general rule (the schema) and a specific one say of the same place."""

from skill_evals.lint.context import Context
from skill_evals.lint.fault import Fault
from skill_evals.lint.rule import Rule
from skill_evals.model.diagnostic import Severity
from skill_evals.model.fix import RenameKey
from skill_evals.model.light import light, replace
from skill_evals.model.position import Part, Pointer

_Place = tuple[str, Pointer]
"""A path and a node in it."""

_OF_OTHERS = "RP"
"""Rules about stored results and about changes: what they say of a suite's node is no word on how it is written."""


@light(frozen=True, slots=True, kw_only=True)
class Found:
    """A fault and the rule that found it."""

    rule: Rule
    fault: Fault


def without_overlap(found: list[Found], context: Context) -> list[Found]:
    """A general rule is silent at a node where a specific one speaks of the same document; every rule is that misses a
    member of which another one knows under which name it stands there, and which is then as grave as the absence; and
    a specific one misses nothing in a value that a general rule calls wrong as a whole.
    """
    specific: set[_Place] = set()
    misspelt: set[_Place] = set()
    absent: dict[_Place, bool] = {}
    wrong: set[_Place] = set()
    for item in found:
        fault = item.fault
        misspelt.update(_meant(fault))
        if fault.part is Part.OPEN and fault.span is None:
            place = (fault.path, fault.at)
            absent[place] = absent.get(place, False) or (fault.severity or item.rule.severity) is Severity.ERROR
        if item.rule.general and fault.part is Part.VALUE:
            wrong.add((fault.path, fault.at))
        elif not item.rule.general and fault.span is None and item.rule.code[0] not in _OF_OTHERS:
            specific.update((fault.path, at) for at in (fault.at, *fault.covers))
    told = misspelt.intersection(absent)
    kept = [
        _as_grave(item) if any(absent.get(place) for place in _meant(item.fault)) else item
        for item in found
        if not (item.rule.general and (item.fault.path, item.fault.at) in specific)
        and not (item.fault.part is Part.OPEN and (item.fault.path, item.fault.at) in told)
    ]
    return kept if not wrong else [item for item in kept if not _follows(item, wrong, context)]


def _meant(fault: Fault) -> list[_Place]:
    """Where members would stand if their names were spelt right."""
    edits = () if fault.fix is None else fault.fix.edits
    return [(fault.path, (*edit.at[:-1], edit.name)) for edit in edits if isinstance(edit, RenameKey)]


def _as_grave(item: Found) -> Found:
    """Of a member that must be there it is an error to misspell it: the finding that it is missing is not told."""
    return Found(rule=item.rule, fault=replace(item.fault, severity=Severity.ERROR))


def _follows(item: Found, wrong: set[_Place], context: Context) -> bool:
    """Whether a finding speaks of something that is absent from a value that is itself reported as wrong."""
    fault = item.fault
    if item.rule.general or not any((fault.path, fault.at[:end]) in wrong for end in range(len(fault.at))):
        return False
    document = context.document(fault.path)
    value: object = None if document is None else document.value
    for step in fault.at:
        members = dict(enumerate(value)) if isinstance(value, list) else value
        if not isinstance(members, dict) or step not in members:
            return True
        value = members[step]
    return False
