"""``--tree-listing``: names of files that exist in a repository whose bytes are not here.

One path a line, as ``git ls-tree -r --name-only`` prints it: a name with unusual bytes stands in double quotes with
C escapes (git-config, ``core.quotePath``). Since git quotes every name that holds a backslash, a backslash in an
unquoted line can only be the separator of a Windows listing. PowerShell writes what it redirects as UTF-16 with a mark.
"""

import codecs
import re
from pathlib import Path

from skill_evals.edges.git import decode_path
from skill_evals.errors import UsageError

_ESCAPE = re.compile(rb'\\([0-7]{3}|[abtnvfr"\\])')
_NAMED = {b"a": b"\a", b"b": b"\b", b"t": b"\t", b"n": b"\n", b"v": b"\v", b"f": b"\f", b"r": b"\r"}


def read_tree_listing(path: Path) -> tuple[str, ...]:
    """The paths of a listing, with ``/``.

    Raises:
        UsageError: the listing cannot be read.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(
            f"the tree listing {path} cannot be read: {error.strerror}",
            cure="write one with `git ls-tree -r --name-only HEAD`",
        ) from error
    return parse_tree_listing(data)


def parse_tree_listing(data: bytes) -> tuple[str, ...]:
    """The paths of a listing's bytes, with ``/``."""
    if data.startswith(codecs.BOM_UTF16_LE):
        data = data.decode("utf-16", "replace").encode()
    data = data.removeprefix(codecs.BOM_UTF8)
    lines = (line.removesuffix(b"\r") for line in data.split(b"\n"))
    return tuple(decode_path(_plain(line)).removeprefix("./") for line in lines if line)


def _plain(line: bytes) -> bytes:
    if len(line) > 1 and line.startswith(b'"') and line.endswith(b'"'):
        return _ESCAPE.sub(_unescape, line[1:-1])
    return line.replace(b"\\", b"/")


def _unescape(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8) & 0xFF]) if len(code) == 3 else _NAMED.get(code, code)
