"""Skills as an agent finds them: copies beneath ``.claude/skills``, one folder each."""

from collections.abc import Iterable

from skill_evals.errors import IncompleteError
from skill_evals.run.links import leads_out
from skill_evals.run.ports.request import Install, TreeFile

SKILLS = ".claude/skills"


def staged(installs: Iterable[Install]) -> dict[str, TreeFile]:
    """What is put into the workspace, by path.

    Raises:
        IncompleteError: a name that is no folder's, two skills of one name, or a link that leads out of its skill.
    """
    found: dict[str, TreeFile] = {}
    names: set[str] = set()
    for install in installs:
        name = install.name
        if name in ("", ".", "..") or "/" in name or "\0" in name:
            raise IncompleteError(
                f"the skill {name!r} cannot be installed: its name is no folder's", cure="give it another `name`"
            )
        if name in names:
            raise IncompleteError(
                f"two skills named {name!r} cannot be installed beside one another", cure="rename one of their folders"
            )
        names.add(name)
        for path, file in install.files.items():
            if file.link is not None and leads_out(path, file.link):
                raise IncompleteError(
                    f"the skill {name} cannot be installed: its link {path} leads out of it and is not followed",
                    cure="put a copy of the file there",
                )
            found[f"{SKILLS}/{name}/{path}"] = file
    return found
