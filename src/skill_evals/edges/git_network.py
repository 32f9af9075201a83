"""What a remote's refusal to git means: whether asking again may help, and what to do where it does not.

git has one exit code for all of it; its words, which are English as ``environment`` asks for, tell them apart.
"""

import re
from collections.abc import Callable
from typing import TypeVar

from skill_evals.errors import UsageError

WAITS = (1.0, 4.0)
"""Seconds before a request is made again: what fails on the way to a server mostly passes in that time."""

_PASSING = re.compile(
    r"could not resolve host|couldn't connect|failed to connect|connection (?:was )?(?:reset|refused|timed out)"
    r"|operation timed out|early eof|rpc failed|unexpected disconnect|unexpectedly|returned error: (?:429|5\d\d)",
    re.IGNORECASE,
)
_SHUT = re.compile(
    r"could not read username|authentication failed|returned error: 40[13]|repository not found"
    r"|repository '[^']*' not found|permission denied",
    re.IGNORECASE,
)

_Answer = TypeVar("_Answer")


def asked(ask: Callable[[], _Answer], wait: Callable[[float], None]) -> _Answer:
    """The answer to a request that only reads, made again where what failed it may pass; ``wait`` is given seconds.

    Raises:
        UsageError: of the last request.
    """
    for seconds in WAITS:
        try:
            return ask()
        except UsageError as error:
            if _PASSING.search(error.message) is None:
                raise
            wait(seconds)
    return ask()


def cure_of(message: str) -> str:
    """What to do about a request that failed for good."""
    if _SHUT.search(message) is not None:
        return "give the job `permissions: contents: read` and the action a `github-token` that may read the repository"
    if _PASSING.search(message) is not None:
        return f"run it again: it was asked {len(WAITS) + 1} times, and the way to `origin` failed each time"
    return "check that `origin` can be reached and holds it"
