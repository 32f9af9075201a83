"""The first-class dialects, in the order in which they are asked about a file."""

from collections.abc import Callable

from skill_evals.dialects import eval_magic, evolve, skill_creator, trigger_set
from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, TRIGGER_SET
from skill_evals.dialects.place import Detection, Place
from skill_evals.model.light import light
from skill_evals.model.suite import Suite


@light(frozen=True, slots=True, kw_only=True)
class Dialect:
    """A way to write suites: how it is recognised, and how its files become suites."""

    name: str
    recognise: Callable[[object, Place], Detection | None]
    read: Callable[[object, Detection, str], Suite]


DIALECTS: tuple[Dialect, ...] = (
    Dialect(name=EVOLVE, recognise=evolve.recognise, read=evolve.read),
    Dialect(name=EVAL_MAGIC, recognise=eval_magic.recognise, read=eval_magic.read),
    Dialect(name=TRIGGER_SET, recognise=trigger_set.recognise, read=trigger_set.read),
    Dialect(name=SKILL_CREATOR, recognise=skill_creator.recognise, read=skill_creator.read),
)

BY_NAME = {dialect.name: dialect for dialect in DIALECTS}
