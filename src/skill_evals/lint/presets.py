"""Presets: which rules run, and which of their warnings are errors, where the configuration names no rules."""

from typing import TYPE_CHECKING

from skill_evals.model.light import light

if TYPE_CHECKING:  # the command line wants to know the names before any rule is loaded
    from skill_evals.lint.rule import Rule


@light(frozen=True, slots=True, kw_only=True)
class Preset:
    """The default rules, with ``exact`` or ``heuristic`` ones that are off by default; ``raised`` names the rules whose
    warnings are errors.
    """

    name: str
    exact: bool = False
    heuristic: bool = False
    raised: frozenset[str] = frozenset()

    def holds(self, rule: "Rule") -> bool:
        return rule.default or (self.heuristic if rule.heuristic else self.exact)


RECOMMENDED = Preset(name="recommended")

STRICT = Preset(
    name="strict",
    exact=True,
    raised=frozenset(
        {
            # what its runner reads otherwise than it was written
            "yaml-trap",
            "retired-key",
            "two-check-keys",
            "schema-url",
            # what cannot be found again
            "missing-id",
            "skill-name-mismatch",
            "orphan-suite",
            "skill-name-form",
            "missing-fixture",
            "fixture-escapes",
            "fixture-untracked",
            # what measures nothing
            "nothing-to-grade",
            "vacuous-pattern",
            "vacuous-command",
            "duplicate-check",
            # what no longer says how the skill does
            "stale-triggers",
            "stale-evals",
            "unrun-case",
            "orphan-result",
            "hand-edited-results",
        }
    ),
)

ALL = Preset(name="all", exact=True, heuristic=True)

PRESETS: tuple[Preset, ...] = (RECOMMENDED, STRICT, ALL)
BY_NAME = {preset.name: preset for preset in PRESETS}
