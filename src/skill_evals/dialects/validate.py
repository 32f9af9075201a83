"""What in a suite breaks its dialect's JSON Schema: the smallest true statement, at the node that it is about.

A clean suite costs a few microseconds a case and no import; only an invalid one is explained by ``jsonschema``.
"""

import json
import pkgutil
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from skill_evals.dialects import wording
from skill_evals.dialects.conforms.eval_magic import eval_magic, eval_magic_seed
from skill_evals.dialects.conforms.evolve import evolve_evals, evolve_triggers
from skill_evals.dialects.conforms.skill_creator import skill_creator
from skill_evals.dialects.conforms.trigger_set import trigger_set
from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, TRIGGER_SET
from skill_evals.model.light import light
from skill_evals.model.position import Part, Pointer
from skill_evals.model.suite import Tier

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator, ValidationError


@light(frozen=True, slots=True, kw_only=True)
class Schema:
    """A JSON Schema of the package, and the function that gives its verdict."""

    name: str
    conforms: Callable[[object], bool]

    @property
    def file(self) -> str:
        return f"{self.name}.schema.json"


@light(frozen=True, slots=True, kw_only=True)
class Violation:
    """One broken constraint. ``keyword`` is JSON Schema's; ``expected`` what the schema says there."""

    at: Pointer
    part: Part
    keyword: str
    message: str
    expected: object = None


SEED = Schema(name="eval-magic-evals.seed", conforms=eval_magic_seed)

SCHEMAS: Mapping[tuple[str, Tier], Schema] = {
    (EVOLVE, Tier.TRIGGERS): Schema(name="evolve-triggers", conforms=evolve_triggers),
    (EVOLVE, Tier.EVALS): Schema(name="evolve-evals", conforms=evolve_evals),
    (EVAL_MAGIC, Tier.EVALS): Schema(name="eval-magic-evals", conforms=eval_magic),
    (SKILL_CREATOR, Tier.EVALS): Schema(name="skill-creator-evals", conforms=skill_creator),
    (TRIGGER_SET, Tier.TRIGGERS): Schema(name="trigger-set", conforms=trigger_set),
}
"""By dialect and tier. The later eval-magic schema accepts whatever the seed accepts."""


def violations(dialect: str, tier: Tier, value: object) -> tuple[Violation, ...]:
    """Every broken constraint, in the order of the document; empty for a valid suite.

    ``value`` is the document's value, dict, list and scalars.
    """
    schema = SCHEMAS.get((dialect, tier))
    if schema is None or schema.conforms(value):
        return ()
    return explain(schema, value)


def explain(schema: Schema, value: object) -> tuple[Violation, ...]:
    """The violations that ``jsonschema`` finds, reworded; a constraint that is broken in one place is said once."""
    found: dict[tuple[Pointer, str, str], Violation] = {}
    for error in _validator(schema.file).iter_errors(value):
        for violation in _violations_of(error):
            found.setdefault((violation.at, violation.keyword, violation.message), violation)
    return tuple(sorted(found.values(), key=lambda v: _order(v.at)))


def load_schema(file: str) -> dict[str, object]:
    """A JSON Schema of the package, by the name of its file."""
    data = pkgutil.get_data("skill_evals", f"schemas/{file}")
    schema = json.loads(data or b"")
    if not isinstance(schema, dict):
        raise TypeError(f"schemas/{file} holds no object")
    return schema


@lru_cache
def _validator(file: str) -> "Draft202012Validator":
    from jsonschema import Draft202012Validator

    return Draft202012Validator(load_schema(file))


def _violations_of(error: "ValidationError") -> Iterator[Violation]:
    at: Pointer = tuple(error.absolute_path)
    keyword = str(error.validator)
    wanted: Any = error.validator_value
    found: Any = error.instance
    if keyword == "required":
        for name in [n for n in wanted if n not in found]:
            yield Violation(at=at, part=Part.OPEN, keyword=keyword, message=wording.missing(name), expected=name)
    elif keyword == "additionalProperties":
        known = sorted(_properties(error.schema))
        for name in [n for n in found if n not in known]:
            message = wording.unknown(name, known)
            yield Violation(at=(*at, name), part=Part.KEY, keyword=keyword, message=message, expected=known)
    elif keyword == "anyOf":
        message = wording.any_of(wanted)
        yield Violation(at=at, part=Part.OPEN, keyword=keyword, message=message, expected=wanted)
    elif keyword == "not":
        message = wording.together(wanted.get("required", []))
        yield Violation(at=at, part=Part.OPEN, keyword=keyword, message=message, expected=wanted)
    else:
        named = "propertyNames" in error.absolute_schema_path
        message = wording.NAMELESS if named else wording.wrong(keyword, wanted, found)
        yield Violation(at=at, part=Part.VALUE, keyword=keyword, message=message, expected=wanted)


def _properties(schema: object) -> Mapping[str, object]:
    members = schema.get("properties") if isinstance(schema, dict) else None
    return members if isinstance(members, dict) else {}


def _order(at: Pointer) -> tuple[tuple[int, int, str], ...]:
    return tuple((0, step, "") if isinstance(step, int) else (1, 0, step) for step in at)
