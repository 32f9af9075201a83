"""What a model says, scene by scene: each was played to the real Claude Code, and `streams/` holds what that printed.

`make e2e` plays every scene again and compares what is read from it; `python -m e2e.record` in `tests/` writes the
streams anew.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from servers.messages_api import Script
from servers.messages_wire import Fault, Reply, text
from skill_evals.model.suite import Tier

STREAMS = Path(__file__).parent / "streams"
MODEL = "claude-sonnet-5-5"
PROMPT = "Please count the sheep on the meadow."
SKILLS = {"sheep": "count sheep", "ant": "lead ants home"}
_SUBAGENT = "You are to lead the ants."


@dataclass(frozen=True, kw_only=True)
class Scene:
    """``said``: the answers to the main agent, in order, the last one for ever; ``by_subagent`` to another one."""

    said: tuple[Reply | Fault, ...]
    by_subagent: tuple[Reply, ...] = ()
    tier: Tier = Tier.TRIGGERS
    turns: int = 4
    seconds: float = 60.0
    skills: Mapping[str, str] = field(default_factory=lambda: SKILLS)

    def script(self) -> Script:
        mine, others = _in_order(self.said), _in_order(self.by_subagent or (text("Done."),))

        def play(body: Mapping[str, Any]) -> Reply | Fault:
            first = json.dumps(body["messages"][0])
            return next(others) if _SUBAGENT in first and PROMPT not in first else next(mine)

        return play


def _in_order(said: tuple[Reply | Fault, ...]) -> Iterator[Reply | Fault]:
    yield from said
    while True:
        yield said[-1]


_ids = count(1)


def using(*calls: tuple[str, Mapping[str, Any]]) -> Reply:
    """A turn that calls tools; each call has an id of its own, as from the API."""
    blocks = ({"type": "tool_use", "id": f"toolu_{next(_ids)}", "name": name, "input": given} for name, given in calls)
    return Reply(content=tuple(blocks))


def skills(*names: str) -> Reply:
    return using(*(("Skill", {"skill": name}) for name in names))


LOOK = using(("Bash", {"command": "ls"}))
LOOK_AGAIN = using(("Bash", {"command": "ls -a"}))
WRITE = using(("Write", {"file_path": "notes.md", "content": "Two sheep.\n"}))
READ = using(("Read", {"file_path": ".claude/skills/sheep/SKILL.md"}))
TASK = using(("Task", {"description": "ants", "prompt": _SUBAGENT, "subagent_type": "general-purpose"}))


def _fault(status: int, kind: str, message: str = "something broke", **headers: str) -> tuple[Fault]:
    return (Fault(status=status, type=kind, message=message, headers=headers),)


SCENES = {
    "skill": Scene(said=(skills("sheep"), text("Two."))),
    "other-skill": Scene(said=(skills("ant"), text("Home."))),
    "two-skills": Scene(said=(skills("ant", "sheep"), text("Two."))),
    "prefixed-skill": Scene(said=(skills("/sheep"), text("Two."))),
    "skill-after-a-look": Scene(said=(LOOK, skills("sheep"), text("Two."))),
    "no-skill": Scene(said=(text("One, two."),)),
    "only-looks": Scene(said=(LOOK, LOOK_AGAIN, skills("sheep"))),
    "unknown-skill": Scene(said=(skills("goats"), text("None."))),
    "reads-the-file": Scene(said=(READ, text("Two."))),
    "bundled-skill": Scene(said=(skills("simplify"), text("Simple."))),
    "subagent": Scene(
        said=(TASK, text("I wait."), text("They are home.")),
        by_subagent=(skills("ant"), text("Home.")),
        tier=Tier.EVALS,
    ),
    "finished": Scene(said=(skills("sheep"), WRITE, text("Two sheep.")), tier=Tier.EVALS),
    "too-many-turns": Scene(said=(LOOK, LOOK_AGAIN, WRITE, text("Late.")), tier=Tier.EVALS, turns=2),
    "too-slow": Scene(said=(LOOK, Fault(stall=2)), tier=Tier.EVALS, seconds=12.0),
    "hidden-skill": Scene(said=(text("One."),), skills={"sheep": "count sheep\ndisable-model-invocation: true"}),
    "refusal": Scene(said=(Reply(content=({"type": "text", "text": "I"},), stop="refusal"),)),
    "cut-answer": Scene(said=(Reply(content=({"type": "text", "text": "One"},), stop="max_tokens"),)),
    "wrong-key": Scene(said=_fault(401, "authentication_error")),
    "no-credit": Scene(said=_fault(400, "invalid_request_error", "Your credit balance is too low")),
    "cannot-pay": Scene(said=_fault(402, "billing_error")),
    "forbidden": Scene(said=_fault(403, "permission_error")),
    "no-such-model": Scene(said=_fault(404, "not_found_error", f"model: {MODEL}")),
    "too-large": Scene(said=_fault(413, "request_too_large")),
    "bad-request": Scene(said=_fault(400, "invalid_request_error", "tools: wrong")),
    "rate-limit": Scene(said=_fault(429, "rate_limit_error")),
    "long-rate-limit": Scene(said=_fault(429, "rate_limit_error", **{"retry-after": "3600"})),
    "server-error": Scene(said=_fault(500, "api_error")),
    "overloaded": Scene(said=_fault(529, "overloaded_error")),
    "overloaded-in-the-midst": Scene(said=(Fault(event="overloaded_error"),)),
    "connection-lost": Scene(said=(Fault(cut=3),)),
    "no-json": Scene(said=(Fault(garbage=True),)),
}
