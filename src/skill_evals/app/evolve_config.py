"""evolve's own configuration, read where ours says nothing: its layout and its thresholds."""

from collections.abc import Mapping
from dataclasses import replace

from skill_evals.documents.read import read_document
from skill_evals.errors import FileUnavailableError
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree

NAMES = (".evolve.yaml", ".evolve.yml", ".evolve.json", ".evolve.jsonc")


def with_evolve(config: Config, files: FileTree) -> Config:
    """The configuration with evolve's layout and thresholds in the places that still hold our defaults.

    evolve's own checks refuse a faulty file; here an unreadable one says nothing, as it is not ours to judge.
    """
    settings = _settings(files)
    layout = settings.get("layout")
    if config.layout == "auto" and layout in ("marketplace", "multi", "single"):
        config = replace(config, layout=str(layout))
    thresholds = _member(_member(settings, "report"), "thresholds")
    defaults = Config().gate
    gate = config.gate
    for name in ("triggers_min_pass_rate", "evals_min_pass_rate"):
        value = thresholds.get(name)
        is_rate = isinstance(value, int | float) and not isinstance(value, bool)
        if is_rate and getattr(gate, name) == getattr(defaults, name):
            gate = replace(gate, **{name: float(value)})  # type: ignore[arg-type] # is_rate says it is a number
    return replace(config, gate=gate)


def _settings(files: FileTree) -> Mapping[str, object]:
    for name in NAMES:
        if name in files.entries:
            try:
                value = read_document(name, files.read(name)).value
            except FileUnavailableError:
                return {}
            return value if isinstance(value, dict) else {}
    return {}


def _member(settings: Mapping[str, object], name: str) -> Mapping[str, object]:
    value = settings.get(name)
    return value if isinstance(value, dict) else {}
