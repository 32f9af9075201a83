"""Git LFS pointers: small texts that stand in for bytes which are not here."""

from skill_evals.errors import FileUnavailableError

_FIRST_LINE = b"version https://git-lfs.github.com/spec/"
_MOST_BYTES = 1024
"""A pointer is shorter than this, says the LFS specification (docs/spec.md in git-lfs/git-lfs)."""


def is_lfs_pointer(data: bytes) -> bool:
    """Whether bytes are a pointer and not the content itself."""
    return data.startswith(_FIRST_LINE) and len(data) < _MOST_BYTES and b"\noid sha256:" in data


def refuse_lfs_pointer(path: str, data: bytes) -> None:
    """Raise FileUnavailableError where bytes are a pointer."""
    if is_lfs_pointer(data):
        raise FileUnavailableError(
            f"{path} is a Git LFS pointer: its content is not in the repository",
            cure="run `git lfs pull` (actions/checkout: `lfs: true`), or keep skills and suites out of LFS",
        )
