"""A scene played to the real Claude Code, through the backend's own process, sandbox and key proxy."""

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any

from backends.claude_code.scenarios import MODEL, PROMPT, Scene
from servers.messages_api import MessagesApi
from skill_evals.edges.backends.claude_code import process
from skill_evals.edges.backends.claude_code.installed import find_cli
from skill_evals.edges.backends.claude_code.invocation import Invocation, arguments, environment
from skill_evals.edges.backends.claude_code.outcomes import Ended
from skill_evals.edges.backends.messages.credentials import credentials_of
from skill_evals.edges.proxy import KeyProxy, Spent
from skill_evals.edges.workspace import workspace
from skill_evals.model.suite import Tier


@dataclass(frozen=True, kw_only=True)
class Played:
    lines: list[str]
    ended: Ended
    spent: Spent
    calls: int


def play(scene: Scene, *, sandbox: bool = True) -> Played:
    files = {
        f".claude/skills/{name}/SKILL.md": f"---\nname: {name}\ndescription: {words}\n---\nDo it.\n".encode()
        for name, words in scene.skills.items()
    }
    invocation = Invocation(
        tier=scene.tier, model=MODEL, turns=scene.turns if scene.tier is Tier.EVALS else None, sandbox=sandbox
    )

    async def main(api: MessagesApi) -> Played:
        credentials = credentials_of({"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.url})
        async with KeyProxy(credentials) as proxy:
            with workspace(files) as place:
                grant = proxy.grant(models=(MODEL,))
                task = process.Task(
                    place=place,
                    words=(str(find_cli().path), *arguments(invocation)),
                    environment=environment(place.environment, proxy.url),
                    prompt=PROMPT,
                    token=grant.token,
                    port=proxy.port,
                    seconds=scene.seconds,
                )
                printed, ended = await process.run(task, sandbox=sandbox)
                spent = await proxy.revoke(grant)
                lines = [_clean(line, str(place.root)) for line in printed.splitlines()]
        return Played(lines=lines, ended=ended, spent=spent, calls=len(api.messages))

    with MessagesApi(scene.script()) as api:
        return asyncio.run(main(api))


_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_TIME = re.compile(r"\d{4}-\d\d-\d\dT[\d:.]+Z")
_PORT = re.compile(r"127\.0\.0\.1:\d+")
_NUMBERS = re.compile(r'"(\w*(?:duration|delay|_ms|end_time)\w*)": \d+')
_LONGEST = 500
"""Characters: what is longer are Claude Code's own prompts, which are not ours to keep."""
_LEFT_OUT = frozenset({"slash_commands", "terminal_slash_commands", "memory_paths", "agents", "cwd", "original_cwd"})


def _clean(line: str, root: str) -> str:
    """Without what differs from one machine and one run to the next."""
    event = {name: _cut(value) for name, value in json.loads(line).items() if name not in _LEFT_OUT}
    text = json.dumps(event, ensure_ascii=False).replace(root, "/run").replace(root.strip("/").replace("/", "-"), "run")
    for pattern, blank in ((_UUID, "0"), (_TIME, "then"), (_PORT, "127.0.0.1:0"), (_NUMBERS, r'"\1": 0')):
        text = pattern.sub(blank, text)
    return text


def _cut(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _cut(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_cut(inner) for inner in value]
    return "(left out)" if isinstance(value, str) and len(value) > _LONGEST else value
