"""Which part of a tree is spoken about."""

from typing import TYPE_CHECKING

from skill_evals.model.light import light

if TYPE_CHECKING:  # the tree is being listed while what makes diagnostics is loaded
    from skill_evals.model.diagnostic import Diagnostic


@light(frozen=True, slots=True, kw_only=True)
class Scope:
    """Everything beneath these paths; empty: the whole tree."""

    paths: tuple[str, ...] = ()
    related: bool = False
    """Whether findings elsewhere count too that something beneath these paths may have caused."""

    def holds(self, path: str) -> bool:
        return not self.paths or any(path == mine or path.startswith(f"{mine}/") for mine in self.paths)

    def reaches(self, path: str) -> bool:
        """Whether a finding at this path may be spoken about, whatever caused it."""
        return self.related or self.holds(path)

    def concerns(self, diagnostic: "Diagnostic") -> bool:
        """Whether a finding lies beneath these paths or, where related ones count, may come from there."""
        return self.holds(diagnostic.path) or (self.related and any(map(self.holds, diagnostic.causes)))
