"""A proxy before a server on loopback, and the real SDK or bare bytes before the proxy."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import anthropic

from servers.messages_api import MessagesApi, Script
from skill_evals.edges.backends.messages.credentials import BASE_URL, KEY, credentials_of
from skill_evals.edges.proxy import Grant, KeyProxy

MODEL = "claude-sonnet-5-5"
HELLO = [{"role": "user", "content": "Hello"}]
CAPS = ("max_usd", "max_calls", "max_tokens")


@dataclass(frozen=True, kw_only=True)
class Visit:
    api: MessagesApi
    proxy: KeyProxy
    grant: Grant
    client: anthropic.AsyncAnthropic

    async def ask(self, **more: Any) -> anthropic.types.Message:
        given: dict[str, Any] = {"model": MODEL, "max_tokens": 100, "messages": HELLO, **more}
        return await self.client.messages.create(**given)  # type: ignore[no-any-return]

    async def stream(self, **more: Any) -> anthropic.types.Message:
        given: dict[str, Any] = {"model": MODEL, "max_tokens": 100, "messages": HELLO, **more}
        async with self.client.messages.stream(**given) as stream:
            return await stream.get_final_message()


def client_of(proxy: KeyProxy, token: str) -> anthropic.AsyncAnthropic:
    return anthropic.AsyncAnthropic(auth_token=token, base_url=proxy.url, max_retries=0)


@asynccontextmanager
async def visit(
    script: Script, *, key: str = "test-key", sweep: Mapping[str, Any] | None = None, **caps: Any
) -> AsyncIterator[Visit]:
    """``caps`` are the run's, ``sweep`` the sweep's."""
    with MessagesApi(script, key=key) as api:
        credentials = credentials_of({KEY: key, BASE_URL: api.url})
        async with KeyProxy(credentials, **(sweep or {})) as proxy:
            grant = proxy.grant(**{"models": {MODEL}, **caps})
            async with client_of(proxy, grant.token) as client:
                yield Visit(api=api, proxy=proxy, grant=grant, client=client)


async def spoken(proxy: KeyProxy, data: bytes) -> bytes:
    """All that the proxy says to these bytes, and that it then hangs up or waits for more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", proxy.port)
    writer.write(data)
    writer.write_eof()
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""
    finally:
        writer.close()
