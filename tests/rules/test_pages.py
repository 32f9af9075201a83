"""A rule's page is its module's docstring: its headings, its place in the catalogue, and its examples, which run."""

import json
import pkgutil
import re
from collections.abc import Iterator

import pytest

from skill_evals.errors import UsageError
from skill_evals.lint import rules
from skill_evals.lint.explain import page, rules_json, rules_text
from skill_evals.lint.rule import Rule
from skill_evals.lint.rules import RULES
from skill_evals.model.config import Config, LintConfig
from skill_evals.model.diagnostic import Diagnostic, Severity

from .trees import MemoryTree, lint_tree

HEADINGS = ["What it does", "Why is this bad", "Bad", "Good", "Configuration", "How to fix"]
EXAMPLE = re.compile(
    r"^```\w+ path=(?P<path>\S+)(?: encoding=(?P<encoding>\S+))?(?P<base> side=base)?(?P<untracked> untracked)?"
    r"\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
"""A file of the example; ``side=base``: of the tree at the merge base, in which the others stand as they are;
``untracked``: not in git's index.
"""
CATALOGUE = {
    "D": "invalid-document duplicate-key not-utf8 unreadable-size shadowed-suite unknown-suite yaml-trap",
    "S": "schema-violation unknown-key not-boolean wrong-number retired-key two-check-keys schema-url",
    "I": "missing-id duplicate-id id-form duplicate-assertion-id reserved-id skill-name-mismatch orphan-suite renamed-id",
    "F": "missing-fixture fixture-escapes fixture-collision fixture-untracked fixture-not-a-file answer-key-fixture "
    "unused-fixture",
    "T": "one-sided-triggers unbalanced-triggers too-few-triggers duplicate-query conflicting-query near-duplicate-query "
    "query-names-skill slash-command-query easy-negatives sibling-conflict missing-sibling-negatives query-in-description "
    "not-model-invocable even-runs split-leak",
    "E": "nothing-to-grade unknown-check missing-check-field invalid-pattern vacuous-pattern impossible-pattern "
    "vacuous-command unconditional-command risky-command contradicting-checks duplicate-check check-escapes judge-only "
    "leaky-prompt prompt-names-skill blank-prompt vague-expectation ignored-order checks-on-negative single-case-suite",
    "R": "stale-triggers stale-evals unrun-case orphan-result unknown-freshness inconsistent-results hand-edited-results "
    "suspect-results unsupported-results inconsistent-benchmark",
    "K": "invalid-frontmatter skill-name-form duplicate-skill-name description-form listing-overflow broken-reference "
    "unknown-frontmatter-key skill-without-suite",
    "P": "weakened-suite weakened-policy edited-results-only",
}
"""Names by letter of their code, in the order of the codes; a code is never given to another name."""


def sections(rule: Rule) -> Iterator[tuple[str, str]]:
    outside = re.split(r"^## (.+)$", rule.page or "", flags=re.MULTILINE)
    return zip(outside[1::2], outside[2::2], strict=True)


def findings(rule: Rule, section: str) -> list[Diagnostic]:
    """What is found in the tree of an example, to which the skill is added where the example leaves it out."""
    files: dict[str, bytes] = {}
    before: dict[str, bytes] = {}
    untracked: list[str] = []
    for match in EXAMPLE.finditer(dict(sections(rule))[section]):
        untracked += [match["path"]] if match["untracked"] else []
        (before if match["base"] else files)[match["path"]] = match["text"].encode(match["encoding"] or "utf-8")
    assert files, f"{rule.name} has no example under {section}"
    if not any(path.endswith("SKILL.md") for path in files):
        files |= {path: text for path, text in map(skill_of, list(files)) if path}
    base = MemoryTree(files=files | before) if before else None
    config = Config(lint=LintConfig(extend_select=(rule.name,)))
    head = MemoryTree(files=files, untracked=tuple(untracked))
    return list(lint_tree(head, base=base, config=config).diagnostics)


def skill_of(path: str) -> tuple[str, bytes]:
    """The ``SKILL.md`` that a suite's place points at: ``<plugin>/evals/<skill>/…`` or ``<skill>/evals/…``."""
    evolve = re.fullmatch(r"(?P<plugin>(?:.+/)?)evals/(?P<skill>[^/]+)/.+", path)
    beside = re.fullmatch(r"(?P<folder>(?:.+/)?(?P<skill>[^/]+))/evals/[^/]+", path)
    found = evolve or beside
    if found is None:
        return "", b""
    home = f"{found['plugin']}skills/{found['skill']}" if evolve else found["folder"]
    return f"{home}/SKILL.md", f"---\nname: {found['skill']}\ndescription: Does what it says.\n---\n".encode()


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_page_has_every_heading(rule: Rule) -> None:
    assert [heading for heading, _ in sections(rule)] == HEADINGS
    assert rule.summary
    assert "\n" not in rule.summary


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_bad_example_is_reported(rule: Rule) -> None:
    assert rule.name in [diagnostic.rule for diagnostic in findings(rule, "Bad")]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_the_good_example_is_not_reported_nor_wrong_in_any_other_way(rule: Rule) -> None:
    found = findings(rule, "Good")
    assert [(d.rule, d.message) for d in found if d.rule == rule.name or d.severity is Severity.ERROR] == []


def test_the_list_is_in_the_order_of_the_catalogue_with_its_codes() -> None:
    codes = {
        name: f"{letter}{number:03}"
        for letter, names in CATALOGUE.items()
        for number, name in enumerate(names.split(), start=1)
    }
    order = list(codes)
    assert [rule.name for rule in RULES] == [name for name in order if name in {rule.name for rule in RULES}]
    assert {rule.name: rule.code for rule in RULES} == {rule.name: codes[rule.name] for rule in RULES}


def test_every_module_of_the_folder_is_in_the_list() -> None:
    modules = {module.name.replace("_", "-") for module in pkgutil.iter_modules(rules.__path__)}
    assert modules == {rule.name for rule in RULES}


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_a_rule_has_exactly_one_check_and_a_heuristic_one_is_no_error(rule: Rule) -> None:
    checks = (rule.on_document, rule.on_suite, rule.on_skill, rule.on_group, rule.on_results, rule.on_project)
    assert sum(check is not None for check in checks) == 1
    assert not (rule.heuristic and rule.severity is Severity.ERROR)


def test_the_catalogue_says_the_same_in_text_and_json() -> None:
    told = json.loads(rules_json())
    assert told["version"] == 1
    assert [row["code"] for row in told["rules"]] == [line.split()[0] for line in rules_text().splitlines()]


def test_a_page_is_found_by_name_and_by_code() -> None:
    assert page("duplicate-id") == page("I002")
    assert page("duplicate-id").startswith("# duplicate-id (I002)\n\ndefault: error")


def test_a_page_that_is_not_there() -> None:
    with pytest.raises(UsageError, match="did you mean `duplicate-id`"):
        page("duplicate-ids")
