"""evolve: ``triggers.*`` and ``evals.*`` in ``evals/<skill>/`` of a plugin; JSON, JSONC or YAML.

Normalised as evolve's ``internal/evalspec`` does on load: an integer id becomes its decimal digits, a bare sentence
an ``llm`` assertion, and every expectation an ``llm`` assertion before the authored ones. Names of members match
without regard to case where no exact one stands there, since Go's decoder reads them so.
"""

from collections.abc import Mapping
from functools import partial

from skill_evals.dialects.content import (
    decimal_id,
    items,
    mapping,
    mostly,
    objects,
    tally,
    text,
    texts,
    types_if_all_have,
    whole,
)
from skill_evals.dialects.evolve_glance import look_at_evals, look_at_triggers
from skill_evals.dialects.names import EVOLVE
from skill_evals.dialects.place import Detection, Place
from skill_evals.dialects.vocabulary import EVAL_MAGIC_VOCABULARY, EVOLVE_VOCABULARY
from skill_evals.model.glance import EvalGlance, Listed, TriggerGlance
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Check, EvalCase, Suite, Tier, TriggerCase

_KINDS = EVOLVE_VOCABULARY.check_kinds
_READ = {tier: EVOLVE_VOCABULARY.top_keys[tier] | EVOLVE_VOCABULARY.case_keys[tier] for tier in Tier}
_LISTS = {"triggers": Tier.TRIGGERS, "evals": Tier.EVALS}


def recognise(value: object, place: Place) -> Detection | None:
    """By place where the file's name is evolve's too, else by its types of assertion."""
    top = mapping(value)
    tier = _LISTS.get(place.stem)
    if place.evolve_skill is not None and tier is not None and _listed(top, tier, place):
        if tier is Tier.EVALS and not _ours_by_place(top.get("evals"), place):
            return None
        where = "plugins/*/evals" if place.under_plugins else "a plugin's evals"
        return _found(tier, f"{place.stem}.* lies in {where}/{place.evolve_skill}/, evolve's place for it")
    counts = tally(objects(top.get("evals")))
    if mostly(counts.of(_KINDS), counts.typed) and counts.typed >= counts.untyped:
        share = f"{counts.of(_KINDS)} of {counts.typed}"
        return _found(Tier.EVALS, f"{share} typed assertions are evolve's")
    return None


def _listed(top: Mapping[str, object], tier: Tier, place: Place) -> bool:
    """Whether the list is there; where the skill is there too, an object that holds no list at all will do."""
    if any(key.lower() == tier.value for key in top):
        return True
    bare = not any(isinstance(member, list) for member in top.values())
    return bool(top) and bare and place.skill == place.evolve_skill


def _ours_by_place(listed: object, place: Place) -> bool:
    """Under ``plugins/*`` always; elsewhere other tools keep their evals in such a folder as well.

    Theirs show by assertions without a type, or by sentences about a skill that is not there.
    """
    glance = look_at_evals(items(listed)) if place.under_plugins else None
    if glance is not None and _KINDS.issuperset(glance.checks):
        return True  # as nearly always, and what the glance saw is asked for again
    cases = objects(listed)
    if _KINDS.issuperset(types_if_all_have(cases) or {""}):
        return True
    counts = tally(cases)
    if mostly(counts.of(EVAL_MAGIC_VOCABULARY.check_kinds), counts.objects):
        return False
    if place.under_plugins or counts.of(_KINDS):
        return True
    if counts.untyped > counts.typed:
        return False
    return place.skill == place.evolve_skill


def _found(tier: Tier, reason: str) -> Detection:
    return Detection(reason=reason, dialect=EVOLVE, tier=tier, cases_at=(tier.value,))


def read(value: object, found: Detection, path: str) -> Suite:
    tier = found.tier or Tier.EVALS
    top = mapping(value)
    known = _canonical(top, tier)
    listed = items(known.get(tier.value))
    at: Pointer = (_authored(top, tier.value),)
    name = text(known.get("skill_name"))
    return Suite(
        path=path,
        dialect=EVOLVE,
        tier=tier,
        cases_at=at,
        reason=found.reason,
        skill_name=name,
        skill_name_at=None if name is None else (_authored(top, "skill_name"),),
        triggers=_triggers_of(listed, at) if tier is Tier.TRIGGERS else (),
        evals=_evals_of(listed, at) if tier is Tier.EVALS else (),
        models=texts(known.get("models")),
        fields=top,
    )


