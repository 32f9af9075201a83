"""Trigger cases by the skill that they are about, over all the files that hold them."""

from collections import Counter
from collections.abc import Iterable, Iterator

from skill_evals.model.kept import kept
from skill_evals.model.light import light
from skill_evals.model.position import Pointer
from skill_evals.model.skill import Attribution, Skill
from skill_evals.model.suite import Suite, TriggerCase


@light(frozen=True, slots=False, kw_only=True)
class TriggerPart:
    """The cases of one file that are about one skill; ``whole``: the file is about no other.

    Not slotted: its sides are counted once.
    """

    suite: Suite
    whole: bool

    @property
    def cases(self) -> tuple[TriggerCase, ...]:
        return self.suite.triggers

    @kept
    def sides(self) -> tuple[int, int]:
        """How many queries must trigger, and how many must not; those without a boolean label are in neither."""
        labels = self.suite.asked.labels
        return labels.count(True), labels.count(False)

    @property
    def at(self) -> Pointer:
        """Where a finding about all of it lies, with ``Part.OPEN``: the list, or the first case of a shared one."""
        return self.suite.cases_at if self.whole else self.cases[0].at


@light(frozen=True, slots=False, kw_only=True)
class TriggerGroup:
    """Every trigger case about one skill, file by file. ``name`` is None where the files name no skill.

    Not slotted, as its parts.
    """

    name: str | None
    skill: Skill | None
    parts: tuple[TriggerPart, ...]

    @kept
    def sides(self) -> tuple[int, int]:
        """The sum over the files."""
        each = [part.sides for part in self.parts]
        return sum(positives for positives, _ in each), sum(negatives for _, negatives in each)

    @property
    def labelled(self) -> bool:
        """Whether every case has a boolean label; what is said of the sides is not known where one has not."""
        return all(None not in part.suite.asked.labels for part in self.parts)

    @kept
    def paths(self) -> tuple[str, ...]:
        """Its files, in order."""
        return tuple([part.suite.path for part in self.parts])

    def queries(self, *, label: bool) -> list[str]:
        """The queries that must trigger, or those that must not."""
        asked = [part.suite.asked for part in self.parts]
        return [query for one in asked for query, is_ in zip(one.queries, one.labels, strict=True) if is_ is label]

    @property
    def cases(self) -> Iterator[tuple[TriggerPart, TriggerCase]]:
        """Every case with the part that it stands in, in order."""
        return ((part, case) for part in self.parts for case in part.cases)

    def beside(self, part: TriggerPart) -> tuple[str, ...]:
        """The other files of the skill, a change of which decides as well what is said of this one."""
        return tuple(other.suite.path for other in self.parts if other is not part)

    def about(self, part: TriggerPart) -> str:
        """The beginning of a message on a part of a file that serves several skills: which one is meant."""
        return f"`{self.name}`: " if self.name and not part.whole else ""


def grouped(suites: Iterable[Attribution]) -> Iterator[TriggerGroup]:
    """The trigger cases of suites by the skill that they are about.

    Files that name no skill, or one that is not there, make a group each.
    """
    listed = [attribution for attribution in suites if attribution.suite.asked.queries]
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
            parts=tuple([TriggerPart(suite=a.suite, whole=files[a.suite.path] == 1) for a in found]),
        )
