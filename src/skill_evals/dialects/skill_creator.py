"""skill-creator's ``evals.json`` and the agentskills.io guide: expectations or assertions are plain sentences."""

from skill_evals.dialects.content import (
    LABEL,
    decimal_id,
    items,
    mapping,
    mostly,
    objects,
    skill_name_of,
    tally,
    text,
    texts,
)
from skill_evals.dialects.names import SKILL_CREATOR
from skill_evals.dialects.place import Detection, Place
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Check, EvalCase, Suite, Tier

_ORACLES = frozenset({"expected_output", "expectations", "assertions"})
_PLAIN = frozenset({"id", "name", "description", "prompt", "files", "tags", "category", LABEL})


def recognise(value: object, place: Place) -> Detection | None:
    """``evals`` whose cases have a prompt, and sentences or an expected output to judge it by."""
    top = mapping(value)
    listed = top.get("evals")
    cases = objects(listed)
    if "trigger_evals" in top:
        return None
    if listed == [] and place.stem in {"evals", "eval"}:
        return _found("`evals` is there and empty")
    return _by_oracle(cases) if mostly(sum("prompt" in case for case in cases), len(cases)) else None


def _by_oracle(cases: list[dict[str, object]]) -> Detection | None:
    counts = tally(cases)
    if counts.objects > counts.sentences:
        return _found("most cases of `evals` have `expectations` in plain sentences") if _expected(cases) else None
    if counts.sentences:
        return _found("the assertions of `evals` are plain sentences")
    if mostly(sum(not _ORACLES.isdisjoint(case) for case in cases), len(cases)):
        return _found("the cases of `evals` have a prompt and an expected output")
    # Nothing grades them yet: an early draft, unless most carry members of some other tool.
    foreign = sum(not _PLAIN.issuperset(case) for case in cases)
    return None if mostly(foreign, len(cases)) else _found("the cases of `evals` have a prompt and nothing else yet")


def _expected(cases: list[dict[str, object]]) -> bool:
    """Whether most cases have sentences under this format's own name, whatever another tool reads beside them."""
    return mostly(sum(bool(texts(case.get("expectations"))) for case in cases), len(cases))


def _found(reason: str) -> Detection:
    return Detection(reason=reason, dialect=SKILL_CREATOR, tier=Tier.EVALS, cases_at=("evals",))


def read(value: object, found: Detection, path: str) -> Suite:
    top = mapping(value)
    name, name_at = skill_name_of(top)
    return Suite(
        path=path,
        dialect=SKILL_CREATOR,
        tier=Tier.EVALS,
        cases_at=("evals",),
        reason=found.reason,
        skill_name=name,
        skill_name_at=name_at,
        evals=tuple(
            [_eval(item, number) for number, item in enumerate(items(top.get("evals"))) if isinstance(item, dict)]
        ),
        fields=top,
    )


def _eval(item: dict[str, object], number: int) -> EvalCase:
    here: Pointer = ("evals", number)
    case_id = decimal_id(item.get("id"))
    return EvalCase(
        key=case_id or f"evals[{number}]",
        id=case_id,
        prompt=text(item.get("prompt")) or "",
        at=here,
        fields=item,
        name=text(item.get("name")),
        expected_output=text(item.get("expected_output")),
        files=texts(item.get("files")),
        expectations=texts(item.get("expectations")),
        checks=(
            *_checks(item.get("expectations"), (*here, "expectations"), from_expectation=True),
            *_checks(item.get("assertions"), (*here, "assertions"), from_expectation=False),
        ),
        should_trigger=item.get(LABEL) is not False,
    )


def _checks(value: object, at: Pointer, *, from_expectation: bool) -> list[Check]:
    return [
        _check(check, (*at, number), from_expectation=from_expectation) for number, check in enumerate(items(value))
    ]


def _check(value: object, at: Pointer, *, from_expectation: bool) -> Check:
    if isinstance(value, str):
        return Check(kind="llm", fields={"text": value}, at=at, from_expectation=from_expectation)
    fields = mapping(value)
    kind = text(fields.get("type")) or ("llm" if isinstance(fields.get("text"), str) else "")
    return Check(kind=kind, fields=fields, at=at, from_expectation=from_expectation)
