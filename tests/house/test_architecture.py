"""docs/architecture.md is the map of this tree: what it has to name is named, and what it names is there."""

import re
from pathlib import Path

from skill_evals.cli.main import VERBS

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "skill_evals"
MAP = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

FOLDERS = set(re.findall(r"`([\w./-]+)/`", MAP))
FILES = set(re.findall(r"`(\w+\.py)`", MAP))


def test_every_package_is_on_the_map() -> None:
    packages = {place.parent.relative_to(SOURCE).as_posix() for place in SOURCE.rglob("__init__.py")} - {"."}
    assert packages - FOLDERS == set()


def test_every_file_of_the_command_line_is_on_the_map_or_a_verb() -> None:
    modules = {place.stem for place in (SOURCE / "cli").glob("*.py")} - {"__init__"}
    verbs = {name.replace("-", "_") for name in VERBS}
    assert modules - verbs == {name.removesuffix(".py") for name in FILES} - {"errors"}


def test_every_folder_with_code_is_on_the_map() -> None:
    with_code = {place.relative_to(ROOT).parts[0] for place in ROOT.glob("[a-z]*/*.py")}
    assert with_code - FOLDERS == set()


def test_every_folder_on_the_map_is_there() -> None:
    assert [name for name in FOLDERS if not (ROOT / name).is_dir() and not (SOURCE / name).is_dir()] == []
