"""The skill's own text: what an agent reads that uses it, and whether an agent opened it as a file instead."""

import posixpath
from collections.abc import Iterable

from skill_evals.documents.document import Problem
from skill_evals.documents.frontmatter_block import BREAK, block_of
from skill_evals.edges.backends.agent.staging import SKILLS
from skill_evals.run.ports import Install

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


def folder_of(name: str, workspace: str) -> str:
    """Where a skill lies, given the workspace's absolute path."""
    return f"{workspace}/{SKILLS}/{name}"


def skill_read(path: str, workspace: str, installs: Iterable[Install]) -> str | None:
    """The skill whose ``SKILL.md`` a path is, absolute or from the workspace; None: it is another file."""
    whole = posixpath.normpath(posixpath.join(workspace, path))
    return next((one.name for one in installs if whole == f"{folder_of(one.name, workspace)}/{_FILE}"), None)
