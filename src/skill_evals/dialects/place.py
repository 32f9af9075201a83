"""What detection may know of a file besides its content, and what it concludes."""

import posixpath

from skill_evals.model.light import light
from skill_evals.model.position import Pointer
from skill_evals.model.suite import Tier


@light(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a file lies. A file that is read alone, without its tree, has a path and nothing else."""

    path: str
    skill: str | None = None
    """Name of the folder of the skill that the file lies in, or whose name its folder bears."""
    skill_near: bool = True
    """Whether the tree holds a skill at all that the file could be about."""
    evolve_skill: str | None = None
    """``<skill>`` where the file lies in ``evals/<skill>/`` of a plugin."""
    under_plugins: bool = False
    """Whether that plugin is one of ``plugins/*``, evolve's own layout for several."""

    @property
    def stem(self) -> str:
        """The file's name up to its first dot, in lower case."""
        return posixpath.basename(self.path).lower().partition(".")[0]


@light(frozen=True, slots=True, kw_only=True)
class Detection:
    """What a file is: a suite of a first-class dialect, a shape that is known and not checked, or no suite.

    ``reason`` says why, in words.
    """

    reason: str
    dialect: str | None = None
    tier: Tier | None = None
    cases_at: Pointer = ()
    """Where the cases are, for a first-class dialect."""
    shape: str | None = None
    """The name of a shape that is not checked; None for a dialect or for no suite at all."""
