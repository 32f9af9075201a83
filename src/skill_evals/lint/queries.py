"""Queries as the trigger rules compare them."""

from functools import lru_cache
from itertools import compress

from skill_evals.lint.context import Context
from skill_evals.lint.groups import TriggerGroup
from skill_evals.lint.rule import EVOLVE
from skill_evals.lint.values import value_at
from skill_evals.model.regex import regex
from skill_evals.model.suite import Suite, TriggerCase

_PUNCTUATION = str.maketrans(
    {
        "。": ".",
        "、": ",",
        "「": '"',
        "」": '"',
        "『": '"',
        "』": '"',
        "“": '"',
        "”": '"',
        "„": '"',
        "‘": "'",
        "’": "'",
        "〜": "~",
        "・": " ",
        "\u200b": None,
        "\u200c": None,
        "\u200d": None,
        "\ufeff": None,
    }
)
"""What NFKC leaves apart and a reader of the query does not."""
_FIGURES = regex("[\u00b2\u00b3\u00b9\u00bc-\u00be\u2070-\u209c\u2150-\u215f\u2189]")
"""What NFKC takes for something else and a reader does not."""

_TRAIN = frozenset({"train", "training"})
_HELD_OUT = frozenset(
    {"validation", "valid", "val", "test", "testing", "dev", "holdout", "hold-out", "heldout", "held-out"}
)

_SURROUNDINGS = (
    "files",
    "context",
    "history",
    "messages",
    "conversation",
    "setup",
    "cwd",
    "workspace",
    "skills",
    "turns",
)
_INVOCATION = regex(r"\s*[/$](?P<name>[A-Za-z][\w:.-]*)(?=\s|$)")
USER_INVOKED = "user-invoked"
BY_USER = frozenset({USER_INVOKED, "hybrid"})
"""Kinds of cases, and of whole files, in which people type the skill's name on purpose."""


@lru_cache(maxsize=1 << 16)
def normalised(query: str) -> str:
    """The query without differences of case, white space, Unicode form or CJK punctuation."""
    if not query.isascii():
        # Plain ASCII, the common case, does not pay for the tables.
        query = _folded(query).translate(_PUNCTUATION)
    # Not casefold(), which takes one word for another where ß stands for itself: Maße, Masse.
    return " ".join(query.lower().split())


def _folded(query: str) -> str:
    """NFKC, but for raised, lowered and broken figures: x² is not x2, nor 1½ 11/2."""
    from unicodedata import normalize

    if not _FIGURES.search(query):
        return normalize("NFKC", query)
    return normalize("NFC", "".join([c if _FIGURES.match(c) else normalize("NFKD", c) for c in query]))


@lru_cache(maxsize=1 << 14)
def all_normalised(queries: tuple[str, ...]) -> tuple[str, ...]:
    """As ``normalised``, of the queries of a suite; one cheap call for all of them where they are plain."""
    whole = "\0".join(queries)
    texts = whole.lower().split("\0") if whole.isascii() else []
    if len(texts) != len(queries):
        return tuple(map(normalised, queries))
    if _single_spaces(whole):
        return tuple(texts)
    return tuple([" ".join(text.split()) for text in texts])


def marks_of(group: TriggerGroup) -> list[int]:
    """A number for each query that must trigger, the same for two that are equal when normalised; it holds in this
    process and its copies.
    """
    asked = [part.suite.asked for part in group.parts]
    return [hash(text) for one in asked for text in compress(all_normalised(one.queries), one.labels)]


def _single_spaces(whole: str) -> bool:
    """Whether there is no other white space in ASCII texts between NULs than one space between two words."""
    if "  " in whole or " \0" in whole or "\0 " in whole or whole[:1] == " " or whole[-1:] == " ":
        return False
    return whole.replace("\0", "").isprintable()


def role_of(case: TriggerCase) -> str | None:
    """``train`` or ``held-out``, as the case's split says; None for no split, or one of another meaning."""
    split = "" if case.split is None else case.split.casefold().replace("_", "-")
    if split in _TRAIN:
        return "train"
    return "held-out" if split in _HELD_OUT else None


def invoked(query: str) -> str | None:
    """The name that a query begins with as an explicit invocation (``/name``, ``$name``, ``/plugin:name``)."""
    found = _INVOCATION.match(query)
    return None if found is None else found["name"]


def surroundings(suite: Suite, case: TriggerCase, context: Context) -> str:
    """What a case sets up around its query, to be compared; evolve knows a case by its query alone."""
    if suite.dialect == EVOLVE:
        return ""
    authored = value_at(suite, case.at, context)
    if not isinstance(authored, dict):
        return ""
    return repr([authored.get(name) for name in _SURROUNDINGS])
