"""What the extras of this package hold, for whoever lacks one: a line that works wherever the package itself came from,
be it a checkout, an address of git or an index.
"""

from collections.abc import Mapping

EXTRAS: Mapping[str, str] = {
    "bedrock": "anthropic[bedrock]>=2,<3",
    "vertex": "anthropic[vertex]>=2,<3",
    "claude-code": "claude-agent-sdk>=0.2.189,<0.3",
}
"""As ``pyproject.toml`` has them; a test holds them to it."""


def install_line(extra: str, *options: str) -> str:
    """The line for a shell that installs what an extra would have brought. ``options`` are pip's."""
    return " ".join(["pip install", *options, f"'{EXTRAS[extra]}'"])
