"""Makers of records and checks: a test names only what matters to it."""

from collections.abc import Callable
from typing import Any

import pytest

from skill_evals.grade.graders import grade_check
from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage
from skill_evals.model.suite import Check, EvalCase, Tier
from skill_evals.model.verdict import CheckVerdict

Record = Callable[..., Evidence]
Case = Callable[..., EvalCase]
Graded = Callable[..., CheckVerdict]


@pytest.fixture
def record() -> Record:
    def make(outcome: Outcome = Outcome.FINISHED, tier: Tier = Tier.EVALS, **members: Any) -> Evidence:
        key = RunKey(
            arm=Arm.HEAD, stage=Stage.SCREENING, tier=tier, model="local/test", suite="evals.json", case="one", index=0
        )
        return Evidence(key=key, outcome=outcome, **members)

    return make


@pytest.fixture
def case() -> Case:
    def make(*checks: tuple[str, dict[str, object]], **members: Any) -> EvalCase:
        made = tuple(Check(kind=kind, fields=fields, at=("checks", n)) for n, (kind, fields) in enumerate(checks))
        return EvalCase(key="one", id="one", prompt="Do it.", at=("evals", 0), fields={}, checks=made, **members)

    return make


@pytest.fixture
def graded(record: Record) -> Graded:
    """The verdict of one check, first of its list, on a finished run."""

    def grade(dialect: str, kind: str, fields: dict[str, object], **members: Any) -> CheckVerdict:
        return grade_check(Check(kind=kind, fields=fields, at=()), 0, dialect, record(**members))

    return grade
