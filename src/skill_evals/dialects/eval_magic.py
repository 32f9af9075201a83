"""eval-magic: ``<skill>/evals/evals.json``, the seed schema and the later forms up to v0.10."""

from skill_evals.dialects.content import items, mapping, mostly, named, objects, tally, text, texts, whole
from skill_evals.dialects.names import EVAL_MAGIC
from skill_evals.dialects.place import Detection, Place
from skill_evals.dialects.vocabulary import EVAL_MAGIC_VOCABULARY
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Check, EvalCase, Suite, Tier

_KINDS = EVAL_MAGIC_VOCABULARY.check_kinds


def recognise(value: object, _place: Place) -> Detection | None:
    """By its types of assertion, or by its word for the label. That its schema accepts a file proves nothing."""
    cases = objects(mapping(value).get("evals"))
    counts = tally(cases)
    ours = counts.of(_KINDS)
    if mostly(ours, counts.objects) and ours >= counts.sentences and not _foreign_judge(cases, ours, counts.types):
        return _found(f"{ours} of {counts.objects} assertions are of eval-magic's types")
    if not counts.objects and not counts.sentences and any("skill_should_trigger" in case for case in cases):
        return _found("`skill_should_trigger` is eval-magic's word")
    return None


def _foreign_judge(cases: list[dict[str, object]], ours: int, types: dict[str, int]) -> bool:
    """Other tools write ``llm_judge`` too; eval-magic's has a ``rubric`` and an ``id``."""
    if types["llm_judge"] != ours:
        return False
    judges = [check for case in cases for check in objects(case.get("assertions"))]
    return not any("rubric" in check for check in judges) or not any("id" in check for check in judges)


def _found(reason: str) -> Detection:
    return Detection(reason=reason, dialect=EVAL_MAGIC, tier=Tier.EVALS, cases_at=("evals",))


def read(value: object, found: Detection, path: str) -> Suite:
    top = mapping(value)
    name = top.get("skill_name")
    names = texts(name)
    # v0.10 lets one suite serve several skills; the first one is the suite's own.
    stated = name if isinstance(name, str) else names[0] if names else None
    at: Pointer = ("skill_name",) if isinstance(name, str) else ("skill_name", 0)
    return Suite(
        path=path,
        dialect=EVAL_MAGIC,
        tier=Tier.EVALS,
        cases_at=("evals",),
        reason=found.reason,
        skill_name=stated,
        skill_name_at=None if stated is None else at,
        evals=tuple(
            [_eval(item, number) for number, item in enumerate(items(top.get("evals"))) if isinstance(item, dict)]
        ),
        fields=top,
    )


def _eval(item: dict[str, object], number: int) -> EvalCase:
    here: Pointer = ("evals", number)
    case_id = named(item.get("id"))
    return EvalCase(
        key=case_id or f"evals[{number}]",
        id=case_id,
        prompt=text(item.get("prompt")) or "",
        at=here,
        fields=item,
        expected_output=text(item.get("expected_output")),
        files=texts(item.get("files")),
        checks=tuple(
            [_check(check, (*here, "assertions", n)) for n, check in enumerate(items(item.get("assertions")))]
        ),
        should_trigger=item.get("skill_should_trigger") is not False,
        runs=whole(item.get("runs")),
    )


def _check(value: object, at: Pointer) -> Check:
    fields = mapping(value)
    return Check(kind=text(fields.get("type")) or "", fields=fields, at=at, id=named(fields.get("id")))