# A glance costs a third when it is taken while the values have just been read and still lie in the processor's cache.
def _triggers_of(listed: list[object], at: Pointer) -> Listed[TriggerCase, TriggerGlance]:
    return Listed(make=partial(_triggers, listed, at), seen=look_at_triggers(listed))


def _evals_of(listed: list[object], at: Pointer) -> Listed[EvalCase, EvalGlance]:
    return Listed(make=partial(_evals, listed, at), seen=look_at_evals(listed))


def _triggers(listed: list[object], at: Pointer) -> tuple[TriggerCase, ...]:
    return tuple([_trigger(item, (*at, number)) for number, item in enumerate(listed) if isinstance(item, dict)])


def _trigger(item: dict[str, object], here: Pointer) -> TriggerCase:
    query, label = item.get("query"), item.get("should_trigger")
    query_key, label_key = "query", "should_trigger"
    if query is None or label is None:
        known = _canonical(item, Tier.TRIGGERS)
        query, label = known.get("query"), known.get("should_trigger")
        query_key, label_key = _authored(item, query_key), _authored(item, label_key)
    text_of = query if isinstance(query, str) else ""
    return TriggerCase(
        key=text_of,
        query=text_of,
        should_trigger=label if isinstance(label, bool) else None,
        at=here,
        query_at=(*here, query_key),
        label_at=(*here, label_key),
    )


def _evals(listed: list[object], at: Pointer) -> tuple[EvalCase, ...]:
    return tuple([_eval(item, number, (*at, number)) for number, item in enumerate(listed) if isinstance(item, dict)])


def _eval(item: dict[str, object], number: int, here: Pointer) -> EvalCase:
    get = _canonical(item, Tier.EVALS).get
    case_id = decimal_id(get("id"))
    checks: list[Check] = []
    expected, asserted = get("expectations"), get("assertions")
    if expected:
        checks += _expected(expected, (*here, _authored(item, "expectations")))
    if asserted:
        checks += _asserted(asserted, (*here, _authored(item, "assertions")))
    return EvalCase(
        key=case_id or f"evals[{number}]",
        id=case_id,
        prompt=text(get("prompt")) or "",
        at=here,
        fields=item,
        name=text(get("name")),
        expected_output=text(get("expected_output")),
        files=texts(get("files")),
        expectations=texts(expected),
        checks=tuple(checks),
        max_turns=whole(get("max_turns")),
        timeout_seconds=whole(get("timeout_seconds")),
    )


def _expected(value: object, at: Pointer) -> list[Check]:
    return [
        Check(kind="llm", fields={"text": sentence}, at=(*at, number), from_expectation=True)
        for number, sentence in enumerate(items(value))
        if isinstance(sentence, str)
    ]


def _asserted(value: object, at: Pointer) -> list[Check]:
    checks = []
    for number, item in enumerate(items(value)):
        if isinstance(item, str):
            checks.append(Check(kind="llm", fields={"text": item}, at=(*at, number)))
        else:
            fields = item if isinstance(item, dict) else {}
            kind = fields.get("type")
            checks.append(Check(kind=kind if isinstance(kind, str) else "", fields=fields, at=(*at, number)))
    return checks


def _canonical(authored: Mapping[str, object], tier: Tier) -> Mapping[str, object]:
    """The members under the names that evolve knows; the very object where every name is known already."""
    if authored.keys() <= _READ[tier]:
        return authored
    renamed = {
        key.lower(): member
        for key, member in authored.items()
        if key not in _READ[tier] and key.lower() in _READ[tier] and key.lower() not in authored
    }
    return {**authored, **renamed} if renamed else authored


def _authored(authored: Mapping[str, object], name: str) -> str:
    """The member's name as it stands in the file."""
    if name in authored:
        return name
    return next((key for key in authored if key.lower() == name), name)
