"""Where a check's path points: below the workspace, or out of it."""

import posixpath


def below(path: str) -> str | None:
    """The path below the workspace, normalised, ``.`` for the workspace itself; None where it leaves it.

    As in evolve, which joins it under the workspace, an absolute path counts from there; unlike in evolve, ``..`` does
    not lead out.
    """
    inside = posixpath.normpath(path.lstrip("/") or ".")
    return None if inside == ".." or inside.startswith("../") or "\0" in inside else inside
