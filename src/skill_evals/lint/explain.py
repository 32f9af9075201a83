"""The catalogue and the pages of rules, as ``skill-evals rules`` and ``skill-evals explain`` print them."""

import json
from collections.abc import Iterable

from skill_evals.errors import UsageError
from skill_evals.lint.rule import Rule
from skill_evals.lint.rules import RULES
from skill_evals.lint.suggest import did_you_mean

VERSION = 1


def rules_json() -> str:
    """``{"version": 1, "rules": [{"name", "code", "severity", "default", …}]}`` with a newline at its end."""
    return json.dumps({"version": VERSION, "rules": [row(rule) for rule in RULES]}, indent=2) + "\n"


def row(rule: Rule) -> dict[str, object]:
    """A rule's catalogue entry, as the JSON form and the documentation show it."""
    return {
        "name": rule.name,
        "code": rule.code,
        "severity": rule.severity.value,
        "default": rule.default,
        "heuristic": rule.heuristic,
        "needs_base": rule.needs_base,
        "fixable": rule.fixable,
        "dialects": None if rule.dialects is None else sorted(rule.dialects),
        "tier": None if rule.tier is None else rule.tier.value,
        "summary": rule.summary,
    }


def rules_text() -> str:
    """A line a rule, in columns."""
    width = max(len(rule.name) for rule in RULES)
    lines = (
        f"{rule.code}  {rule.name:<{width}}  {_default(rule):<13}  {rule.summary}".replace("``", "`") for rule in RULES
    )
    return "".join(f"{line}\n" for line in lines)


def page(word: str) -> str:
    """The page of a rule, by name or code, in Markdown.

    Raises:
        UsageError: there is no such rule.
    """
    rule = find(word, RULES)
    facts = [f"default: {_default(rule)}"]
    if rule.dialects is not None:
        facts.append(f"dialects: {', '.join(sorted(rule.dialects))}")
    facts += ["needs `--base`"] * rule.needs_base + ["fixable"] * rule.fixable + ["heuristic"] * rule.heuristic
    return f"# {rule.name} ({rule.code})\n\n{' · '.join(facts)}\n\n{(rule.page or '').strip()}\n"


def find(word: str, rules: Iterable[Rule]) -> Rule:
    """The rule of a name or code.

    Raises:
        UsageError: there is none.
    """
    rules = tuple(rules)
    for rule in rules:
        if word in (rule.name, rule.code):
            return rule
    hint = did_you_mean(word, [rule.name for rule in rules])
    raise UsageError(f"`{word}` is no rule{hint}", cure="`skill-evals rules` lists names and codes")


def _default(rule: Rule) -> str:
    return rule.severity.value if rule.default else f"{rule.severity.value}, off"
