"""An author's words inside a message."""

_LONGEST = 80


def shown(text: str) -> str:
    """A text that fits into a message, cut where it is long; renderers escape what is left."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
