"""What GitHub means by an answer that is none: wait and ask again, or give up, and what an author can do about it.

Waiting follows https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api, and for GraphQL, which
refuses with HTTP 200, https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from types import MappingProxyType
from typing import Any

from skill_evals.errors import GitHubError

_UNTOLD_WAIT = 60.0
"""Seconds to wait for the rate where GitHub does not say how many."""
_LIMITED = frozenset({"RATE_LIMITED", "RATE_LIMIT"})
"""Types of GraphQL's errors."""
_PASSING = frozenset({0, 500, 502, 503, 504})
_PASSES = "try again later, or see githubstatus.com"
_ASKED = "see what GitHub says of it"
_CURES: Mapping[int, str] = MappingProxyType(
    {
        **dict.fromkeys(range(300, 400), "run this job again: the repository was renamed or transferred meanwhile"),
        401: "give a `github-token` that is valid: this one never was, or has expired",
        410: "see whether it is switched off in the repository's settings, or was removed",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An answer that is not what was asked for. ``status`` is HTTP's, 0 where no answer came at all; ``headers`` have
    names in lower case.
    """

    status: int
    headers: Mapping[str, str]
    data: object
    """The body, parsed: GitHub's ``message``, or the ``errors`` of GraphQL."""

    @property
    def said(self) -> str:
        message = self.data.get("message") if isinstance(self.data, dict) else None
        if isinstance(message, str) and message:
            return message
        return "; ".join(str(one.get("message", "")) for one in self._errors) or "no reason was given"

    @property
    def kinds(self) -> frozenset[str]:
        """The types of GraphQL's errors."""
        return frozenset(kind for one in self._errors if isinstance(kind := one.get("type"), str))

    @property
    def is_passing(self) -> bool:
        """Whether the same question may be answered in a moment; what was to be done may have been done."""
        return self.status in _PASSING

    @property
    def is_for_the_rate(self) -> bool:
        """Whether nothing was done, since too much was asked before.

        A 403 may as well mean that a permission is missing, which no waiting mends.
        """
        if self.status == 429 or self.kinds & _LIMITED:
            return True
        has_told = "retry-after" in self.headers or "rate limit" in self.said.lower()
        return self.status in {200, 403} and has_told

    def seconds_to_wait(self, now: float) -> float | None:
        """Until it may be asked again, by the time ``now`` (seconds since the epoch); None: the rate was not it."""
        if not self.is_for_the_rate:
            return None
        after, reset = self.headers.get("retry-after", ""), self.headers.get("x-ratelimit-reset", "")
        if after.isdecimal():
            return float(after)
        if self.headers.get("x-ratelimit-remaining") == "0" and reset.isdecimal():
            return max(0.0, float(reset) - now) + 1
        return _UNTOLD_WAIT

    def error(self, what: str, *, now: float, needs: str = "") -> GitHubError:
        """``needs``: the permission for it, where GitHub's own refusal does not name it."""
        if self.status == 0:
            return GitHubError(self.said, cure="see the network and the API's address")
        return GitHubError(
            f"GitHub refused {what} ({self.status}): {self.said}",
            cure=self._cure(now, needs),
            status=self.status,
            stale="STALE_DATA" in self.kinds,
            limited=self.is_for_the_rate,
            # A mutation that GraphQL gave up in the midst of comes with HTTP 200 and an error of no type.
            lost=self.status == 200 and not self.kinds and not self.is_for_the_rate,
        )

    def _cure(self, now: float, needs: str) -> str:
        wait = self.seconds_to_wait(now)
        if wait is not None:
            return f"run this job again in {ceil(wait / 60)} min: until then this token may ask nothing more"
        if "locked" in self.said.lower():
            return "unlock the conversation"
        if "FORBIDDEN" in self.kinds or self.status in {403, 404}:
            needed = _permissions(self.headers.get("x-accepted-github-permissions", "")) or needs
            return f"give the job `permissions: {needed}`" if needed else "see whether the token may do this"
        return _CURES.get(self.status, _PASSES if self.status in {200, *range(500, 600)} else _ASKED)

    @property
    def _errors(self) -> list[dict[str, Any]]:
        found = self.data.get("errors") if isinstance(self.data, dict) else None
        return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _permissions(header: str) -> str:
    """``issues=write; pull_requests=write``, of which either will do, as a workflow writes them; a set has commas.

    https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api#insufficient-permissions-for-token
    """
    sets = (one.strip().replace("=", ": ").replace("_", "-").replace(",", "` and `") for one in header.split(";"))
    return "` or `".join(filter(None, sets))
