"""Which part of a tree is spoken about."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Everything beneath these paths; empty: the whole tree."""

    paths: tuple[str, ...] = ()

    def holds(self, path: str) -> bool:
        return not self.paths or any(path == mine or path.startswith(f"{mine}/") for mine in self.paths)
