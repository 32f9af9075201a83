"""Links in the way of what is written: whoever made the tree may have put them there, to have it written elsewhere."""

import os
from collections.abc import Iterator
from pathlib import Path

from skill_evals.errors import UsageError


def refuse_links(root: Path, place: Path) -> None:
    """That nothing written to ``place``, a file or a folder, goes elsewhere: between it and the root, at it and in it
    there is no link. What lies outside of the root is its user's own choice.

    Raises:
        UsageError: there is one.
    """
    top = Path(os.path.abspath(root))  # noqa: PTH100 -- resolve() would follow the very links that are looked for
    target = Path(os.path.abspath(place))  # noqa: PTH100 -- likewise
    if not target.is_relative_to(top):
        return
    between = [path for path in (target, *target.parents) if path != top and path.is_relative_to(top)]
    for path in (*between, *_beneath(target)):
        if path.is_symlink():
            raise UsageError(
                f"{path.relative_to(top)} is a link, and what is written there would land elsewhere",
                cure="take it out of the tree, or have reports written to another folder",
            )


def _beneath(folder: Path) -> Iterator[Path]:
    for here, folders, files in os.walk(folder):
        for name in (*folders, *files):
            yield Path(here, name)
