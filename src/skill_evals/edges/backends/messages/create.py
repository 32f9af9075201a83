"""The factory of the entry point."""

import os

from skill_evals.edges.backends.messages.backend import PROVIDER, MessagesBackend
from skill_evals.edges.backends.messages.batches import Rhythm
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.errors import UsageError

PATIENCE = Patience()
RHYTHM = Rhythm()
SECONDS = 180.0
"""For one call; an answer with much thinking takes a minute."""


def create(options: BackendOptions) -> MessagesBackend:
    """Needs no credential yet: a plan can be made without.

    Raises:
        UsageError: a model that is not Anthropic's.
    """
    for model in options.models:
        if not model.startswith(PROVIDER) or model == PROVIDER:
            bare = model.rpartition("/")[2]
            raise UsageError(
                f"the messages backend has no model `{model}`: its models are named {PROVIDER}<id>",
                cure=f"write {PROVIDER}{bare}" if bare.startswith("claude-") else "choose another backend or model",
            )
    return MessagesBackend(options, environment=os.environ, patience=PATIENCE, rhythm=RHYTHM, seconds=SECONDS)
