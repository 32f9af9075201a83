"""The factory of the entry point."""

import os

from skill_evals.edges.backends.claude_code.backend import ClaudeCodeBackend
from skill_evals.edges.backends.claude_code.installed import find_cli
from skill_evals.edges.backends.messages.backend import PROVIDER
from skill_evals.edges.backends.options import BackendOptions
from skill_evals.errors import UsageError


def create(options: BackendOptions) -> ClaudeCodeBackend:
    """Needs neither Claude Code nor a credential yet: a plan can be made without.

    Raises:
        UsageError: a model that is not Anthropic's.
    """
    for model in options.models:
        if not model.startswith(PROVIDER) or model == PROVIDER:
            bare = model.rpartition("/")[2]
            raise UsageError(
                f"the claude-code backend has no model `{model}`: its models are named {PROVIDER}<id>",
                cure=f"write {PROVIDER}{bare}" if bare.startswith("claude-") else "choose another backend or model",
            )
    return ClaudeCodeBackend(options, environment=os.environ, find=find_cli)
