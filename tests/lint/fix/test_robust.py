"""Whatever stands in a suite, fixing it ends, leaves a document that is read, and a second time changes nothing."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.test_robust import SKILLS, SUITES, anything, changed, places
from rules.trees import MemoryTree
from skill_evals.app.fix import fix
from skill_evals.app.lint import LintRequest
from skill_evals.documents.read import read_document
from skill_evals.model.config import Config, LintConfig

CONFIG = Config(lint=LintConfig(preset="all"))
WRONG = st.sampled_from(["true", "No", 1, 0, 2.0, 1e2, "greet", "somebody-else", "team.csv", None])
KEYS = st.sampled_from(["promt", "asertions", "expectation", "$schema", "should_triger", "max_turn", "id"])


@pytest.mark.parametrize("path", SUITES)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_any_suite_comes_to_rest(path: str, data: st.DataObject) -> None:
    value = SUITES[path]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.sampled_from(places(value)))
        value = changed(value, at, data.draw(WRONG | anything))
    objects = [at for at in places(value) if isinstance(held(value, at), dict)]
    if objects:
        value = changed(value, (*data.draw(st.sampled_from(objects)), data.draw(KEYS)), data.draw(WRONG))
    lists = [(at, inner) for at in places(value) if isinstance(inner := held(value, at), list) and inner]
    if lists:
        at, inner = data.draw(st.sampled_from(lists))
        value = changed(value, at, inner * 2)
    before = MemoryTree(
        files={**SKILLS, path: json.dumps(value, indent=data.draw(st.sampled_from([None, 2]))).encode()}
    )
    done = fix(LintRequest(files=before, config=CONFIG), unsafe=True)
    assert not done.linted.result.crashed
    left = [d for d in done.linted.result.diagnostics if d.fixable]
    assert left == [*done.refused]
    files = {**before.files, **{change.path: change.after for change in done.changes}}
    assert all(read_document(name, text).readable for name, text in files.items())
    again = fix(LintRequest(files=MemoryTree(files=files), config=CONFIG), unsafe=True)
    assert (again.changes, again.fixed) == ((), ())


def held(value: object, at: tuple[str | int, ...]) -> object:
    for step in at:
        value = value[step]  # type: ignore[index]  # a place that the value has
    return value
