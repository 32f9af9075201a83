"""The skill's own text: what an agent reads that uses it, and whether an agent opened it as a file instead."""

import posixpath
from collections.abc import Iterable

from skill_evals.documents.document import Problem
from skill_evals.documents.frontmatter_block import BREAK, block_of
from skill_evals.edges.backends.agent.staging import SKILLS
from skill_evals.run.ports.request import Install

_FILE = "SKILL.md"


def body_of(install: Install) -> str:
    """``SKILL.md`` without its frontmatter; all of it where there is none."""
    file = install.files.get(_FILE)
    text = "" if file is None else file.data.decode("utf-8", "replace").removeprefix("\ufeff")
    block = block_of(text)
    if isinstance(block, Problem):
        return text
    after_fence = BREAK.search(text, block.start + len(block.text))
    return "" if after_fence is None else text[after_fence.end() :]


def instructions(install: Install, workspace: str, arguments: str = "") -> str:
    """What an agent is told that uses the skill: the folder of its files, and its text with the names filled in that
    Claude Code fills in (code.claude.com/docs/en/skills): of the folder, of the project, and of the arguments.
    """
    folder, body = folder_of(install.name, workspace), body_of(install)
    told = body.replace("${CLAUDE_SKILL_DIR}", folder).replace("${CLAUDE_PROJECT_DIR}", workspace)
    if "$ARGUMENTS" in told:
        told = told.replace("$ARGUMENTS", arguments)
    elif arguments:
        told = f"{told.rstrip()}\n\nARGUMENTS: {arguments}"
    return f"Base directory for this skill: {folder}\n\n{told}"


def invoked_by(prompt: str, installs: Iterable[Install]) -> tuple[Install, str] | None:
    """The skill that a prompt calls by its name, as in ``/tally in.csv``, with what it hands to it."""
    first, _, rest = prompt.strip().partition(" ")
    if not first.startswith("/"):
        return None
    name = first[1:].rpartition(":")[2]
    found = next((one for one in installs if one.name == name), None)
    return None if found is None else (found, rest.strip())


def folder_of(name: str, workspace: str) -> str:
    """Where a skill lies, given the workspace's absolute path."""
    return f"{workspace}/{SKILLS}/{name}"


def skill_read(path: str, workspace: str, installs: Iterable[Install]) -> str | None:
    """The skill whose ``SKILL.md`` a path is, absolute or from the workspace; None: it is another file."""
    whole = posixpath.normpath(posixpath.join(workspace, path))
    return next((one.name for one in installs if whole == f"{folder_of(one.name, workspace)}/{_FILE}"), None)
