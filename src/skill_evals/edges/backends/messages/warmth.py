"""A prompt that is about to be cached is sent once before it is sent many times.

What is cached can be read as soon as the first answer begins; whoever sends the same prefix before that pays for
writing it as well. So the first request of a prefix leads, and the others follow when its answer has begun.
"""

import asyncio
from collections.abc import Iterable

_LEAST = {
    "claude-opus-5": 512,
    "claude-opus-4-7": 2_048,
    "claude-opus-4-6": 4_096,
    "claude-haiku-4-5": 4_096,
}
_LEAST_OTHERWISE = 1_024
"""Tokens from which a prefix is cached at all."""


def is_cached(model: str, tokens: int) -> bool:
    return tokens >= _LEAST.get(model, _LEAST_OTHERWISE)


class Warmth:
    """Which prefixes were sent, and whether an answer to them has begun."""

    def __init__(self) -> None:
        self._begun: dict[str, asyncio.Event] = {}

    async def lead_or_follow(self, prefixes: Iterable[str]) -> list[asyncio.Event]:
        """Waits for the leaders of these prefixes, the shortest first; what is returned this request leads itself, and
        has to set when its answer begins or it has failed.
        """
        led = []
        for prefix in prefixes:
            event = self._begun.get(prefix)
            if event is None:
                event = self._begun[prefix] = asyncio.Event()
                led.append(event)
            else:
                await event.wait()
        return led
