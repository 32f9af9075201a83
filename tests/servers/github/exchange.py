"""What is asked of the GitHub on loopback, and what is answered."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

FORBIDDEN = "Resource not accessible by integration"


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """What is answered in place of what was asked; ``done``: and it was done all the same."""

    status: int
    message: str = FORBIDDEN
    headers: Mapping[str, str] = field(default_factory=dict)
    done: bool = False
    kind: str = ""
    """The type of a GraphQL error, which comes with HTTP 200."""
    untyped: bool = False
    """A GraphQL error of no type, as where GitHub gives up in the midst."""

    @property
    def answer(self) -> "Answer":
        body: dict[str, Any] = {"message": self.message}
        if self.kind or self.untyped:
            body = {"errors": [body if self.untyped else {"type": self.kind, **body}]}
        return self.status, body, self.headers


@dataclass(frozen=True, kw_only=True)
class Request:
    verb: str
    path: str
    query: Mapping[str, str]
    body: Any
    headers: Mapping[str, str]
    target: str = ""
    """The path with its query, as they were sent."""


Answer = tuple[int, Any, Mapping[str, str]]
Judge = Callable[[Request, int, Any], Any]
"""Of a request, and the status and the body that would answer it; the body that shall."""

NOT_FOUND: Answer = (404, {"message": "Not Found"}, {})
