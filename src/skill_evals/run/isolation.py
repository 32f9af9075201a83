"""Which guarantees of a sandbox are enough for what, and the words of a refusal."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from skill_evals.model.guarantee import Guarantee

PROMISES: Mapping[str, str] = MappingProxyType(
    {
        "files": "opens no file but its workspace's and the system's",
        "runner": "reads neither memory nor environment nor open files of the runner",
        "signals": "signals no process but its own, and sets limits on none",
        "leftovers": "nothing that it started outlives it",
        "privileges": "gains no privilege",
        "network": "opens no socket",
        "one-port": "reaches no TCP port but the proxy's, and nothing by UDP",
        "processes": "the number of its processes is bounded",
        "memory": "its memory is bounded",
        "disk": "the bytes that it writes are bounded",
    }
)
"""Every guarantee by name, in the order of reports: what is true of the processes that run in the sandbox."""

FOR_COMMANDS = tuple(name for name in PROMISES if name != "one-port")
FOR_AGENTS = tuple(name for name in PROMISES if name != "network")


def missing(found: Iterable[Guarantee], needed: Iterable[str]) -> tuple[Guarantee, ...]:
    """The needed guarantees that do not hold; one that nobody looked for does not hold either."""
    by_name = {guarantee.name: guarantee for guarantee in found}
    unseen = {name: Guarantee(name=name, holds=False, mechanism="", reason="it was not looked for") for name in needed}
    return tuple(guarantee for name in unseen if not (guarantee := by_name.get(name, unseen[name])).holds)


def refusal(found: Iterable[Guarantee], needed: Iterable[str], what: str) -> str | None:
    """Why ``what`` (a plural) does not run here, naming each guarantee that is missing; None: it may run."""
    by_reason: dict[str, list[str]] = {}
    for one in missing(found, needed):
        by_reason.setdefault(one.reason, []).append(one.name)
    if not by_reason:
        return None
    words = "; ".join(f"{_named(names)}: {reason}" for reason, names in by_reason.items())
    return f"{what} are refused, since the sandbox does not hold here (--no-sandbox runs them all the same): {words}"


def _named(names: list[str]) -> str:
    """One guarantee with what it says, several by their names."""
    if len(names) == 1:
        return f"`{names[0]}` ({PROMISES[names[0]]})"
    return ", ".join(f"`{name}`" for name in names)
