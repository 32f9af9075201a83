"""Short, stable pieces of what a run left behind, for the evidence of a verdict."""


def head(text: str, limit: int) -> str:
    """The longest beginning of at most ``limit`` bytes of UTF-8 that ends between two characters.

    evolve cuts at the byte; ours may be up to three bytes shorter, and never holds half a character.
    """
    raw = text.encode("utf-8", "replace")
    return text if len(raw) <= limit else raw[:limit].decode("utf-8", "ignore")


def tail(text: str, limit: int) -> str:
    """The longest end of at most ``limit`` bytes of UTF-8 that begins between two characters."""
    raw = text.encode("utf-8", "replace")
    return text if len(raw) <= limit else raw[-limit:].decode("utf-8", "ignore")


def without_workspace(text: str, workspace: str) -> str:
    """The text with ``.`` for the workspace's path, which is another one in every run."""
    return text.replace(workspace, ".") if workspace else text
