"""Whatever an author wrote: a verdict, and never a traceback."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.dialects.place import Place
from skill_evals.dialects.read import read_suite
from skill_evals.documents.read import read_document
from skill_evals.grade.evals import grade_eval
from skill_evals.grade.graders import GRADERS
from skill_evals.grade.needs import needs_of
from skill_evals.model.evidence import (
    Arm,
    CommandRun,
    Evidence,
    Judgement,
    Message,
    Outcome,
    RunKey,
    Stage,
    ToolCall,
    WorkspaceFile,
)
from skill_evals.model.suite import Check, EvalCase, Suite, Tier
from skill_evals.model.verdict import State

KEY = RunKey(arm=Arm.HEAD, stage=Stage.SCREENING, tier=Tier.EVALS, model="m", suite="s", case="c", index=0)
KINDS = sorted({kind for graders in GRADERS.values() for kind in graders} | {"", "unknown"})
FIELDS = [
    "path", "pattern", "run", "cwd", "requires", "expect_exit", "tool", "text", "rubric", "check", "must_precede",
    "command", "env", "matrix", "expect_exit_code", "expect_stdout", "setup_files", "max_files_touched",
]  # fmt: skip
words = st.sampled_from(
    [
        "",
        "a",
        "(",
        "../x",
        "/",
        "a\0",
        "\ud800",
        "tool_invocation_matches",
        "first_write",
        "completion_claim",
        "x{2000}",
    ]
)
scalars = st.none() | st.booleans() | st.integers(-2, 2**70) | st.floats(allow_nan=True) | words
values = (
    scalars
    | st.lists(scalars, max_size=2)
    | st.dictionaries(words, scalars | st.lists(scalars, max_size=2), max_size=2)
)
checks = st.builds(
    Check,
    kind=st.sampled_from(KINDS),
    fields=st.dictionaries(st.sampled_from(FIELDS), values, max_size=5),
    at=st.just(()),
)
cases = st.builds(
    EvalCase,
    key=st.just("c"),
    id=st.none(),
    prompt=st.just(""),
    at=st.just(()),
    fields=st.just({}),
    checks=st.lists(checks, max_size=3).map(tuple),
    should_trigger=st.booleans(),
    timeout_seconds=st.none() | st.integers(-1, 9),
)
FULL = Evidence(
    key=KEY,
    outcome=Outcome.FINISHED,
    final_text="a\ud800",
    activations=("x",),
    tool_calls=(
        ToolCall(name="a", arguments='{"\ud800": NaN}', ordinal=0),
        ToolCall(name="Write", arguments="{", ordinal=1),
    ),
    messages=(Message(text="a\ud800", ordinal=2),),
    files={"a": WorkspaceFile(exists=True, text="a"), "/": WorkspaceFile(exists=True)},
    commands={
        0: CommandRun(exit_code=0, stdout="a"),
        1: CommandRun(exit_code=None, cells={"A=1": CommandRun(exit_code=-1)}),
    },
    judgements={0: Judgement(passed=True), 1: Judgement(passed=None)},
)
EMPTY = Evidence(key=KEY, outcome=Outcome.FINISHED)


@given(cases, st.sampled_from([*GRADERS, "no-such-dialect"]), st.sampled_from([FULL, EMPTY]))
@settings(max_examples=200, deadline=None)
def test_any_check_gets_one_of_four_states(case: EvalCase, dialect: str, evidence: Evidence) -> None:
    verdict = grade_eval(case, dialect, evidence)
    assert len(verdict.checks) == len(case.checks) + (not case.should_trigger)
    assert verdict == grade_eval(case, dialect, evidence)
    if not verdict.checks:
        assert verdict.state is State.SKIPPED
    assert set(needs_of(case).commands) <= set(range(len(case.checks)))


@pytest.mark.corpus
def test_real_suites_without_any_evidence_pass_nothing_and_blame_nobody(corpus: Path) -> None:
    """A run that left nothing: what asks for a file was not looked at, what asks a judge was not judged."""
    graded = 0
    for path in sorted(corpus.glob("*/**/*eval*.json")):
        document = read_document(path.name, path.read_bytes())
        suite = read_suite(document, Place(path=path.relative_to(corpus).as_posix()))
        if not isinstance(suite, Suite):
            continue
        for case in suite.evals:
            verdict = grade_eval(case, suite.dialect, EMPTY)
            needs = needs_of(case)
            judged = [c for n, c in enumerate(verdict.checks) if n in needs.sentences]
            assert {c.state for c in judged} <= {State.SKIPPED}, path
            graded += len(verdict.checks)
    assert graded > 5000
