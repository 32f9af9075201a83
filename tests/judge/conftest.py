"""The server of the Messages API, and a judge that speaks to it."""

import os
from collections.abc import Callable

import pytest

from backends.messages.conftest import hasty, serve
from command_line import call
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.judge.judge import MessagesJudge
from skill_evals.edges.judge.options import JudgeOptions
from skill_evals.model.config import JudgeConfig

__all__ = ["call", "hasty", "serve"]

Make = Callable[..., MessagesJudge]


@pytest.fixture
def judge() -> Make:
    """Makes a judge that is in a hurry, but for ``seconds`` of one call; other members are the configuration's."""

    def make(*, seconds: float = 30.0, **config: object) -> MessagesJudge:
        options = JudgeOptions(config=JudgeConfig(**config))  # type: ignore[arg-type] # tests name real members
        patience = Patience(first=0.001, longest=0.001, total=0.003)
        return MessagesJudge(options, environment=os.environ, patience=patience, seconds=seconds)

    return make
