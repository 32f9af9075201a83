"""How Claude Code is started for one run: arguments, environment, settings. The same for both arms, always.

Its home and its configuration are folders of the workspace, so nothing of the user's takes part: no ``CLAUDE.md``, no
settings, no plugins, no servers; of the project's settings only what the case itself stages. The machine's own managed
settings (``/etc/claude-code``) stay in force, as they do for everybody on it.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from skill_evals.model.suite import Tier

TOOLS = ("Bash", "Edit", "Glob", "Grep", "NotebookEdit", "Read", "Skill", "Task", "WebFetch", "WebSearch", "Write")
"""Those that work in a run without a person and without a terminal."""
TRIGGER_TURNS = 2
"""As in the emulation: a turn that only looked around gets its results, and the model goes on once."""
RETRIES = 2
"""Of a call, by Claude Code itself; ten would take it minutes."""
TOKEN_HANDLE = 9
"""The file that holds the run's token, which Claude Code reads once: its own children get no copy."""

_STOP_AT_SKILL = {
    "hooks": {
        "PostToolUse": [
            {"matcher": "Skill", "hooks": [{"type": "command", "command": """printf '{"continue":false}'"""}]}
        ]
    }
}
"""Tier 1 has its answer when a turn has used a skill; the next call would only cost."""
_QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_BUG_COMMAND": "1",
    "CLAUDE_CODE_MAX_RETRIES": str(RETRIES),
    "CLAUDE_CODE_API_KEY_FILE_DESCRIPTOR": str(TOKEN_HANDLE),
}
_OF_CLOUDS = {"CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS": "1"}
"""Behind the key proxy Claude Code takes whoever answers for Anthropic's own API, and asks for betas that Amazon
Bedrock and Google Vertex AI refuse with 400; by itself it leaves them out only where it knows that it speaks to those.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Invocation:
    """What decides a run besides skills, prompt and model. ``turns``: the limit of Tier 2."""

    tier: Tier
    model: str
    turns: int | None = None
    effort: str | None = None
    thinking: str | None = None
    sandbox: bool = True
    """Whether the process is shut in, and so is not root. Only there do a task's tools go without asking."""


def arguments(invocation: Invocation) -> tuple[str, ...]:
    """The words after the program's name; the prompt comes by stdin."""
    is_trigger = invocation.tier is Tier.TRIGGERS
    turns = TRIGGER_TURNS if is_trigger else invocation.turns
    return (
        *("-p", "--output-format", "stream-json", "--verbose", "--no-session-persistence"),
        *("--model", invocation.model),
        *("--setting-sources", "project", "--strict-mcp-config"),
        *("--tools", ",".join(TOOLS)),
        *(("--max-turns", str(turns)) if turns is not None else ()),
        *(("--settings", json.dumps(_STOP_AT_SKILL)) if is_trigger else ()),
        *(
            ("--permission-mode", "bypassPermissions" if invocation.sandbox else "acceptEdits")
            if not is_trigger
            else ()
        ),
        *(("--effort", invocation.effort) if invocation.effort else ()),
        *(("--thinking", _thinking(invocation.thinking)) if invocation.thinking else ()),
    )


def environment(base: Mapping[str, str], url: str, *, cloud: bool = False) -> dict[str, str]:
    """``base`` is a workspace's; ``url`` where model calls go; ``cloud``: whether a cloud answers behind it."""
    home = PurePosixPath(base["HOME"])
    folders = {
        "CLAUDE_CONFIG_DIR": home / ".claude",
        "XDG_CONFIG_HOME": home / ".config",
        "XDG_CACHE_HOME": home / ".cache",
        "XDG_DATA_HOME": home / ".local/share",
        "XDG_STATE_HOME": home / ".local/state",
    }
    given = {**base, **_QUIET, **(_OF_CLOUDS if cloud else {})}
    return {**given, **{name: str(folder) for name, folder in folders.items()}, "ANTHROPIC_BASE_URL": url}


def profile(effort: str | None, thinking: str | None, *, sandbox: bool, cloud: bool = False) -> str:
    """The name of the way in which runs are made, kept beside results; Claude Code's version is kept apart."""
    settled = [
        arguments(Invocation(tier=tier, model="", turns=0, effort=effort, thinking=thinking, sandbox=sandbox))
        for tier in Tier
    ]
    variables = {**_QUIET, **(_OF_CLOUDS if cloud else {})}
    digest = hashlib.sha256(json.dumps([settled, variables]).encode()).hexdigest()[:12]
    return f"claude-code-1/{digest}"


def _thinking(asked: str) -> str:
    return "disabled" if asked == "off" else asked
