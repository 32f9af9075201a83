"""A zip archive that a stranger made → files by name, or a reason in words why it is not taken.

Nothing is ever written to disk by a name in it. Bounds hold for what is really unpacked, whatever the archive declares.
"""

import stat
import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO

from skill_evals.errors import UsageError

MOST_BYTES = 8 * 2**20
"""Of the archive."""
_MOST_FILES = 2_000
_LARGEST_FILE = 16 * 2**20
_LARGEST_SUM = 48 * 2**20
_LONGEST_NAME = 1_000
_UNIX = 3
_ENCRYPTED = 0x1
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_CURE = "leave the artefact as the action makes it; see the run that uploaded it"


def read_archive(data: bytes) -> Mapping[str, bytes]:
    """The files of an archive by their names, which are relative and have no ``..``.

    Raises:
        UsageError: it is no zip archive, or holds links, strange or double names, too much, or not what it says.
    """
    if len(data) > MOST_BYTES:
        raise _refused(f"it has more than {MOST_BYTES:,} bytes")
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            return _files(archive)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise _refused(f"it cannot be unpacked ({type(error).__name__})") from error


def _files(archive: zipfile.ZipFile) -> dict[str, bytes]:
    entries = archive.infolist()
    if len(entries) > _MOST_FILES:
        raise _refused(f"it holds more than {_MOST_FILES:,} files")
    if sum(one.file_size for one in entries) > _LARGEST_SUM:
        raise _refused(f"its files have more than {_LARGEST_SUM:,} bytes")
    found: dict[str, bytes] = {}
    seen: set[str] = set()
    left = _LARGEST_SUM
    for one in entries:
        fault = _fault(one)
        if fault is not None:
            raise _refused(f"{one.filename[:100]!r} {fault}")
        if one.is_dir():
            continue
        if one.filename.casefold() in seen:
            raise _refused(f"{one.filename[:100]!r} is there twice")
        seen.add(one.filename.casefold())
        found[one.filename] = _read(archive, one, min(left, _LARGEST_FILE))
        left -= len(found[one.filename])
    return found


def _fault(one: zipfile.ZipInfo) -> str | None:
    name = one.filename
    kind = stat.S_IFMT(one.external_attr >> 16) if one.create_system == _UNIX else 0
    steps = name.removesuffix("/").split("/")
    faults = (
        (kind == stat.S_IFLNK, "is a link"),
        (kind not in {0, stat.S_IFREG, stat.S_IFDIR, stat.S_IFLNK}, "is no plain file"),
        (len(name) > _LONGEST_NAME or not name.isprintable(), "has a name that none of ours has"),
        ("\\" in name or ":" in name, "has a name of another system"),
        (any(step in {"", ".", ".."} for step in steps), "leads out of the archive, or in a circle"),
        (bool(one.flag_bits & _ENCRYPTED), "is encrypted"),
        (one.compress_type not in _METHODS, "is packed in a way that the runner does not use"),
        (one.file_size > _LARGEST_FILE, f"has more than {_LARGEST_FILE:,} bytes"),
        # zipfile ends a name at its first NUL, which other programs may not do.
        (one.orig_filename != name, "has a name that reads in two ways"),
    )
    return next((words for is_so, words in faults if is_so), None)


def _read(archive: zipfile.ZipFile, one: zipfile.ZipInfo, most: int) -> bytes:
    with archive.open(one) as stream:
        data = stream.read(most + 1)
    if len(data) > most or len(data) != one.file_size:
        raise _refused(f"{one.filename[:100]!r} is not as large as it says")
    return data


def _refused(why: str) -> UsageError:
    return UsageError(f"the artefact is refused: {why}", cure=_CURE)
