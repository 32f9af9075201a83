"""The files in which people configure: used, or refused with a ConfigError that names the place."""

from contextlib import suppress

from fuzz.memory_tree import MemoryTree
from skill_evals.app.configuration import for_pull_request, parse_config
from skill_evals.app.evolve_config import with_evolve
from skill_evals.documents.read import read_document
from skill_evals.errors import ConfigError
from skill_evals.lint.baseline import parse_baseline, write_baseline
from skill_evals.lint.rules import RULES
from skill_evals.lint.selection import select
from skill_evals.model.config import Config
from skill_evals.skills.globs import glob_matches


def configuration(data: bytes) -> None:
    with_evolve(Config(), MemoryTree(files={".evolve.yaml": data}))
    with suppress(ConfigError):
        config = parse_config(read_document(".skill-evals.yml", data))
        for_pull_request(config, None)
        select(config.lint, RULES)


def baseline(data: bytes) -> None:
    with suppress(ConfigError):
        entries = parse_baseline(read_document("a.json", data)).entries
        written = write_baseline(entries)
        again = parse_baseline(read_document("a.json", written.encode()))
        assert write_baseline(again.entries) == written, "written twice, it differs"


def glob(data: bytes) -> None:
    """A pattern and a path, parted by a line feed."""
    pattern, _, path = data.decode("utf-8", "surrogateescape").partition("\n")
    glob_matches(pattern, path)
