"""An author's own text inside a message."""


def shown(text: str) -> str:
    """A stretch of an author's text that fits a message: short, on one line."""
    text = "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
    return text if len(text) <= 40 else text[:39] + "…"
