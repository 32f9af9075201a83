"""Suites of cases that have everything but the prompt: it was left out, or its name is misspelt.

Few files need a second look: only those that no dialect and no shape was recognised in.
"""

from collections.abc import Callable, Mapping, Sequence

from skill_evals.dialects.candidates import named_like_suite
from skill_evals.dialects.content import GRADING_KEYS, LABEL, mapping, mostly, objects, texts
from skill_evals.dialects.names import SKILL_CREATOR, TRIGGER_SET
from skill_evals.dialects.place import Detection, Place
from skill_evals.dialects.spelling import near
from skill_evals.dialects.trigger_set import LISTS
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Tier

Case = Mapping[str, object]

_PROMPTS = ("prompt", "query")
_OF_TRIGGERS = frozenset({LABEL, "id", "kind", "skill", "split"})
_OF_EVALS = frozenset({"assertions", "expectations", "expected_output", "files", "id", "tags"})
"""Without descriptions, which some formats give to the agent, as they do with the name where there is no id."""


def recognise(value: object, place: Place) -> Detection | None:
    """The dialect whose keys the cases have otherwise, at least half of them with none that is unknown.

    A key that is nearly the prompt's is a slip wherever it stands. Where none is, the file must also have a suite's
    name, or a skill near it.
    """
    top = mapping(value)
    may_lack = place.skill_near or named_like_suite(place.path)
    lists: list[tuple[Pointer, object]] = [((), value), *(((key,), top.get(key)) for key in LISTS)]
    for at, listed in lists:
        if _are_mostly(objects(listed), _OF_TRIGGERS, _is_labelled, may_lack=may_lack):
            return Detection(
                reason=f"its cases have a `{LABEL}`, and their query is left out or misspelt",
                dialect=TRIGGER_SET,
                tier=Tier.TRIGGERS,
                cases_at=at,
            )
    if _are_mostly(objects(top.get("evals")), _OF_EVALS, _has_oracle, may_lack=may_lack):
        return Detection(
            reason="the cases of `evals` say what is expected, and their prompt is left out or misspelt",
            dialect=SKILL_CREATOR,
            tier=Tier.EVALS,
            cases_at=("evals",),
        )
    return None


def _are_mostly(
    cases: Sequence[Case], known: frozenset[str], is_told: Callable[[Case], bool], *, may_lack: bool
) -> bool:
    fit = [case for case in cases if is_told(case) and _lacks_prompt(case, known, may_lack=may_lack)]
    return mostly(len(fit), len(cases))


def _lacks_prompt(case: Case, known: frozenset[str], *, may_lack: bool) -> bool:
    strange = [name for name in case if name not in known and not (name == "name" and "id" in case)]
    slips = [name for name in strange if isinstance(case[name], str) and near(name, _PROMPTS)]
    return len(slips) == 1 or (may_lack and not strange)


def _is_labelled(case: Case) -> bool:
    return isinstance(case.get(LABEL), bool) and GRADING_KEYS.isdisjoint(case)


def _has_oracle(case: Case) -> bool:
    sentences = texts(case.get("expectations")) or texts(case.get("assertions"))
    return bool(sentences) or isinstance(case.get("expected_output"), str)
