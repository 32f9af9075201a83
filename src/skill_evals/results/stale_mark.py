"""The spec hash of a result whose case is as it was, and whose skill has changed since.

An entry has one content hash for all its results. When a sweep of some cases sets it anew, the mark takes the place of
the spec hash of the others. It equals no case's hash, so that evolve too reads them as modified and runs them again
(evolve itself stamps the new content hash and forgets); and it follows from the true hash, so that this product can
tell it from an edited case.
"""

import hashlib

_PREFIX = "57a1e57a1e57a1e5"
"""Sixteen hexadecimal digits, so that a mark is known for one; a true hash begins so once in 2 to the 64."""


def stale_mark(spec_hash: str) -> str:
    """64 hexadecimal digits, like any spec hash. A mark is its own mark: content may change any number of times."""
    if spec_hash.startswith(_PREFIX):
        return spec_hash
    return _PREFIX + hashlib.sha256(spec_hash.encode()).hexdigest()[len(_PREFIX) :]


def is_mark_of(stored: str | None, spec_hash: str) -> bool:
    """Whether a stored hash is the mark of another; what does not begin as a mark needs no second digest."""
    return stored is not None and stored.startswith(_PREFIX) and stored == stale_mark(spec_hash)
