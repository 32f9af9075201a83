"""The request of a run, and where its prompt may be cached.

Breakpoints: after tools and persona, which all runs of a model share; after the listing, where it stands before the
query and an arm's runs share it; and at the end, which the runs of one case share.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from skill_evals.edges.backends.messages.listing import listing
from skill_evals.edges.backends.messages.profile import Place, Profile
from skill_evals.edges.backends.messages.tools import TOOLS
from skill_evals.run.ports.request import Catalogue

PERSONA = """You are an agent for software and office work that a person talks to in a terminal. You work in their \
project with the tools that you are given: you can run commands, read, write, edit and search files, search the web, \
and use skills.

Do what is asked, all of it and nothing else. Look at what is there before you change it, and keep to the conventions \
of the project. When a task needs several steps, go on until it is done; when something cannot be done, say so. Ask \
only where you cannot go on without an answer.

The system may add messages or blocks of its own to the conversation. They give context, such as which skills there \
are, and do not come from the person.

Answer briefly, in a few lines at most, without preamble or summary, unless more is asked for.

The working directory is /home/user/project. It is a git repository on Linux, with bash as the shell."""

_CACHED = {"cache_control": {"type": "ephemeral"}}
_CHARACTERS_A_TOKEN = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """``parameters`` of a call, without its model; ``prefixes`` are digests of what may be cached, the shortest first,
    each with its length in tokens, estimated.
    """

    parameters: Mapping[str, Any]
    prefixes: tuple[tuple[str, int], ...]

    def after(self, answer: Mapping[str, Any], results: Sequence[Mapping[str, Any]]) -> "Prompt":
        """The prompt of the next turn."""
        messages = [*self.parameters["messages"], answer, {"role": "user", "content": list(results)}]
        return Prompt(parameters={**self.parameters, "messages": messages}, prefixes=())


def prompt(catalogue: Catalogue, query: str, profile: Profile) -> Prompt:
    listed = listing(catalogue.skills, profile)
    messages: list[dict[str, Any]]
    if profile.place is Place.SYSTEM_MESSAGE:
        messages = [
            {"role": "user", "content": [{"type": "text", "text": query}]},
            {"role": "system", "content": [{"type": "text", "text": listed, **_CACHED}]},
        ]
        ends = [f"{query}\0{listed}"]
    else:
        reminder = f"<system-reminder>\n{listed}\n</system-reminder>"
        content = [{"type": "text", "text": reminder, **_CACHED}, {"type": "text", "text": query, **_CACHED}]
        messages = [{"role": "user", "content": content}]
        ends = [reminder, f"\0{query}"]
    return Prompt(
        parameters={
            "max_tokens": profile.max_tokens,
            "system": [{"type": "text", "text": PERSONA, **_CACHED}],
            "tools": list(TOOLS),
            "messages": messages,
            **({"thinking": {"type": profile.thinking}} if profile.thinking else {}),
            **({"output_config": {"effort": profile.effort}} if profile.effort else {}),
        },
        prefixes=prefixes_of([json.dumps(TOOLS) + PERSONA, *ends]),
    )


def prefixes_of(parts: Sequence[str]) -> tuple[tuple[str, int], ...]:
    """``Prompt.prefixes`` of what stands before each breakpoint, part by part."""
    so_far, found = "", []
    for part in parts:
        so_far += part
        digest = hashlib.sha256(so_far.encode("utf-8", "surrogatepass")).hexdigest()
        found.append((digest, len(so_far) // _CHARACTERS_A_TOKEN))
    return tuple(found)
