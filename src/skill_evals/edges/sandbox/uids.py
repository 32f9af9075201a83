"""The pool of uids, for a runner that is root: one for each workspace, for as long as that lives.

A lease is a name in the kernel's abstract namespace of Unix sockets: it is exclusive among all runners of the
machine, and a runner that is killed leaves nothing behind.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from skill_evals.errors import IncompleteError

POOL = range(65_000, 65_400)
"""Within the first 65,536, since a container may have no more; nobody's account by Debian's policy."""
REAPER = 65_400
"""The real uid of the process that ends what a run left, so that nothing of the run can signal it."""


@contextmanager
def leased() -> Iterator[int | None]:
    """A uid that no other workspace has; None for an ordinary user, who has only one.

    Raises:
        IncompleteError: all are in use.
    """
    if not hasattr(os, "geteuid") or os.geteuid() != 0:
        yield None
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as lease:
        yield _first_free(lease)


def hand_over(root: Path, uid: int) -> None:
    """Make a workspace its uid's, once, before anything of a stranger's has run in it."""
    if root.lstat().st_uid == uid:
        return
    for _, folders, files, folder in os.fwalk(root, follow_symlinks=False):
        for name in (*folders, *files):
            os.chown(name, uid, uid, dir_fd=folder, follow_symlinks=False)
    os.chown(root, uid, uid, follow_symlinks=False)


def _first_free(lease: socket.socket) -> int:
    for uid in POOL:
        try:
            lease.bind(f"\0skill-evals-uid-{uid}")
        except OSError:
            continue
        if not _has_account(uid):
            return uid
        raise IncompleteError(f"the uid {uid} has an account here, so no run can have it", cure="remove the account")
    raise IncompleteError(
        f"all {len(POOL)} uids for workspaces are in use", cure="run fewer sweeps at once on this machine (--jobs)"
    )


def _has_account(uid: int) -> bool:
    import pwd  # only where there are uids

    try:
        pwd.getpwuid(uid)
    except KeyError:
        return False
    return True
