"""A story's folder as a git repository, and its stage files."""

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from git_repo import Repo

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
STORIES = sorted(path.parent for path in HERE.glob("*/event.json"))


@dataclass(frozen=True, kw_only=True)
class Event:
    """``base`` and ``head`` name folders besides the story's own, such as the shipped example."""

    about: str
    exit: int
    deleted: tuple[str, ...] = ()
    moved: dict[str, str] = field(default_factory=dict)
    backend: str = "lexical"
    base: str = "base"
    head: str = "head"


def read_event(story: Path) -> Event:
    values: dict[str, Any] = json.loads((story / "event.json").read_text(encoding="utf-8"))
    return Event(**{**values, "deleted": tuple(values.get("deleted", ()))})


def make_repository(story: Path, root: Path) -> Repo:
    """``main`` is the base, the branch checked out is the pull request, committed."""
    event = read_event(story)
    repo = Repo(root)
    _lay(story, event.base, root)
    repo.commit(message="base")
    repo.git("checkout", "--quiet", "-b", "change")
    for old, new in event.moved.items():
        (root / new).parent.mkdir(parents=True, exist_ok=True)
        repo.git("mv", old, new)
    for path in event.deleted:
        repo.git("rm", "-r", "--quiet", path)
    _lay(story, event.head, root)
    repo.commit(message="change")
    return repo


def _lay(story: Path, name: str, root: Path) -> None:
    folder = ROOT / name if "/" in name else story / name
    if folder.is_dir():
        shutil.copytree(folder, root, dirs_exist_ok=True)
