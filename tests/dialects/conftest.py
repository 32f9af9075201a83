"""Real suites, read once for all tests of this folder."""

import re
from pathlib import Path
from typing import Any

import pytest

from skill_evals.dialects.candidates import looks_like_suite
from skill_evals.dialects.place import Place
from skill_evals.dialects.read import read_suite
from skill_evals.documents.read import read_document
from skill_evals.model.suite import Suite, Unchecked

ROOT = Path(__file__).resolve().parents[2]
EVOLVE_PLACE = re.compile(r"plugins/[^/]+/evals/([^/]+)/[^/]+")

Read = tuple[str, Any, Suite | Unchecked | None]


@pytest.fixture(scope="session")
def real_files(corpus: Path) -> list[Read]:
    """(path, value, what it was read as) of every file of the corpus that could be a suite."""
    found: list[Read] = []
    for root in sorted(path for path in corpus.iterdir() if (path / ".tree.txt").is_file()):
        for file in sorted(path for path in root.rglob("*") if path.is_file()):
            path = file.relative_to(root).as_posix()
            if looks_like_suite(path):
                document = read_document(path, file.read_bytes())
                folder = EVOLVE_PLACE.fullmatch(path)
                place = Place(path=path, evolve_skill=folder and folder[1], under_plugins=folder is not None)
                found.append((f"{root.name}/{path}", document.value, read_suite(document, place)))
    return found


@pytest.fixture(scope="session")
def real_suites(real_files: list[Read]) -> list[tuple[str, str, str, Any]]:
    """(dialect, tier, path, value) of every first-class suite of the corpus."""
    return [(s.dialect, s.tier.value, path, value) for path, value, s in real_files if isinstance(s, Suite)]


@pytest.fixture(scope="session")
def upstream() -> Path:
    folder = ROOT.parent / "shared" / "schemas"
    if not folder.is_dir():
        pytest.skip("upstream's schemas are not beside this checkout (../shared/schemas)")
    return folder
