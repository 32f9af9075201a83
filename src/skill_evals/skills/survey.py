"""One pass over a listing: which paths matter, by their names alone."""

from collections.abc import Callable, Mapping

from skill_evals.dialects.candidates import looks_like_suite
from skill_evals.model.files import FileEntry
from skill_evals.model.light import field, light
from skill_evals.skills.layout import MANIFEST, SKILL_FILE

_ENDINGS = (".json", ".jsonc", ".yaml", ".yml")


@light(frozen=True, slots=True, kw_only=True)
class Survey:
    """Paths by what they may be, each list in the listing's order."""

    skills: list[str] = field(default_factory=list)
    left_out: list[str] = field(default_factory=list)
    """``SKILL.md`` files in excluded places; a file named on the command line may be about one of them."""
    candidates: list[str] = field(default_factory=list)
    manifests: list[str] = field(default_factory=list)
    benchmarks: list[str] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    """``prompt.md`` of ``claude plugin eval`` cases, which have graders beside them."""


def survey(entries: Mapping[str, FileEntry], excluded: Callable[[str], bool], named: frozenset[str]) -> Survey:
    """Sorts the files of a tree. Links are no files, unless one is named."""
    found = Survey()
    graded = {path.partition("/graders/")[0] for path in entries if "/graders/" in path}
    for path, entry in entries.items():
        name = path[path.rfind("/") + 1 :]
        if path not in named and not entry.kind.is_file:
            continue
        if name == SKILL_FILE:
            (found.left_out if path not in named and excluded(path) else found.skills).append(path)
        elif path.endswith(MANIFEST):
            found.manifests.append(path)
        elif name.endswith(_ENDINGS):
            _sort_data(path, name, found, excluded, chosen=path in named)
        elif name == "prompt.md" and path.rpartition("/")[0] in graded and not excluded(path):
            found.prompts.append(path)
        elif path in named:
            found.candidates.append(path)
    return found


def _sort_data(path: str, name: str, found: Survey, excluded: Callable[[str], bool], *, chosen: bool) -> None:
    if chosen:
        found.candidates.append(path)
    elif name == "benchmark.json":
        if not excluded(path):
            found.benchmarks.append(path)
    elif looks_like_suite(path) and not excluded(path):
        found.candidates.append(path)
