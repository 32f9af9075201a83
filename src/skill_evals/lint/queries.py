"""Queries as the trigger rules compare and group them."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from skill_evals.lint.context import Context
from skill_evals.lint.rule import EVOLVE
from skill_evals.lint.values import value_at
from skill_evals.model.light import light
from skill_evals.model.position import Pointer
from skill_evals.model.skill import Attribution, Skill
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
_INVOCATION = re.compile(r"\s*[/$](?P<name>[A-Za-z][\w:.-]*)(?=\s|$)")
USER_INVOKED = "user-invoked"
BY_USER = frozenset({USER_INVOKED, "hybrid"})
"""Kinds of cases, and of whole files, in which people type the skill's name on purpose."""


@lru_cache(maxsize=1 << 16)
def normalised(query: str) -> str:
    """The query without differences of case, white space, Unicode form or CJK punctuation."""
    if not query.isascii():
        # Plain ASCII, the common case, does not pay for the tables.
        import unicodedata

        query = unicodedata.normalize("NFKC", query).translate(_PUNCTUATION)
    return " ".join(query.casefold().split())


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


@light(frozen=True, slots=True, kw_only=True)
class TriggerPart:
    """The cases of one file that are about one skill; ``whole``: the file is about no other."""

    suite: Suite
    whole: bool

    @property
    def cases(self) -> tuple[TriggerCase, ...]:
        return self.suite.triggers

    @property
    def sides(self) -> tuple[int, int]:
        """How many queries must trigger, and how many must not; those without a boolean label are in neither."""
        labels = [case.should_trigger for case in self.cases]
        return labels.count(True), labels.count(False)

    @property
    def at(self) -> Pointer:
        """Where a finding about all of it lies, with ``Part.OPEN``: the list, or the first case of a shared one."""
        return self.suite.cases_at if self.whole else self.cases[0].at


@light(frozen=True, slots=True, kw_only=True)
class TriggerGroup:
    """Every trigger case about one skill, file by file. ``name`` is None where the files name no skill."""

    name: str | None
    skill: Skill | None
    parts: tuple[TriggerPart, ...]

    @property
    def sides(self) -> tuple[int, int]:
        """The sum over the files."""
        each = [part.sides for part in self.parts]
        return sum(positives for positives, _ in each), sum(negatives for _, negatives in each)

    @property
    def labelled(self) -> bool:
        """Whether every case has a boolean label; what is said of the sides is not known where one has not."""
        return all(case.should_trigger is not None for part in self.parts for case in part.cases)

    @property
    def cases(self) -> Iterator[tuple[TriggerPart, TriggerCase]]:
        """Every case with the part that it stands in, in order."""
        return ((part, case) for part in self.parts for case in part.cases)

    def about(self, part: TriggerPart) -> str:
        """The beginning of a message on a part of a file that serves several skills: which one is meant."""
        return f"`{self.name}`: " if self.name and not part.whole else ""


def trigger_groups(context: Context) -> Iterator[TriggerGroup]:
    """The trigger cases of a project by the skill that they are about.

    Files that name no skill, or one that is not there, make a group each.
    """
    listed = [attribution for attribution in context.project.suites if attribution.suite.triggers]
    # A file whose cases name their skills comes as one attribution for each skill.
    files = Counter(attribution.suite.path for attribution in listed)
    groups: dict[tuple[str, str], list[Attribution]] = {}
    for attribution in listed:
        skill = attribution.skill
        key = (attribution.suite.path, attribution.target or "") if skill is None else ("", skill.directory)
        groups.setdefault(key, []).append(attribution)
    for found in groups.values():
        yield TriggerGroup(
            name=found[0].target,
            skill=found[0].skill,
            parts=tuple(TriggerPart(suite=a.suite, whole=files[a.suite.path] == 1) for a in found),
        )
