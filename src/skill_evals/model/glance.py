"""What the cases of a suite hold, as lists of values: enough for most questions, without a noun for each case."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar, cast

from skill_evals.model.kept import kept
from skill_evals.model.light import field, light

if TYPE_CHECKING:
    from skill_evals.model.suite import EvalCase, TriggerCase

_TEXT_OR_NONE = {str, type(None)}
_NONE: frozenset[object] = frozenset({None})

Case = TypeVar("Case")
Glance = TypeVar("Glance")


@light(frozen=True, slots=True, kw_only=True)
class TriggerGlance:
    """Queries and labels in the order of the cases."""

    queries: tuple[str, ...]
    labels: tuple[bool | None, ...]
    names: frozenset[str] | None = None
    """Every name that an authored case holds; None: whoever wants to know must look at each."""
    skills: frozenset[str] = frozenset()
    """The skills that cases name."""

    @staticmethod
    def of(cases: "tuple[TriggerCase, ...]") -> "TriggerGlance":
        return TriggerGlance(
            queries=tuple([case.query for case in cases]),
            labels=tuple([case.should_trigger for case in cases]),
            skills=frozenset([case.skill for case in cases if case.skill]),
        )


@light(frozen=True, slots=True, kw_only=True)
class EvalGlance:
    """Ids and prompts in the order of the cases; ``checks`` holds the authored members of each, by kind."""

    ids: list[str | None]
    prompts: list[str]
    names: frozenset[str]
    """Every name that an authored case holds."""
    checks: Mapping[str, list[Mapping[str, object]]]
    all_graded: bool
    """Whether every case has a check."""
    staging: bool
    """Whether a case lists a file."""
    _columns: dict[tuple[str, str], list[object]] = field(init=False, repr=False, compare=False, default_factory=dict)
    _texts: dict[tuple[str, str], frozenset[str] | None] = field(
        init=False, repr=False, compare=False, default_factory=dict
    )

    @staticmethod
    def of(cases: "tuple[EvalCase, ...]") -> "EvalGlance":
        checks: dict[str, list[Mapping[str, object]]] = {}
        for case in cases:
            for check in case.checks:
                checks.setdefault(check.kind, []).append(check.fields)
        return EvalGlance(
            ids=[case.id for case in cases],
            prompts=[case.prompt for case in cases],
            names=frozenset[str]().union(*[case.fields for case in cases]),
            checks=checks,
            all_graded=all(case.checks for case in cases),
            staging=any(case.files for case in cases),
        )

    def column(self, kind: str, name: str) -> list[object]:
        """A member of every check of a kind; None where a check does not have it."""
        found = self._columns.get((kind, name))
        if found is None:
            found = self._columns[kind, name] = [fields.get(name) for fields in self.checks.get(kind, ())]
        return found

    def texts(self, kind: str, name: str) -> frozenset[str] | None:
        """The different texts of ``column``; None where some check has anything else there."""
        if (kind, name) not in self._texts:
            column = self.column(kind, name)
            plain = _TEXT_OR_NONE.issuperset(map(type, column))
            different = cast("frozenset[str]", frozenset(column) - _NONE) if plain else None
            self._texts[kind, name] = different
        return self._texts[kind, name]


class Listed(Generic[Case, Glance]):
    """Cases that are made when somebody asks for them, and what was seen of them at a glance.

    ``seen`` is None where the authored values are not plain enough; the glance is then taken of the cases.
    """

    def __init__(self, *, make: Callable[[], tuple[Case, ...]], seen: Glance | None) -> None:
        self._make = make
        self.seen = seen

    @kept
    def cases(self) -> tuple[Case, ...]:
        return self._make()


class Later(Mapping[str, object]):
    """Members that are fetched when somebody asks for one."""

    def __init__(self, fetch: Callable[[], Mapping[str, object]]) -> None:
        self._fetch = fetch

    @kept
    def _members(self) -> Mapping[str, object]:
        return self._fetch()

    def __getitem__(self, name: str) -> object:
        return self._members[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._members)

    def __len__(self) -> int:
        return len(self._members)


class Cases(Generic[Case, Glance]):
    """A field that holds cases, given as a tuple or to be made on demand; a descriptor-typed field of dataclasses."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, noun: object | None, owner: type | None = None) -> tuple[Case, ...]:
        if noun is None:
            return ()  # the default of the field
        held = noun.__dict__[self._name]
        return held if type(held) is tuple else held.cases

    def __set__(self, noun: object, cases: tuple[Case, ...] | Listed[Case, Glance]) -> None:
        noun.__dict__[self._name] = cases
