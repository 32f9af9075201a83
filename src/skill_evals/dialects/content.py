"""What several dialects ask of a value that a stranger wrote."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from operator import itemgetter
from typing import Any

from skill_evals.model.light import light

LABEL = "should_trigger"
_TYPE_OF: Callable[[Any], Any] = itemgetter("type")
GRADING_KEYS = frozenset({
    "assert", "assertions", "assertions_ref", "checks", "criteria", "expectations", "expected", "expected_behavior",
    "expected_behaviors", "expected_checks", "expected_output", "graders", "ground_truth", "must_include", "rubric",
})  # fmt: skip


def mapping(value: object) -> Mapping[str, object]:
    """The value if it is an object, else an empty one."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[object]:
    """The value if it is an array, else an empty one."""
    return value if isinstance(value, list) else []


def objects(value: object) -> list[dict[str, object]]:
    """The objects of an array."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def named(value: object) -> str | None:
    """A text that is not empty."""
    return value if isinstance(value, str) and value else None


def texts(value: object) -> tuple[str, ...]:
    """The texts of an array."""
    return tuple([item for item in value if isinstance(item, str)]) if isinstance(value, list) else ()


def whole(value: object) -> int | None:
    """A plain integer; True and 1.0 are none."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def decimal_id(value: object) -> str | None:
    """An id as text: a string as it stands, an integer of 64 bits as its decimal digits; empty counts as missing."""
    if isinstance(value, str):
        return value or None
    number = whole(value)
    return str(number) if number is not None and -(1 << 63) <= number < 1 << 63 else None


def skill_name_of(top: Mapping[str, object]) -> tuple[str | None, tuple[str] | None]:
    """The skill that a file names, and where: ``skill_name``, else ``skill``."""
    for key in ("skill_name", "skill"):
        name = top.get(key)
        if isinstance(name, str):
            return name, (key,)
    return None, None


def labelled(case: Mapping[str, object]) -> bool:
    """Whether an object is a query with a label, whatever the label's type."""
    return LABEL in case and (isinstance(case.get("query"), str) or isinstance(case.get("prompt"), str))


def mostly(count: int, of: int) -> bool:
    """Whether it holds for at least half of at least one."""
    return of > 0 and count * 2 >= of


@light(frozen=True, slots=True, kw_only=True)
class Tally:
    """The assertions of a list of cases, by what they are."""

    sentences: int
    types: Counter[str]
    untyped: int
    """Objects without a ``type``."""

    @property
    def typed(self) -> int:
        return self.types.total()

    @property
    def objects(self) -> int:
        return self.typed + self.untyped

    def of(self, kinds: Iterable[str]) -> int:
        return sum(self.types[kind] for kind in kinds)


def types_if_all_have(cases: Iterable[Mapping[str, object]]) -> frozenset[str]:
    """The types of what ``tally`` counts where each is an object with a type, as nearly always; else none."""
    try:
        types = frozenset(map(_TYPE_OF, _listed(cases)))
    except (KeyError, TypeError):
        return frozenset()  # one is no object, has no type, or a list or an object for one
    return types if all(isinstance(kind, str) for kind in types) else frozenset()


def _listed(cases: Iterable[Mapping[str, object]]) -> list[object]:
    lists = [case.get(key) for case in cases for key in ("assertions", "expectations")]
    return list(chain.from_iterable([value for value in lists if isinstance(value, list)]))


def tally(cases: Iterable[Mapping[str, object]]) -> Tally:
    """Counts what stands in ``assertions`` and ``expectations`` of every case."""
    listed = _listed(cases)
    found = [item.get("type") for item in listed if isinstance(item, dict)]
    kinds = [kind for kind in found if isinstance(kind, str)]
    return Tally(
        sentences=sum(isinstance(item, str) for item in listed) if len(found) < len(listed) else 0,
        types=Counter(kinds),
        untyped=len(found) - len(kinds),
    )
