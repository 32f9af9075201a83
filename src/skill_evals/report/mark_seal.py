"""The seal upon a mark: HMAC-SHA256 (RFC 2104) under a key that only the jobs which measure hold.

A job that publishes has the mark from an artefact that others may have written, and commits it as it is. Who measures
the next head believes it all the same, since nobody else can have sealed it: neither for another verdict, base, commit
or repository, nor for other results than those that the commit writes.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import replace

from skill_evals.model.mark import Mark
from skill_evals.report.commit_mark import mark_line

SHORTEST = 32
"""Characters of a key: the marks are public, and a short key could be guessed until a seal fits."""


def sealed(mark: Mark, *, key: str, repository: int) -> Mark:
    """``repository``: the id of the one whose pull request was measured."""
    return replace(mark, seal=_seal(mark, key, repository))


def is_sealed(mark: Mark, *, key: str, repository: int) -> bool:
    """Whether a holder of the key sealed it for this repository."""
    return bool(mark.seal) and hmac.compare_digest(mark.seal, _seal(mark, key, repository))


def files_digest(blobs: Mapping[str, str]) -> str:
    """Of files by path, each with the id that git has for its bytes."""
    return hashlib.sha256(json.dumps(sorted(blobs.items())).encode()).hexdigest()


def _seal(mark: Mark, key: str, repository: int) -> str:
    # The line leaves out what stands beside a seal while there is none.
    told = mark_line(replace(mark, seal="0" * 64))
    return hmac.new(key.encode(), f"repository={repository} {told}".encode(), hashlib.sha256).hexdigest()
