"""Whether a terminal can follow hyperlinks (OSC 8)."""

from collections.abc import Mapping

INCAPABLE = ("", "dumb", "linux")
"""Values of ``TERM`` whose terminals print such a sequence as text."""


def wants_links(color: str, environment: Mapping[str, str], *, is_terminal: bool) -> bool:
    """Links on a terminal that can follow them; ``FORCE_HYPERLINK`` (1 or 0) decides over everything but ``never``.

    No text that is asked for without colour (``--color never``, ``NO_COLOR``) holds an escape sequence.
    """
    if color == "never":
        return False
    forced = environment.get("FORCE_HYPERLINK")
    if forced:
        return forced != "0"
    if environment.get("NO_COLOR") or not is_terminal:
        return False
    return environment.get("TERM", "") not in INCAPABLE
