"""Suites and their cases, whatever dialect they were written in."""

from collections.abc import Mapping
from enum import StrEnum

from skill_evals.model.glance import Cases, EvalGlance, Listed, TriggerGlance
from skill_evals.model.kept import kept
from skill_evals.model.light import field, light
from skill_evals.model.position import Pointer

TASK_TURNS = 20
"""evolve's limit of a task that names none."""


class Tier(StrEnum):
    TRIGGERS = "triggers"
    EVALS = "evals"


@light(frozen=True, slots=True, kw_only=True)
class TriggerCase:
    """A query and whether the skill must activate on it.

    ``key`` identifies the case in results (evolve: the query itself). ``should_trigger`` is None where the label is
    missing or not a boolean; such a case is linted and never run.
    """

    key: str
    query: str
    should_trigger: bool | None
    at: Pointer
    query_at: Pointer
    label_at: Pointer
    """Where the label stands; where there is none, the pointer it would have."""
    id: str | None = None
    skill: str | None = None
    """The skill this case is about, where one file serves several; None: the suite's."""
    split: str | None = None
    kind: str | None = None


@light(frozen=True, slots=True, kw_only=True)
class Check:
    """One assertion or expectation.

    ``kind`` is the dialect's own type name (evolve: ``file_exists`` … ``llm``; eval-magic: ``transcript_check``,
    ``llm_judge``, ``command_check``, ``diff_scope``; plain sentences: ``llm``). ``fields`` are the authored members;
    for a plain sentence ``{"text": …}``.
    """

    kind: str
    fields: Mapping[str, object]
    at: Pointer
    id: str | None = None
    from_expectation: bool = False


@light(frozen=True, slots=True, kw_only=True)
class EvalCase:
    """A task whose outcome is graded.

    ``key`` identifies the case in results: the id as text, or ``evals[<n>]`` where it has none. ``fields`` is the
    authored object, so that rules see keys that are not modelled.
    """

    key: str
    id: str | None
    prompt: str
    at: Pointer
    fields: Mapping[str, object]
    name: str | None = None
    expected_output: str | None = None
    files: tuple[str, ...] = ()
    expectations: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    """Expectations first, then assertions, each in authored order."""
    should_trigger: bool = True
    runs: int | None = None
    max_turns: int | None = None
    timeout_seconds: int | None = None


@light(frozen=True, slots=False, kw_only=True)
class Suite:
    """One suite file, read.

    Not slotted: its cases, and what they hold at a glance, are found out once, on demand, and kept.
    """

    path: str
    dialect: str
    tier: Tier
    cases_at: Pointer
    """Pointer of the array (or, for split lists, of the object) that holds the cases."""
    reason: str
    """Why the file was taken for this dialect, in words."""
    skill_name: str | None = None
    """The skill's name as the file states it."""
    skill_name_at: Pointer | None = None
    triggers: Cases[TriggerCase, TriggerGlance] = Cases()
    evals: Cases[EvalCase, EvalGlance] = Cases()
    models: tuple[str, ...] = ()
    """The suite's own restriction to model tokens (evolve); empty: none."""
    fields: Mapping[str, object] = field(default_factory=dict)
    """The authored top-level object; empty for arrays."""
    known_staging: bool | None = field(default=None, compare=False, repr=False)
    """``staging``, where somebody found it out before; None: the cases say it."""

    @kept
    def asked(self) -> TriggerGlance:
        """What the trigger cases hold: rules ask here first, since asking for the cases makes them."""
        held = self.__dict__["triggers"]
        if held == ():
            return _NOTHING_ASKED
        return (held.seen if isinstance(held, Listed) else None) or TriggerGlance.of(self.triggers)

    @kept
    def graded(self) -> EvalGlance:
        """As ``asked``, of the eval cases and their checks."""
        held = self.__dict__["evals"]
        if held == ():
            return _NOTHING_GRADED
        return (held.seen if isinstance(held, Listed) else None) or EvalGlance.of(self.evals)

    @property
    def staging(self) -> bool:
        """Whether a case lists a file."""
        return self.graded.staging if self.known_staging is None else self.known_staging

    @kept
    def case_names(self) -> frozenset[str]:
        """Every name that an authored eval case holds: whoever looks for one looks here before at each case."""
        return self.graded.names

    @kept
    def check_kinds(self) -> frozenset[str]:
        """Every kind of check that a case has."""
        return frozenset(self.graded.checks)

    @kept
    def check_names(self) -> frozenset[str]:
        """As ``case_names``, of the checks."""
        return frozenset[str]().union(*[fields for of_kind in self.graded.checks.values() for fields in of_kind])


_NOTHING_ASKED = TriggerGlance(queries=(), labels=(), names=frozenset())
_NOTHING_GRADED = EvalGlance.of(())


@light(frozen=True, slots=True, kw_only=True)
class Unchecked:
    """A file that looks like a suite and is not checked: which shape it has, and why."""

    path: str
    shape: str
    reason: str
