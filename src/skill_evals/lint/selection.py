"""Which rules speak, how gravely, and where they have been asked to be silent."""

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from skill_evals.errors import ConfigError
from skill_evals.lint.presets import BY_NAME, Preset
from skill_evals.lint.rule import Rule
from skill_evals.lint.suggest import did_you_mean
from skill_evals.model.config import LintConfig, PathIgnore
from skill_evals.model.diagnostic import Severity
from skill_evals.model.light import field, light
from skill_evals.model.regex import regex

EVERYTHING = "all"
CODE = regex(r"[A-Z][0-9]{0,3}")
WHOLE = 4
"""Weight of a word that means one rule."""

_Words: TypeAlias = list[tuple[str, frozenset[str]]]
"""Words of the configuration, each with the names of the rules that it means."""


@light(frozen=True, slots=True, kw_only=True)
class Selection:
    """``severity`` holds the configuration's overrides by rule name, ``raised`` the rules whose warnings the preset
    makes errors; ``silent_cases`` is by (path, case key).
    """

    rules: tuple[Rule, ...]
    severity: Mapping[str, Severity] = field(default_factory=dict)
    raised: frozenset[str] = frozenset()
    silent_paths: tuple[tuple[PathIgnore, frozenset[str]], ...] = ()
    silent_cases: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)

    def severity_of(self, rule: Rule, stated: Severity | None = None) -> Severity:
        """How grave a finding is, ``stated`` being what the rule says of this one. A heuristic is never an error."""
        if rule.name in self.severity:
            return self.severity[rule.name]
        own = stated or rule.severity
        if rule.heuristic:
            return Severity.WARNING if own is Severity.ERROR else own
        return Severity.ERROR if own is Severity.WARNING and rule.name in self.raised else own


def select(config: LintConfig, rules: Iterable[Rule]) -> Selection:
    """The decision for one run.

    ``select`` says exactly which rules run, and without it those of the preset do; ``extend-select`` adds to either
    and ``ignore`` takes away. Of words for and against a rule the more specific one wins (a name or whole code over a
    code letter, a letter over ``all``), and of equally specific ones ``ignore``.

    Raises:
        ConfigError: a word that names no rule, no preset of that name, or a heuristic rule that is to be an error.
    """
    rules = tuple(rules)
    wanted = [(word, named(word, rules)) for word in (*config.select, *config.extend_select)]
    unwanted = [(word, named(word, rules)) for word in config.ignore]
    preset = _preset(config.preset)
    return Selection(
        rules=tuple(
            rule
            for rule in rules
            if _speaks(rule, wanted, unwanted, otherwise=not config.select and preset.holds(rule))
        ),
        raised=preset.raised,
        severity=_severities(config.severity, rules),
        silent_paths=tuple((entry, named_all(entry.rules, rules)) for entry in config.path_ignores),
        silent_cases={_case(place): named_all(words, rules) for place, words in config.case_ignores.items()},
    )


def _preset(name: str) -> Preset:
    if name not in BY_NAME:
        raise ConfigError(
            f"`{name}` is no preset{did_you_mean(name, list(BY_NAME))}", cure=f"the presets are {', '.join(BY_NAME)}"
        )
    return BY_NAME[name]


def named(word: str, rules: Iterable[Rule]) -> frozenset[str]:
    """Names of the rules that a word of the configuration means.

    Raises:
        ConfigError: it means none.
    """
    rules = tuple(rules)
    if word == EVERYTHING:
        return frozenset(rule.name for rule in rules)
    if CODE.fullmatch(word):
        found = frozenset(rule.name for rule in rules if rule.code.startswith(word))
    else:
        found = frozenset(rule.name for rule in rules if rule.name == word)
    if not found:
        hint = did_you_mean(word, [rule.name for rule in rules])
        raise ConfigError(
            f"`{word}` is no rule{hint}", cure="`skill-evals rules` lists names and codes; `all` means every rule"
        )
    return found


def named_all(words: Iterable[str], rules: Iterable[Rule]) -> frozenset[str]:
    """As ``named``, of several words."""
    rules = tuple(rules)
    return frozenset[str]().union(*(named(word, rules) for word in words))


def _speaks(rule: Rule, wanted: _Words, unwanted: _Words, *, otherwise: bool) -> bool:
    yes = max((_weight(word) for word, names in wanted if rule.name in names), default=-1)
    no = max((_weight(word) for word, names in unwanted if rule.name in names), default=-1)
    return otherwise if yes == no == -1 else yes > no


def _weight(word: str) -> int:
    """How specific a word is: ``all`` 0, a code by its length, a name as much as a whole code."""
    if word == EVERYTHING:
        return 0
    return len(word) if CODE.fullmatch(word) else WHOLE


def _severities(overrides: Mapping[str, Severity], rules: tuple[Rule, ...]) -> dict[str, Severity]:
    """By rule, the more specific word last. A word for many rules leaves heuristics as they are instead of making them
    errors.

    Raises:
        ConfigError: a word that means one rule alone, a heuristic, makes it an error.
    """
    heuristics = frozenset(rule.name for rule in rules if rule.heuristic)
    chosen: dict[str, Severity] = {}
    for word in sorted(overrides, key=_weight):
        for name in named(word, rules):
            if overrides[word] is not Severity.ERROR or name not in heuristics:
                chosen[name] = overrides[word]
            elif _weight(word) == WHOLE:
                raise ConfigError(
                    f"`{name}` cannot be an error: it is a heuristic and may be wrong",
                    cure="make it a warning; `--fail-on warning` fails on warnings",
                )
    return chosen


def _case(place: str) -> tuple[str, str]:
    path, sharp, key = place.partition("#")
    if not (path and sharp and key):
        raise ConfigError(f"`{place}` names no case", cure="write `path/of/the/suite.json#case-id`")
    return path.replace("\\", "/"), key
