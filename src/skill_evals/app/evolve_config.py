"""evolve's own configuration, read where ours says nothing: layout, thresholds, ``baseline`` and models."""

from collections.abc import Iterable, Mapping

from skill_evals.documents.read import read_document
from skill_evals.errors import FileUnavailableError
from skill_evals.model.config import Config
from skill_evals.model.files import FileTree
from skill_evals.model.light import replace

NAMES = (".evolve.yaml", ".evolve.yml", ".evolve.json", ".evolve.jsonc")

_PROVIDER = "anthropic/"
_MODEL = "claude-"
"""How a model begins that is named without its provider."""


def with_evolve(config: Config, files: FileTree) -> Config:
    """The configuration with evolve's layout, thresholds, ``baseline`` (our ``lift``), models and judge, where ours is
    silent.

    evolve's own checks refuse a faulty file; here what cannot be used says nothing, as it is not ours to judge.
    """
    settings = _settings(files, NAMES)
    if not settings:
        return config
    ours = _settings(files, config.names)
    layout = settings.get("layout")
    if config.layout == "auto" and "layout" not in ours and layout in ("marketplace", "multi", "single"):
        config = replace(config, layout=str(layout))
    baseline = settings.get("baseline")
    if isinstance(baseline, bool) and "lift" not in ours:
        config = replace(config, run=replace(config.run, lift=baseline))
    models = _models(settings.get("models"))
    if models and not config.run.models:
        source = next(name for name in NAMES if name in files.entries)
        config = replace(config, run=replace(config.run, models=models, models_from=source))
    judges = _models([settings.get("judge_model")])
    if judges and config.run.judge.model is None:
        config = replace(config, run=replace(config.run, judge=replace(config.run.judge, model=judges[0])))
    thresholds = _member(_member(settings, "report"), "thresholds")
    stated = _member(ours, "gate")
    gate = config.gate
    for name in ("triggers_min_pass_rate", "evals_min_pass_rate"):
        value = thresholds.get(name)
        is_rate = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
        if is_rate and name.replace("_", "-") not in stated:
            gate = replace(gate, **{name: float(value)})  # type: ignore[arg-type] # is_rate says it is a number
    return replace(config, gate=gate)


def _models(tokens: object) -> tuple[str, ...]:
    """The list of evolve restricts what it runs: a provider or ``all`` names no model, and of the models named those of
    other providers are for harnesses that are not ours.
    """
    words = [token.strip() for token in tokens if isinstance(token, str)] if isinstance(tokens, list) else []
    keys = (word if "/" in word else f"{_PROVIDER}{word}" for word in words if word.startswith((_PROVIDER, _MODEL)))
    return tuple(dict.fromkeys(keys))


def _settings(files: FileTree, names: Iterable[str]) -> Mapping[str, object]:
    """The first file of these names that is here, where it holds keys and values."""
    for name in names:
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
