"""What is said of a file is the same whether it is linted with the whole tree or named alone."""

from pathlib import Path

import pytest

from skill_evals.app.lint import found_in, in_scope
from skill_evals.app.reading import Reading, read_tree
from skill_evals.lint.rules import RULES
from skill_evals.model.config import Config, LintConfig
from skill_evals.model.scope import Scope

from .test_rules import CASES
from .trees import tree_of

EVERYTHING = Config(lint=LintConfig(extend_select=tuple(rule.name for rule in RULES)))


@pytest.fixture(params=CASES, ids=lambda case: f"{case.parent.name}/{case.name}")
def reading(request: pytest.FixtureRequest) -> Reading:
    case: Path = request.param
    return read_tree(tree_of(case / "repo"), EVERYTHING)


@pytest.mark.parametrize("related", [False, True])
def test_a_file_alone_is_told_what_it_is_told_in_its_tree(reading: Reading, related: bool) -> None:
    every = found_in(reading, EVERYTHING)
    for path in reading.document_paths():
        scope = Scope(paths=(path,), related=related)
        alone = found_in(reading, EVERYTHING, scope=scope)
        assert in_scope(alone, reading, scope) == in_scope(every, reading, scope), path
