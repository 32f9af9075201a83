"""Backends by name: the built-in ones at once, others by the entry-point group ``skill_evals.backends``."""

from collections.abc import Callable, Mapping
from importlib import import_module
from types import MappingProxyType
from typing import TypeAlias, cast

from skill_evals.dialects.spelling import near
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.errors import UsageError
from skill_evals.run.ports.backend import Backend

GROUP = "skill_evals.backends"
BUILT_IN: Mapping[str, str] = MappingProxyType(
    {
        "claude-code": "skill_evals.edges.backends.claude_code.create:create",
        "lexical": "skill_evals.edges.backends.lexical:create",
        "messages": "skill_evals.edges.backends.messages.create:create",
        "replay": "skill_evals.edges.backends.replay:create",
    }
)
"""The same as in pyproject.toml; named here too, since looking at every installed package takes longer than a lint."""

Factory: TypeAlias = Callable[[BackendOptions], Backend]


def create_backend(name: str, options: BackendOptions) -> Backend:
    """The backend of that name.

    Raises:
        UsageError: there is none of that name, or the package that brings it is not whole.
        BackendError: it cannot run here: a recording is missing.
    """
    place = BUILT_IN.get(name) or _installed().get(name)
    if place is None:
        known = ", ".join(sorted({*BUILT_IN, *_installed()}))
        raise UsageError(
            f"there is no backend named `{name}`; known are {known}",
            cure=f"{_did_you_mean(name)}choose one of them, or install the package that provides `{name}`",
        )
    return _factory(name, place)(options)


def _did_you_mean(name: str) -> str:
    found = near(name, BUILT_IN)
    return f"did you mean `{found[0][1]}`? " if found else ""


def known_backends() -> tuple[str, ...]:
    """The names of all backends: the built-in ones, then those that other packages bring."""
    return tuple(dict.fromkeys((*BUILT_IN, *sorted(_installed()))))


def _installed() -> dict[str, str]:
    from importlib.metadata import entry_points  # slow to import, and built-in names do without

    return {entry.name: entry.value for entry in entry_points(group=GROUP)}


def _factory(name: str, place: str) -> Factory:
    module, _, attribute = place.partition(":")
    try:
        return cast("Factory", getattr(import_module(module), attribute.split()[0]))
    except (ImportError, AttributeError, IndexError) as error:
        raise UsageError(
            f"the backend `{name}` cannot be loaded from {place}: {error}",
            cure="install the package that provides it again, with its extras",
        ) from error
