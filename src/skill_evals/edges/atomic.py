"""Writing a file so that a reader, or a kill in the middle, never sees half of it."""

import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from skill_evals.errors import UsageError


def write_atomic(path: Path, data: bytes, *, beneath: Path | None = None) -> None:
    """Replace a file's content, or create it: a neighbour is written, synced and renamed over it.

    An existing file keeps its permissions. As root, in a container, the file goes to whoever owns its folder, so that
    the owner can delete it. With ``beneath``, no folder between it and the file may be a link.

    Raises:
        UsageError: the path is a link, a folder or a device, lies outside ``beneath``, or cannot be written.
    """
    try:
        old = _check_target(path, beneath)
        _write_beside(path, data, mode=None if old is None else stat.S_IMODE(old.st_mode))
    except OSError as error:
        raise UsageError(
            f"{path} cannot be written: {error.strerror or error}",
            cure="check the folder's permissions and free space",
        ) from error


def _check_target(path: Path, beneath: Path | None) -> os.stat_result | None:
    if beneath is not None:
        _check_folders(path, beneath)
    try:
        old = path.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(old.st_mode):
        kind = "a link" if stat.S_ISLNK(old.st_mode) else "not a regular file"
        raise UsageError(f"{path} is {kind}, so it is not written", cure="remove it, or choose another place")
    return old


def _check_folders(path: Path, beneath: Path) -> None:
    top = Path(os.path.abspath(beneath))  # noqa: PTH100 — resolve() would follow the very links that are looked for
    target = Path(os.path.abspath(path))  # noqa: PTH100 — likewise
    if not target.is_relative_to(top):
        raise UsageError(f"{path} lies outside {beneath}, so it is not written", cure="choose a place inside")
    for folder in target.parents:
        if folder == top:
            return
        if folder.is_symlink():
            raise UsageError(
                f"{path} is not written, since {folder} is a link", cure="replace the link by a real folder"
            )


def _write_beside(path: Path, data: bytes, *, mode: int | None) -> None:
    beside = path.with_name(f".{path.name[:64]}.{secrets.token_hex(8)}.tmp")
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(data)
            out.flush()
            os.fsync(out.fileno())
        if mode is not None:
            beside.chmod(mode)
        if getattr(os, "geteuid", lambda: 1)() == 0:
            owner = path.parent.stat()
            os.chown(beside, owner.st_uid, owner.st_gid)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Makes the rename itself durable, where the platform lets folders be opened."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
