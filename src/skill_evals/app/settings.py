"""The configuration in force, key by key, and where each value comes from."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum

from skill_evals.app.configuration import GROUPS, KEYS
from skill_evals.app.evolve_config import NAMES as EVOLVE_NAMES
from skill_evals.app.evolve_config import with_evolve
from skill_evals.documents.document import Document
from skill_evals.documents.read import read_document
from skill_evals.model.checkup import Setting
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.model.position import Part, Pointer
from skill_evals.skills.excludes import DEFAULT_EXCLUDES


def settings_in_force(own: Config | None, files: FileTree) -> tuple[Setting, ...]:
    """Every key in the order of the documentation; ``own`` is the configuration as it was read from ``files``."""
    document = None if own is None or own.path is None else read_document(own.path, files.read(own.path))
    before = dict(_values(own or Config()))
    evolve = next((name for name in EVOLVE_NAMES if name in files.entries), "")

    def origin(at: tuple[str, ...], value: object) -> str:
        if document is not None and _holds(document.value, at):
            return f"{document.path}:{_line(document, at)}"
        return "default" if value == before[at] else evolve

    found = _values(with_evolve(own or Config(), files))
    return tuple(Setting(key=".".join(at), value=value, origin=origin(at, value)) for at, value in found)


def _values(config: Config) -> Iterator[tuple[tuple[str, ...], object]]:
    for key in KEYS:
        if key == "$schema":
            continue
        if key in GROUPS:
            for name in GROUPS[key]:
                yield (key, name), _plain(_group_value(config, key, name))
        else:
            yield (key,), _plain(_value(config, key.replace("-", "_")))


def _value(config: Config, name: str) -> object:
    if name == "exclude" and config.exclude is None:
        return DEFAULT_EXCLUDES
    holder = next(part for part in (config, config.lint, config.run) if hasattr(part, name))
    return getattr(holder, name)


def _group_value(config: Config, group: str, name: str) -> object:
    holder = {"gate": config.gate, "judge": config.run.judge}.get(group) or getattr(config.gate, group)
    return getattr(holder, name.replace("-", "_"))


def _plain(value: object) -> object:
    """As the file would say it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Mapping):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(member) for member in value]
    names = getattr(value, "__dataclass_fields__", None)
    return value if names is None else {name.replace("_", "-"): _plain(getattr(value, name)) for name in names}


def _holds(value: object, at: Pointer) -> bool:
    for step in at:
        if not isinstance(value, dict) or step not in value:
            return False
        value = value[step]
    return True


def _line(document: Document, at: Pointer) -> int:
    return document.span(at, Part.KEY).line
