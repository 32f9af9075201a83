"""The catalogue and the pages of rules, as ``skill-evals rules`` and ``skill-evals explain`` print them."""

import json
from collections.abc import Iterable

from skill_evals.errors import UsageError
from skill_evals.lint.accept import CODE as BASELINE_CODE
from skill_evals.lint.accept import NAME as BASELINE
from skill_evals.lint.engine import INTERNAL_CODE, INTERNAL_ERROR
from skill_evals.lint.rule import Rule
from skill_evals.lint.rules import RULES
from skill_evals.lint.suggest import did_you_mean
from skill_evals.model.diagnostic import Severity
from skill_evals.model.rule import RuleInfo

VERSION = 1
PAGES = "https://github.com/org/skill-evals-action/blob/main/docs"

OWN = (
    RuleInfo(
        name=INTERNAL_ERROR,
        code=INTERNAL_CODE,
        severity=Severity.ERROR,
        url=f"{PAGES}/lint.md#internal-error",
        page="A rule that failed itself.\n\nWhat the rule looks for is not checked there, so the exit code is 3 where "
        "nothing else is wrong. It is a bug of skill-evals: please report it with the file.",
    ),
    RuleInfo(
        name=BASELINE,
        code=BASELINE_CODE,
        severity=Severity.ERROR,
        url=f"{PAGES}/lint.md#baseline",
        page="An accepted finding that is gone.\n\nThe baseline file still accepts it, and would accept a new one like "
        "it. `skill-evals lint --write-baseline` removes what is gone and adds nothing.",
    ),
)
"""What the linter says of itself and of its baseline file; no word of the configuration selects or silences these."""


def catalogue() -> tuple[RuleInfo, ...]:
    """Every name that a finding may carry, in the order of the catalogue, our own last."""
    return (
        *(
            RuleInfo(
                name=rule.name,
                code=rule.code,
                severity=rule.severity,
                page=(rule.page or "").strip(),
                url=f"{PAGES}/rules/{rule.name}.md",
                default=rule.default,
                heuristic=rule.heuristic,
            )
            for rule in RULES
        ),
        *OWN,
    )


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
    for own in OWN:
        if word in (own.name, own.code):
            return f"# {own.name} ({own.code})\n\n{own.page}\n"
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
