"""The factory of the entry point."""

import os

from skill_evals.edges.backends.claude_code.backend import ClaudeCodeBackend
from skill_evals.edges.backends.claude_code.installed import find_cli
from skill_evals.edges.backends.messages.model_keys import check_model_keys
from skill_evals.edges.backends.options import BackendOptions


def create(options: BackendOptions) -> ClaudeCodeBackend:
    """Needs neither Claude Code nor a credential yet: a plan can be made without.

    Raises:
        UsageError: a model that is not Anthropic's.
    """
    check_model_keys(options.models, backend="claude-code")
    return ClaudeCodeBackend(options, environment=os.environ, find=find_cli)
