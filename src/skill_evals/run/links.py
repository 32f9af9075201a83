"""Where a link of a skill may lead: to what lies in the same skill."""

from itertools import takewhile


def leads_out(path: str, target: str) -> bool:
    """Whether a link at a path beneath a folder can lead out of the folder.

    ``..`` is allowed only at the beginning, where real folders are left; behind a name, which may itself be a link, it
    could climb from anywhere.
    """
    parts = [part for part in target.split("/") if part not in ("", ".")]
    climbed = len(list(takewhile(lambda part: part == "..", parts)))
    return target.startswith("/") or not target or climbed > path.count("/") or ".." in parts[climbed:]
