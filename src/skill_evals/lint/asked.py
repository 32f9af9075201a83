"""Whether somebody asked for the part of a rule that is off by default."""

from skill_evals.lint.presets import BY_NAME
from skill_evals.model.config import LintConfig

_EVERYTHING = "all"


def asked_for(name: str, code: str, config: LintConfig, *, heuristic: bool = False) -> bool:
    """Whether the configuration selects a rule by its name or code, or everything of its kind."""
    wanted = (*config.select, *config.extend_select)
    preset = BY_NAME[config.preset]
    of_preset = (preset.heuristic if heuristic else preset.exact) and not config.select
    return of_preset or not {name, code, _EVERYTHING}.isdisjoint(wanted)
