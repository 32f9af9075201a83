"""Whether two names are one skill's: harnesses write ``plugin:skill`` where they know the plugin."""

from collections.abc import Iterable


def same_skill(name: str, target: str) -> bool:
    """Equal, or equal but for a plugin prefix that only one of them has."""
    if name == target:
        return True
    plugin, _, bare = name.rpartition(":")
    target_plugin, _, target_bare = target.rpartition(":")
    return bare == target_bare and not (plugin and target_plugin)


def among(target: str, activations: Iterable[str]) -> bool:
    """Whether the target is one of the skills that were activated."""
    return any(same_skill(name, target) for name in activations)
