"""Which headers pass, by name: the agent's token never goes up, and nothing of the account comes down."""

from collections.abc import Iterable, Mapping

_UP = frozenset({"anthropic-version", "anthropic-beta", "user-agent", "x-app"})
_DOWN = frozenset({"content-type", "retry-after", "retry-after-ms", "request-id", "x-should-retry"})
_LIMITS = "anthropic-ratelimit-"
_BEARER = "bearer "

Headers = list[tuple[str, str]]


def upwards(headers: Iterable[tuple[str, str]]) -> dict[str, str]:
    """What the API is told besides its own headers; a header that came twice is joined, as HTTP has it."""
    found: dict[str, str] = {}
    for name, value in headers:
        if name in _UP:
            found[name] = f"{found[name]},{value}" if name in found else value
    return found


def downwards(headers: Mapping[str, str]) -> Headers:
    """What the agent hears of the API's headers."""
    lower = ((name.lower(), value) for name, value in headers.items())
    return [(name, value) for name, value in lower if name in _DOWN or name.startswith(_LIMITS)]


def tokens_in(headers: Iterable[tuple[str, str]]) -> set[str]:
    """Every token by which the request names itself; there should be one."""
    found = set()
    for name, value in headers:
        if name == "x-api-key":
            found.add(value)
        elif name == "authorization":
            found.add(value[len(_BEARER) :] if value.lower().startswith(_BEARER) else value)
    return found
