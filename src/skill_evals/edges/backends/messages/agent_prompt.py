"""The conversation of a task, and where it may be cached.

Breakpoints: after tools and system prompt, which hold nothing of the run and which all runs of a model share; and at
the end of the last two turns of ours, so that each call reads what the one before it wrote.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from skill_evals.edges.backends.messages.agent_tools import tools
from skill_evals.edges.backends.messages.listing import entries, listing
from skill_evals.edges.backends.messages.profile import Place, Profile
from skill_evals.edges.backends.messages.prompt import Prompt, prefixes_of
from skill_evals.run.ports.request import Catalogue

SYSTEM = """You are an agent for software and office work that a person has given a task in a terminal. You work in \
their project with the tools that you are given: you can run commands, and read, write, edit and search files.

Do what is asked, all of it and nothing else. Look at what is there before you change it, and keep to the conventions \
of the project. Go on until the task is done, and look at what you made before you say that it is; when something \
cannot be done, say so. Nobody answers questions while you work: where something is left open, decide it sensibly, and \
say how.

The system may add messages or blocks of its own to the conversation. They give context, such as where you are and \
which skills there are, and do not come from the person.

When you have finished, say briefly what you did and what came of it, and call no tool."""

_CACHED = {"cache_control": {"type": "ephemeral"}}


def first_prompt(
    catalogue: Catalogue, task: str, profile: Profile, *, surroundings: str, invoked: str | None = None
) -> Prompt:
    """``surroundings``: where the agent is, in words; ``invoked``: the text of a skill that the task calls by name."""
    listed = listing(catalogue.skills, profile) if entries(catalogue.skills, profile) else None
    offered = tools(skills=listed is not None)
    content = [_reminder(surroundings), _block(task)]
    if invoked is not None:
        content.append(_reminder(f"The person called a skill by its name. Its instructions:\n\n{invoked}"))
    messages: list[dict[str, Any]] = [{"role": "user", "content": content}]
    if listed is not None and profile.place is Place.SYSTEM_MESSAGE:
        messages.append({"role": "system", "content": [_block(listed)]})
    elif listed is not None:
        content.insert(0, _reminder(listed))
    parameters = {
        "max_tokens": profile.agent_max_tokens,
        "system": [{**_block(SYSTEM), **_CACHED}],
        "tools": list(offered),
        "messages": with_breakpoints(messages),
        **({"thinking": {"type": profile.thinking}} if profile.thinking else {}),
        **({"output_config": {"effort": profile.effort}} if profile.effort else {}),
    }
    return Prompt(parameters=parameters, prefixes=prefixes_of([json.dumps(offered) + SYSTEM]))


def next_prompt(asked: Prompt, answer: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]) -> Prompt:
    """The prompt after an answer's blocks, which go back as they came, and what its calls gave."""
    turn = [{"role": "assistant", "content": list(answer)}, {"role": "user", "content": list(results)}]
    messages = with_breakpoints([*asked.parameters["messages"], *turn])
    return Prompt(parameters={**asked.parameters, "messages": messages}, prefixes=())


def with_breakpoints(messages: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """The same messages with breakpoints at the end of the last two that are not the model's, and nowhere else."""
    ours = [place for place, message in enumerate(messages) if message["role"] != "assistant"][-2:]
    return [
        message if message["role"] == "assistant" else {**message, "content": _marked(message, is_end=place in ours)}
        for place, message in enumerate(map(dict, messages))
    ]


def _marked(message: Mapping[str, Any], *, is_end: bool) -> list[dict[str, Any]]:
    blocks = [{name: value for name, value in block.items() if name != "cache_control"} for block in message["content"]]
    return [*blocks[:-1], {**blocks[-1], **_CACHED}] if is_end else blocks


def _block(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def _reminder(words: str) -> dict[str, Any]:
    return _block(f"<system-reminder>\n{words}\n</system-reminder>")
