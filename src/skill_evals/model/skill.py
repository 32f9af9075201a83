"""A skill, and what of it reaches the model before it is invoked."""

from collections.abc import Mapping

from skill_evals.model.light import light
from skill_evals.model.suite import Suite, Unchecked


@light(frozen=True, slots=True, kw_only=True)
class Surface:
    """The trigger surface: the frontmatter fields that a model sees, or that decide whether it sees any."""

    name: str
    description: str
    when_to_use: str = ""
    model_invocable: bool = True
    user_invocable: bool = True
    paths: tuple[str, ...] = ()
    digest: str = ""
    """SHA-256 over the members above, so that key order, comments and licence do not count."""


@light(frozen=True, slots=True, kw_only=True)
class Skill:
    """One folder with a ``SKILL.md``.

    ``name`` is what clients call it: the folder's name; for a skill at the root of the repository, the frontmatter's.
    """

    name: str
    directory: str
    """The folder, relative to the root; empty for the root itself. It identifies the skill."""
    path: str
    """Its ``SKILL.md``."""
    surface: Surface
    plugin: str = ""
    """The plugin's name; empty where the repository has no plugin around it."""
    plugin_dir: str = ""
    frontmatter: Mapping[str, object] | None = None
    """None where it is missing or cannot be read."""
    mirrors: tuple[str, ...] = ()
    """Folders that hold a copy of this skill, byte for byte; they are folded into it."""


@light(frozen=True, slots=True, kw_only=True)
class Attribution:
    """Which skill a suite is about."""

    suite: Suite
    skill: Skill | None
    target: str | None
    """The name that the suite points at, by its place or its ``skill_name``; None: it points at none."""
    reason: str


@light(frozen=True, slots=True, kw_only=True)
class Project:
    """What one tree holds: skills, the suites about them, and what was seen and not checked."""

    layout: str
    """``marketplace``, ``multi``, ``single`` or ``loose``."""
    skills: tuple[Skill, ...]
    suites: tuple[Attribution, ...]
    unchecked: tuple[Unchecked, ...]
    results: tuple[str, ...] = ()
    """Paths of committed evolve results files."""
    benchmarks: tuple[str, ...] = ()
    """Paths of committed eval-magic benchmarks."""
    documents: tuple[str, ...] = ()
    """Paths that were read and are the author's: suites, unchecked shapes, ``SKILL.md`` files, and files that are named
    like a suite and cannot be read; sorted."""
