from collections.abc import Callable

import pytest

from skill_evals.model.evidence import Arm, Evidence, Outcome, RunKey, Stage
from skill_evals.model.suite import Tier

Record = Callable[[int], Evidence]


@pytest.fixture
def record() -> Record:
    """The n-th run of a sweep."""

    def make(index: int) -> Evidence:
        key = RunKey(
            arm=Arm.HEAD,
            stage=Stage.SCREENING,
            tier=Tier.TRIGGERS,
            model="local/test",
            suite="triggers.json",
            case="Ünïcode?",
            index=index,
        )
        return Evidence(key=key, outcome=Outcome.NO_SKILL, final_text=f"run {index}\nof many")

    return make
