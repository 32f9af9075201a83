"""The judge for a configuration."""

import os

from skill_evals.edges.backends.messages import create as api
from skill_evals.edges.judge.judge import MessagesJudge
from skill_evals.edges.judge.options import JudgeOptions
from skill_evals.model.config import RunConfig


def create_judge(run: RunConfig) -> MessagesJudge:
    """Needs no credential yet: one is looked for once a case has something to judge."""
    options = JudgeOptions(config=run.judge, prices=run.prices, max_minutes=run.max_minutes, max_calls=run.max_calls)
    return MessagesJudge(options, environment=os.environ, patience=api.PATIENCE, seconds=api.SECONDS)
