"""The factory of the entry point."""

import os

from skill_evals.edges.backends.messages.backend import MessagesBackend
from skill_evals.edges.backends.messages.batches import Rhythm
from skill_evals.edges.backends.messages.model_keys import check_model_keys
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.backends.options import BackendOptions

PATIENCE = Patience()
RHYTHM = Rhythm()
SECONDS = 180.0
"""For one call; an answer with much thinking takes a minute."""


def create(options: BackendOptions) -> MessagesBackend:
    """Needs no credential yet: a plan can be made without.

    Raises:
        UsageError: a model that is not Anthropic's.
    """
    check_model_keys(options.models, backend="messages")
    return MessagesBackend(options, environment=os.environ, patience=PATIENCE, rhythm=RHYTHM, seconds=SECONDS)
