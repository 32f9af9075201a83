"""A request that somebody else wrote, sent in the account's name; the answer's bytes come back as they are."""

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from skill_evals.edges.backends.messages.accounts import async_client, wire_model
from skill_evals.edges.backends.messages.credentials import Credentials, Kind
from skill_evals.edges.backends.messages.faults import Fault, fault_of

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from httpx2 import Response

_BAD_GATEWAY = 502
_EVENTS = {"content-type": "text/event-stream"}


class BrokenError(Exception):
    """The answer broke off in its midst."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.words)
        self.fault = fault


@dataclass(frozen=True, slots=True, kw_only=True)
class Passed:
    """What came back. ``fault`` is set where it is no answer; then ``chunks`` hold an error of the API's form."""

    status: int
    chunks: AsyncIterator[bytes]
    """Raises BrokenError where the answer breaks off."""
    headers: Mapping[str, str] = field(default_factory=dict)
    fault: Fault | None = None

    @property
    def is_stream(self) -> bool:
        return self.headers.get("content-type", "").startswith(_EVENTS["content-type"])


class Forwarder:
    """Made where an event loop runs, and closed there. ``seconds`` may pass without a byte of an answer.

    Raises:
        UsageError: the account cannot be used here, since a package is missing.
    """

    def __init__(self, credentials: Credentials, *, seconds: float) -> None:
        self._credentials = credentials
        self._seconds = seconds
        self._client: AsyncAnthropic = async_client(credentials, seconds)

    async def close(self) -> None:
        await self._client.close()

    @asynccontextmanager
    async def post(self, target: str, body: Mapping[str, Any], headers: Mapping[str, str]) -> AsyncIterator[Passed]:
        """``target`` is a path of the Messages API. No redirect is followed, and nothing is tried a second time."""
        async with AsyncExitStack() as stack:
            try:
                passed = await self._opened(stack, target, body, headers)
            except Exception as error:  # noqa: BLE001 -- whatever it is, the agent has to hear that there is no answer
                passed = self._failed(error)
            yield passed

    async def _opened(
        self, stack: AsyncExitStack, target: str, body: Mapping[str, Any], headers: Mapping[str, str]
    ) -> Passed:
        import httpx2
        from anthropic import AsyncStream

        # Amazon frames a stream in its own way, which the SDK reads; all others send what the agent understands.
        is_framed = self._credentials.kind is Kind.BEDROCK and body.get("stream") is True
        answer = await self._client.post(
            target,
            cast_to=cast("type[Any]", object if is_framed else httpx2.Response),
            body={**body, "model": wire_model(self._credentials, str(body.get("model")))},
            options={
                "headers": {**headers, "accept-encoding": "identity"},
                "follow_redirects": False,
                "timeout": self._seconds,
            },
            stream=True,
            stream_cls=AsyncStream[Any],
        )
        if is_framed:
            stack.push_async_callback(answer.close)
            return Passed(status=200, headers=_EVENTS, chunks=self._guarded(_encoded(answer)))
        response = cast("Response", answer)
        stack.push_async_callback(response.aclose)
        return Passed(
            status=response.status_code, headers=response.headers, chunks=self._guarded(response.aiter_bytes())
        )

    async def _guarded(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        try:
            async for chunk in chunks:
                yield chunk
        except Exception as error:  # noqa: BLE001 -- as in ``post``
            raise BrokenError(self._fault(error)) from None

    def _fault(self, error: Exception) -> Fault:
        found = fault_of(error)
        words = self._credentials.hide(found.words)
        return Fault(course=found.course, words=words, cure=found.cure, wait=found.wait)

    def _failed(self, error: Exception) -> Passed:
        import anthropic

        fault = self._fault(error)
        if isinstance(error, anthropic.APIStatusError) and error.status_code >= 400:
            data = self._credentials.hide(error.response.text).encode("utf-8", "replace")
            return Passed(status=error.status_code, headers=error.response.headers, chunks=_once(data), fault=fault)
        said = {"type": "error", "error": {"type": "api_error", "message": f"skill-evals: {fault.words}"}}
        return Passed(
            status=_BAD_GATEWAY,
            headers={"content-type": "application/json"},
            chunks=_once(json.dumps(said).encode()),
            fault=fault,
        )


async def _once(data: bytes) -> AsyncIterator[bytes]:
    yield data


async def _encoded(events: AsyncIterator[Any]) -> AsyncIterator[bytes]:
    async for event in events:
        yield f"event: {event['type']}\ndata: {json.dumps(event)}\n\n".encode()
