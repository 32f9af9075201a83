"""Every case folder beside this file: the rule finds exactly what ``expected.txt`` says."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from skill_evals.lint.rules import RULES
from skill_evals.model.config import AcceptStale, Config, LintConfig
from skill_evals.model.diagnostic import Diagnostic
from skill_evals.model.suite import Tier

from .trees import lint_tree, tree_of

HERE = Path(__file__).parent
CASES = sorted(path.parent for path in HERE.glob("*/*/expected.txt"))
LINE = re.compile(r"(?P<place>.+:\d+:\d+) (?P<rule>\S+) (?P<severity>error|warning|info)(?: (?P<fragment>.+))?")


def options_of(case: Path) -> dict[str, Any]:
    file = case / "options.json"
    return dict(json.loads(file.read_text())) if file.is_file() else {}


def findings(case: Path, rule: str) -> list[Diagnostic]:
    options = options_of(case)
    head = tree_of(
        case / "repo", listed=tuple(options.get("listed", ())), untracked=tuple(options.get("untracked", ()))
    )
    base = tree_of(case / "base") if (case / "base").is_dir() else None
    lint = LintConfig(
        extend_select=(rule,), **{key: options[key] for key in ("min_queries", "balance") if key in options}
    )
    models = tuple(options["models"]) if "models" in options else None
    accept = tuple(AcceptStale(**entry | {"tier": Tier(entry["tier"])}) for entry in options.get("accept_stale", ()))
    result = lint_tree(head, base=base, config=Config(lint=lint, accept_stale=accept), models=models)
    assert not result.crashed, [d.message for d in result.diagnostics if d.rule == "internal-error"]
    return [diagnostic for diagnostic in result.diagnostics if diagnostic.rule == rule]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_a_rule_finds_exactly_what_the_case_expects(case: Path) -> None:
    rule = case.parent.name
    found = findings(case, rule)
    wanted = [LINE.fullmatch(line) for line in (case / "expected.txt").read_text().splitlines() if line]
    assert all(wanted), "a line of expected.txt is: path:line:column rule severity [fragment]"
    lines = [(f"{d.path}:{d.span.line}:{d.span.column}", d.rule, str(d.severity)) for d in found]
    matches = [match for match in wanted if match]
    assert lines == [(m["place"], m["rule"], m["severity"]) for m in matches], [d.message for d in found]
    for match, diagnostic in zip(matches, found, strict=True):
        assert (match["fragment"] or "") in diagnostic.message


def test_every_folder_is_a_rule_with_a_failing_and_a_passing_case() -> None:
    names = {rule.name for rule in RULES}
    folders = {case.parent.name for case in CASES}
    assert folders == names
    for name in sorted(names):
        sizes = {bool((case / "expected.txt").read_text().strip()) for case in CASES if case.parent.name == name}
        assert sizes == {True, False}, f"{name} wants a case that it reports and one that it does not"
