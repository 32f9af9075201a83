"""Which dialect a file is written in: by the configuration, its ``$schema``, its place and its content."""

import re

from skill_evals.dialects.candidates import named_like_suite
from skill_evals.dialects.content import mapping, objects
from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE, SKILL_CREATOR, TRIGGER_SET
from skill_evals.dialects.place import Detection, Place
from skill_evals.dialects.promptless import recognise as recognise_promptless
from skill_evals.dialects.registry import BY_NAME, DIALECTS
from skill_evals.dialects.shapes import SHAPES, case_list
from skill_evals.dialects.trigger_set import LISTS
from skill_evals.documents.document import Document, ProblemKind
from skill_evals.model.position import Pointer
from skill_evals.model.regex import regex
from skill_evals.model.suite import Tier

NO_SUITE = "none"
"""What the configuration says of a file that is no suite."""

_SCHEMAS: tuple[tuple[str, str, Tier], ...] = (
    ("/evolve/main/schemas/triggers.schema.json", EVOLVE, Tier.TRIGGERS),
    ("/evolve/main/schemas/evals.schema.json", EVOLVE, Tier.EVALS),
    ("slow-powers.dev/schemas/evals.schema.json", EVAL_MAGIC, Tier.EVALS),
    ("/evolve-triggers.schema.json", EVOLVE, Tier.TRIGGERS),
    ("/evolve-evals.schema.json", EVOLVE, Tier.EVALS),
    ("/eval-magic-evals.schema.json", EVAL_MAGIC, Tier.EVALS),
    ("/eval-magic-evals.seed.schema.json", EVAL_MAGIC, Tier.EVALS),
    ("/skill-creator-evals.schema.json", SKILL_CREATOR, Tier.EVALS),
    ("/trigger-set.schema.json", TRIGGER_SET, Tier.TRIGGERS),
)
_RESULTS = (
    frozenset({"run_summary"}),
    frozenset({"assertion_results"}),
    frozenset({"query_results"}),
    frozenset({"schema", "models", "skill"}),
    frozenset({"passed", "failed", "results"}),
    frozenset({"results", "summary"}),
)
_OF_RESULTS = frozenset[str]().union(*_RESULTS)
_NO_SUITE = Detection(reason="it is no suite")
_KEY = regex(r"""(?:^|["'{,\s])(\w+)["']?\s*:""", re.MULTILINE)
_OF_CASES = frozenset({
    "assertions", "evals", "expectations", "expected_output", "should_not_trigger", "should_trigger", "skill_name",
    "triggers",
})  # fmt: skip
_OF_ANYTHING = frozenset({"prompt", "prompts", "queries", "query"})


def detect(document: Document, place: Place, override: str | None = None) -> Detection:
    """What a document is, and why.

    ``override`` is the configuration's word: the name of a dialect, or ``none``. A document that could not be read
    is no suite: its faults are its own to report.
    """
    if unread(document):
        return Detection(reason="it cannot be read")
    value = document.value
    if override is not None:
        return _overridden(value, place, override)
    if _is_result(value):
        return Detection(reason="it is a result, not a suite")
    return _by_schema(value) or _by_dialect(value, place) or _by_shape(document, place)


def unread(document: Document) -> bool:
    """Whether a document has a fault that leaves its tree cut short, or none at all."""
    return not document.readable or any(
        problem.kind in (ProblemKind.INVALID, ProblemKind.UNREADABLE_SIZE) for problem in document.problems
    )


def resembles_suite(document: Document) -> bool:
    """Whether the text of a document that no dialect claims names the keys that cases have: one of theirs alone, and
    another one.
    """
    names = set(_KEY.findall(document.text))
    own = len(names & _OF_CASES)
    return own > 1 or (own == 1 and not names.isdisjoint(_OF_ANYTHING))


def _overridden(value: object, place: Place, override: str) -> Detection:
    reason = f"the configuration says that it is {override}"
    if override == NO_SUITE:
        return Detection(reason=reason)
    dialect = BY_NAME.get(override)
    if dialect is None:
        known = ", ".join([*BY_NAME, NO_SUITE])
        return Detection(shape="unknown", reason=f"{reason}, which is no dialect (there are {known})")
    found = dialect.recognise(value, place)
    if found is not None and found.tier is not None:
        return Detection(reason=reason, dialect=override, tier=found.tier, cases_at=found.cases_at)
    tier, at = _guess(value, override)
    return Detection(reason=reason, dialect=override, tier=tier, cases_at=at)


def _guess(value: object, dialect: str) -> tuple[Tier, Pointer]:
    """Tier and place of the cases of a file that bears no mark of the dialect that it is said to be."""
    top = mapping(value)
    if dialect == TRIGGER_SET:
        return Tier.TRIGGERS, next(((key,) for key in LISTS if isinstance(top.get(key), list)), ())
    if dialect == EVOLVE and "triggers" in top:
        return Tier.TRIGGERS, ("triggers",)
    return Tier.EVALS, ("evals",)


def _is_result(value: object) -> bool:
    top = mapping(value)
    return not _OF_RESULTS.isdisjoint(top) and any(keys.issubset(top) for keys in _RESULTS)


def _by_schema(value: object) -> Detection | None:
    url = mapping(value).get("$schema")
    if not isinstance(url, str):
        return None
    for ending, dialect, tier in _SCHEMAS:
        if url.endswith(ending):
            at: Pointer = (tier.value,) if dialect != TRIGGER_SET else _guess(value, dialect)[1]
            return Detection(reason="its `$schema` says so", dialect=dialect, tier=tier, cases_at=at)
    return None


def _by_dialect(value: object, place: Place) -> Detection | None:
    for dialect in DIALECTS:
        found = dialect.recognise(value, place)
        if found is not None:
            return found
    return None


def _by_shape(document: Document, place: Place) -> Detection:
    value = document.value
    for shape in SHAPES:
        if (place.skill_near or not shape.common) and shape.matches(value, place):
            return Detection(shape=shape.name, reason=f"it is {shape.words}")
    found = recognise_promptless(value, place)
    if found is not None:
        return found
    holds_cases = objects(value) or case_list(mapping(value))[1] or "evals" in mapping(value)
    if holds_cases and _suite_like(document, place):
        return Detection(shape="unknown", reason="it is named like a suite, and its shape is not known")
    return _NO_SUITE


def _suite_like(document: Document, place: Place) -> bool:
    """By its name, and by a skill near it, or else the keys of its text: other programs have files of that name too."""
    if not named_like_suite(place.path) or _is_schema(document.value):
        return False
    return place.skill_near or resembles_suite(document)


def _is_schema(value: object) -> bool:
    return {"$schema", "properties"}.issubset(mapping(value))
