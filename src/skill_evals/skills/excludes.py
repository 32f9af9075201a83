"""What is left out of a tree by default: templates, fixtures, archives, workspaces, other people's code."""

from collections.abc import Callable, Iterable

from skill_evals.model.config import Config
from skill_evals.skills.globs import matcher

DEFAULT_EXCLUDES: tuple[str, ...] = (
    ".git/",
    "node_modules/",
    "vendor/",
    "third_party/",
    ".venv/",
    "site-packages/",
    "templates/",
    "testdata/",
    "**/test/**/fixtures/",
    "**/tests/**/fixtures/",
    "__tests__/",
    "**/evals/files/",
    "**/evals/*/files/",
    "**/evals/fixtures/",
    "**/evals/*/fixtures/",
    "*-workspace/",
    "archive/",
    "archives/",
    "archived/",
    "_archive/",
)


def excluded(config: Config, paths: Iterable[str]) -> Callable[[str], bool]:
    """Whether one of the paths is left out: by ``exclude``, which replaces the defaults, or by ``extend-exclude``."""
    base = DEFAULT_EXCLUDES if config.exclude is None else config.exclude
    return matcher((*base, *config.extend_exclude), paths)
