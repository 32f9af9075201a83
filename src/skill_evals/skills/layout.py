"""Where plugins, skills and suites lie in a tree.

The four layouts are evolve's three, by their markers and in its order, and ``loose`` for a tree without any: skills at
any depth.
"""

import posixpath
from collections.abc import Callable, Iterable, Mapping

from skill_evals.documents.document import Document
from skill_evals.model.files import FileEntry
from skill_evals.model.light import light

MARKETPLACE = ".claude-plugin/marketplace.json"
MANIFEST = ".claude-plugin/plugin.json"
SKILL_FILE = "SKILL.md"
LAYOUTS = ("marketplace", "multi", "single", "loose")


@light(frozen=True, slots=True, kw_only=True)
class Layout:
    """``plugins`` are folders by name: with a manifest of their own, or directly under ``plugins/``."""

    kind: str
    plugins: Mapping[str, str]
    """Folder of a plugin → its name; the root is the empty text."""

    def plugin_dir(self, path: str) -> str | None:
        """The innermost plugin folder around a path; None: there is none."""
        folder = path.rpartition("/")[0]
        while folder and folder not in self.plugins:
            folder = folder.rpartition("/")[0]
        return folder if folder in self.plugins else None


@light(frozen=True, slots=True, kw_only=True)
class EvolveFolder:
    """``evals/<skill>/`` of a plugin."""

    plugin_dir: str
    skill: str
    skill_dir: str
    """Where evolve looks for the skill; it need not be there."""

    @property
    def under_plugins(self) -> bool:
        return posixpath.dirname(self.plugin_dir) == "plugins"


def find_layout(
    entries: Mapping[str, FileEntry], manifests: Iterable[str], document: Callable[[str], Document | None], forced: str
) -> Layout:
    """The layout of a tree. ``manifests`` are the paths of its ``plugin.json`` files.

    ``forced`` is the configuration's word; ``auto``, and whatever is no layout, leave it to the markers.
    """
    own = {_home(path): path for path in manifests}
    plugins = {folder: _plugin_name(folder, path, document) for folder, path in own.items()}
    for folder in _folders_under("plugins", entries):
        plugins[folder] = posixpath.basename(folder)
    kind = forced if forced in LAYOUTS else _kind(entries, own)
    return Layout(kind=kind, plugins=plugins)


def _kind(entries: Mapping[str, FileEntry], own: Mapping[str, str]) -> str:
    marker = entries.get(MARKETPLACE)
    if marker is not None and marker.kind.is_file:
        return "marketplace"
    if any(posixpath.dirname(folder) == "plugins" for folder in own):
        return "multi"
    return "single" if "" in own else "loose"


def _home(manifest: str) -> str:
    return posixpath.dirname(posixpath.dirname(manifest))


def _plugin_name(folder: str, manifest: str, document: Callable[[str], Document | None]) -> str:
    found = document(manifest)
    name = found.value.get("name") if found is not None and isinstance(found.value, dict) else None
    return name if isinstance(name, str) and name else posixpath.basename(folder)


def _folders_under(parent: str, entries: Mapping[str, FileEntry]) -> set[str]:
    start = f"{parent}/"
    found, beneath_last = set(), "/"
    for path in entries:
        # What lies in one folder is mostly listed together, and one look at each path is enough then.
        if path.startswith(start) and not path.startswith(beneath_last) and path.count("/") > 1:
            last = start + path.split("/", 2)[1]
            found.add(last)
            beneath_last = f"{last}/"
    return found


def evolve_folder(path: str, layout: Layout) -> EvolveFolder | None:
    """The folder of evolve that a file lies directly in; None: it lies in none.

    Where there is a marketplace or several plugins, evolve does not look at the root's own ``evals/``.
    """
    above, _, skill = path.rpartition("/")[0].rpartition("/")
    plugin_dir, _, evals = above.rpartition("/")
    if evals != "evals" or not skill or plugin_dir not in layout.plugins:
        return None
    if not plugin_dir and layout.kind != "single":
        return None
    skill_dir = f"{plugin_dir}/skills/{skill}" if plugin_dir else f"skills/{skill}"
    return EvolveFolder(plugin_dir=plugin_dir, skill=skill, skill_dir=skill_dir)
