"""Every real suite: no rule fails, and what is called an error is one that somebody has looked at and found right."""

import json
from pathlib import Path

import pytest

from skill_evals.app.lint import LintRequest, lint
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.tree_listing import read_tree_listing
from skill_evals.model.diagnostic import Severity
from skill_evals.model.lint import LintResult

ERRORS = Path(__file__).parent / "real_suites_errors.txt"
"""Errors that are right: one a line, repository, rule and place."""


def lint_folder(folder: Path, *named: str) -> LintResult:
    listing = folder / ".tree.txt"
    paths = read_tree_listing(listing) if listing.is_file() else ()
    return lint(LintRequest(files=WorkingTree(folder, listing=paths), named=frozenset(named))).result


@pytest.mark.corpus
def test_every_error_in_a_real_repository_is_known_to_be_right(corpus: Path) -> None:
    found = []
    for folder in sorted(path for path in corpus.iterdir() if path.is_dir() and not path.name.startswith("_")):
        result = lint_folder(folder)
        assert not result.crashed, (folder.name, result.crashed)
        found += [
            f"{folder.name} {d.rule} {d.path}:{d.span.line}:{d.span.column}"
            for d in result.diagnostics
            if d.severity is Severity.ERROR
        ]
    assert found == ERRORS.read_text().splitlines()


@pytest.mark.corpus
def test_every_broken_suite_yields_the_rule_that_it_is_kept_for(corpus: Path) -> None:
    for line in (corpus / "_broken" / "INDEX.jsonl").read_text().splitlines():
        row = json.loads(line)
        repository, commit, path = row["file"].split("/", 2)
        result = lint_folder(corpus / "_broken" / repository / commit, path)
        assert set(row["expect"]) <= {d.rule for d in result.diagnostics if d.path == path}, row["file"]
