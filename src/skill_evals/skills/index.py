"""The skills of a tree, found by folder, by name, and from below."""

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping

from skill_evals.model.light import light
from skill_evals.model.skill import Skill

_EVAL_FOLDERS = frozenset({"eval", "evals", "evaluation", "evaluations", "tests", "test"})


@light(frozen=True, slots=True, kw_only=True)
class SkillIndex:
    """``by_dir`` holds copies too, each leading to the skill that it is folded into."""

    by_dir: Mapping[str, Skill]
    by_name: Mapping[str, tuple[Skill, ...]]
    above: frozenset[str]
    """Every folder that has a skill in it or beneath it; the root is the empty text."""

    def around(self, path: str) -> str | None:
        """The folder of the innermost skill that a file lies in, the root's left out; a copy's is its own."""
        folder = path.rpartition("/")[0]
        while folder and folder not in self.by_dir:
            folder = folder.rpartition("/")[0]
        return folder or None

    def called(self, name: str, path: str, plugin_dir: str | None) -> Skill | None:
        """The skill of that name that is nearest to a file: of its plugin, else the one closest to the root."""
        found = self.by_name.get(name, ())
        own = [skill for skill in found if skill.plugin_dir == plugin_dir]
        beside = own or list(found)
        if not beside:
            return None
        return max(beside, key=lambda skill: (len(posixpath.commonpath([skill.path, path])), -len(skill.path)))

    def only_beneath(self, folder: str) -> Skill | None:
        """The single skill in or beneath a folder; None: there are none, or several."""
        if folder not in self.above:
            return None
        start = f"{folder}/" if folder else ""
        found = {s.directory for s in self.by_dir.values() if s.directory == folder or s.directory.startswith(start)}
        return self.by_dir[found.pop()] if len(found) == 1 else None

    def near(self, path: str) -> bool:
        """Whether the file lies in the evals of a folder that has skills."""
        return home_of(path) in self.above


def index_of(skills: Iterable[Skill]) -> SkillIndex:
    by_dir: dict[str, Skill] = {}
    by_name: defaultdict[str, list[Skill]] = defaultdict(list)
    above: set[str] = set()
    for skill in skills:
        for name in {skill.name, skill.surface.name}:
            by_name[name].append(skill)
        for directory in (skill.directory, *skill.mirrors):
            by_dir[directory] = skill
            folder = directory
            while folder and folder not in above:
                above.add(folder)
                folder = folder.rpartition("/")[0]
    if by_dir:
        above.add("")
    return SkillIndex(
        by_dir=by_dir, by_name={name: tuple(found) for name, found in by_name.items()}, above=frozenset(above)
    )


def home_of(path: str) -> str:
    """The folder whose evals a file belongs to: the one above its outermost evals or tests folder, else its own."""
    folders = path.split("/")[:-1]
    for number, folder in enumerate(folders):
        if folder in _EVAL_FOLDERS:
            return "/".join(folders[:number])
    return "/".join(folders)
