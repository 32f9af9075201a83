"""Which skill a suite is about, and how that is known."""

import posixpath
from collections.abc import Iterator

from skill_evals.dialects.names import EVOLVE
from skill_evals.model.light import light, replace
from skill_evals.model.regex import regex
from skill_evals.model.skill import Attribution, Skill
from skill_evals.model.suite import Suite, TriggerCase
from skill_evals.skills.index import SkillIndex, home_of
from skill_evals.skills.layout import EvolveFolder, Layout

_AFFIX = regex(r"^(?:triggers?|evals?)[-_.]|[-_.](?:triggers?|evals?|trigger[-_]evals?|queries|cases)$")


@light(frozen=True, slots=True, kw_only=True)
class Finder:
    """What attribution looks into."""

    index: SkillIndex
    layout: Layout

    def attribute(self, suite: Suite, folder: EvolveFolder | None) -> Iterator[Attribution]:
        """One attribution; of a file whose cases name their skills, one for each skill, with its cases alone."""
        skill, target, reason = self._find(suite, folder)
        whole = Attribution(suite=suite, skill=skill, target=target, reason=reason)
        others = suite.asked.skills - {skill.name if skill else None}
        if not others:
            yield whole
            return
        named = {name: self._named(name, whole) for name in others}
        parts: dict[tuple[str | None, str | None], tuple[Attribution, list[TriggerCase]]] = {}
        for case in suite.triggers:
            about = named.get(case.skill, whole) if case.skill else whole
            place = (about.skill.directory, None) if about.skill is not None else (None, about.target)
            parts.setdefault(place, (about, []))[1].append(case)
        for about, cases in parts.values():
            yield replace(about, suite=replace(suite, triggers=tuple(cases)))

    def _named(self, name: str, whole: Attribution) -> Attribution:
        """What cases that name a skill are about: the suite's own skill where that is another name of it."""
        found = self._called(name, whole.suite.path)
        if found is not None and whole.skill is not None and found.directory == whole.skill.directory:
            return whole
        return Attribution(suite=whole.suite, skill=found, target=name, reason="its cases name the skill")

    def _find(self, suite: Suite, folder: EvolveFolder | None) -> tuple[Skill | None, str | None, str]:
        path = suite.path
        if suite.dialect == EVOLVE and folder is not None:
            skill = self.index.by_dir.get(folder.skill_dir)
            return skill, folder.skill, f"it lies in evals/{folder.skill}/ of its plugin"
        around = self.index.around(path)
        if around is not None:
            return self._known(self.index.by_dir[around], "it lies in the skill's folder")
        root = self.index.by_dir.get("")
        if root is not None and posixpath.dirname(path) in {"", "evals", "eval"}:
            return self._known(root, "the skill is at the root")
        return self._by_word(suite) or self._by_default(suite)

    def _by_word(self, suite: Suite) -> tuple[Skill | None, str | None, str] | None:
        for name in _folder_names(suite.path):
            skill = self._called(name, suite.path)
            if skill is not None:
                return self._known(skill, f"its folder {name}/ bears the skill's name")
        if suite.skill_name:
            named = self._called(suite.skill_name, suite.path)
            return named, suite.skill_name, "it names the skill"
        for name in _file_names(suite.path):
            skill = self._called(name, suite.path)
            if skill is not None:
                return self._known(skill, "its file bears the skill's name")
        return None

    def _by_default(self, suite: Suite) -> tuple[Skill | None, str | None, str]:
        if suite.asked.skills:
            return None, None, "its cases name their skills"
        only = self.index.only_beneath(home_of(suite.path))
        if only is not None:
            return self._known(only, "there is no other skill that it could be about")
        root = self.index.by_dir.get("")
        if root is not None:
            return self._known(root, "the skill is at the root")
        return None, None, "neither its place nor its content names a skill"

    def _called(self, name: str, path: str) -> Skill | None:
        return self.index.called(name, path, self.layout.plugin_dir(path))

    @staticmethod
    def _known(skill: Skill, reason: str) -> tuple[Skill, str, str]:
        return skill, skill.name, reason


def _folder_names(path: str) -> list[str]:
    """The folders around a file, the innermost first, up to the one that holds all evals."""
    home = home_of(path)
    rest = path[len(home) :].strip("/").split("/")[1:-1]
    return rest[::-1]


def _file_names(path: str) -> Iterator[str]:
    name = posixpath.basename(path)
    while "." in name:
        name = name.rpartition(".")[0]
        yield name
        bare = _AFFIX.sub("", name)
        if bare != name:
            yield bare
