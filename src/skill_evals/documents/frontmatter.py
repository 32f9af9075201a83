"""SKILL.md → Document: the mapping between its first line ``---`` and the next such line.

What is wrong here is silent elsewhere: a client that cannot read the frontmatter loads the skill with empty metadata,
and nothing ever triggers it. Claude Code (since 2.1.69) and evolve take an unquoted ``: `` for text, so that it is
read as text here too.
"""

from functools import partial

from skill_evals.documents.document import UNREAD, Document, Format, Problem
from skill_evals.documents.frontmatter_block import Block, block_of
from skill_evals.documents.frontmatter_simple import simple_mapping
from skill_evals.documents.node import Node


def read_frontmatter(path: str, text: str, problems: tuple[Problem, ...] = ()) -> Document:
    """Read a decoded SKILL.md; ``problems`` are those of its decoding."""
    block = block_of(text)
    if isinstance(block, Problem):
        return Document(path=path, format=Format.FRONTMATTER, text=text, value=UNREAD, problems=(*problems, block))
    value: object = simple_mapping(block.text)
    if value is not None:
        locate = partial(_tree, text, block)
    else:
        from skill_evals.documents.frontmatter_yaml import read_block

        composed = read_block(text, block)
        root = composed.root
        value, problems = composed.value, problems + composed.problems
        locate = partial(_known, root)
    return Document(
        path=path,
        format=Format.FRONTMATTER,
        text=text,
        value=value,
        problems=problems,
        locate=locate,
        body_line=block.body_line,
    )


def plain(document: Document) -> tuple[str, object] | None:
    """The text and the value of a document without problems whose frontmatter is simple, for another process."""
    simple = document.format is Format.FRONTMATTER and not document.problems and document.readable
    return (document.text, document.value) if simple else None


def from_plain(path: str, text: str, value: object) -> Document | None:
    """The document that ``plain`` was of; None for a text that has no frontmatter."""
    block = block_of(text)
    if isinstance(block, Problem):
        return None
    locate = partial(_tree, text, block)
    return Document(
        path=path, format=Format.FRONTMATTER, text=text, value=value, locate=locate, body_line=block.body_line
    )


def _known(root: Node | None) -> Node | None:
    return root


def _tree(text: str, block: Block) -> Node | None:
    from skill_evals.documents.frontmatter_yaml import read_block

    return read_block(text, block).root
