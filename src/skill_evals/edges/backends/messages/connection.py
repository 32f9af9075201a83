"""The SDK's client: one call, streamed, with its own retries off; and which id answers for a model.

Streamed, since a call that breaks in its midst is paid for: what it cost until then is known from its beginning.
"""

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from skill_evals.edges.backends.messages.accounts import async_client, look_for_packages, sync_client, wire_model
from skill_evals.edges.backends.messages.credentials import BASE_URL, Credentials
from skill_evals.edges.backends.messages.faults import Course, Fault, fault_of
from skill_evals.edges.backends.messages.money import Tokens
from skill_evals.errors import UsageError

if TYPE_CHECKING:
    from anthropic import Anthropic, AsyncAnthropic
    from anthropic.types import Message, Usage


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """``fault`` is set where it is not whole; ``content`` holds the blocks in the API's own form."""

    content: tuple[Mapping[str, Any], ...] = ()
    stop: str | None = None
    model: str = ""
    """The id that answered."""
    tokens: Tokens | None = None
    """None: nothing of it came, so nothing is billed."""
    remaining: int | None = None
    """Requests that are left in this minute."""
    fault: Fault | None = None
    seconds: float = 0.0
    """It took, waiting for a place left out."""
    quiet: float = 0.0
    """Of those, since its last event."""
    attempts: int = 1
    """Calls that were made for it, those that failed included."""


@dataclass(slots=True, kw_only=True)
class Connection:
    """Made where an event loop runs, and closed there."""

    credentials: Credentials
    seconds: float
    """For one call, from its beginning to its end."""
    _client: "AsyncAnthropic | None" = field(default=None, init=False, repr=False)

    async def ask(
        self, parameters: Mapping[str, Any], began: Callable[[], None], *, seconds: float | None = None
    ) -> Answer:
        """Never raises for what goes wrong; ``began`` is called when the answer begins.

        ``seconds``: for this call, in the place of the connection's.
        """
        asked = time.monotonic()
        heard = [asked]

        def event(*, is_first: bool) -> None:
            heard.append(time.monotonic())
            if is_first:
                began()

        answer = await self._ask(parameters, event, self.seconds if seconds is None else seconds)
        now = time.monotonic()
        return replace(answer, seconds=now - asked, quiet=now - heard[-1])

    async def _ask(self, parameters: Mapping[str, Any], event: Callable[..., None], seconds: float) -> Answer:
        client = self._client = self._client or async_client(self.credentials, self.seconds)
        given = {**parameters, "model": wire_model(self.credentials, parameters["model"])}
        snapshot: Any = None
        left: int | None = None
        fault = None
        try:
            async with asyncio.timeout(seconds), client.messages.stream(**given) as stream:
                left = remaining(stream.response.headers)
                async for _ in stream:
                    event(is_first=snapshot is None)
                    snapshot = stream.current_message_snapshot
        except Exception as error:  # noqa: BLE001 -- whatever the SDK trips over is the harness's fault, not the skill's
            fault = self._hidden(fault_of(error))
        if fault is None and (snapshot is None or snapshot.stop_reason is None):
            fault = Fault(course=Course.AGAIN, words="the answer broke off")
        return Answer(fault=fault) if snapshot is None else replace(read(snapshot, fault), remaining=left)

    def _hidden(self, fault: Fault) -> Fault:
        return Fault(course=fault.course, words=self.credentials.hide(fault.words), cure=fault.cure, wait=fault.wait)

    async def close(self) -> None:
        if self._client is not None:
            await self._client.close()
            self._client = None


def read(message: "Message", fault: Fault | None = None) -> Answer:
    """What the SDK read, as far as it came; ``fault``: what kept it from being whole."""
    content = tuple(block.to_dict() for block in message.content)
    if fault is None and not all(map(_is_whole, content)):
        fault = Fault(course=Course.RUN, words="the answer holds a block that is not the API's")
    return Answer(
        content=content, stop=message.stop_reason, model=message.model, tokens=_tokens(message.usage), fault=fault
    )


def resolve(credentials: Credentials, models: tuple[str, ...], *, seconds: float) -> dict[str, str | None]:
    """The id that answers for each; None where whoever is asked has no such endpoint, as clouds and some gateways.

    Raises:
        UsageError: there is no such model, or a package is missing.
        BackendError: the API cannot be asked.
    """
    if not credentials.lists_models:
        look_for_packages(credentials)
        return dict.fromkeys(models)
    import anthropic

    found: dict[str, str | None] = {}
    with sync_client(credentials, seconds) as client:
        for model in models:
            try:
                found[model] = client.models.retrieve(model).id
            except anthropic.NotFoundError:
                known = _known(client)
                if known:
                    raise UsageError(
                        f"the API knows no model `{model}`", cure=f"choose one of {', '.join(known)}"
                    ) from None
                found[model] = None
            except Exception as error:  # noqa: BLE001 -- as in ``ask``
                fault = fault_of(error)
                words = credentials.hide(f"the models cannot be looked up: {fault.words}")
                raise Fault(course=Course.SWEEP, words=words, cure=_cure(fault, credentials)).as_end() from None
    return found


def _cure(fault: Fault, credentials: Credentials) -> str:
    """Which variables were taken, since others may have been meant."""
    cure = fault.cure or "try again when the API answers"
    there = f" at the address in {BASE_URL}" if credentials.base_url else ""
    return f"{cure}; {credentials.variable} was used{there}"


def _known(client: "Anthropic") -> list[str]:
    """The ids that the endpoint lists; none where there is no endpoint."""
    import anthropic

    try:
        return [f"anthropic/{model.id}" for model in client.models.list()]
    except anthropic.APIError:
        return []


def _tokens(usage: "Usage") -> Tokens:
    return Tokens(
        input=usage.input_tokens or 0,
        output=usage.output_tokens or 0,
        cache_read=usage.cache_read_input_tokens or 0,
        cache_write=usage.cache_creation_input_tokens or 0,
    )


def _is_whole(block: Mapping[str, Any]) -> bool:
    """Whether what is read of a block is there."""
    needed = {"text": ("text",), "tool_use": ("id", "name", "input")}.get(block.get("type", ""), ())
    return all(block.get(name) is not None for name in needed)


def remaining(headers: Mapping[str, str]) -> int | None:
    """Requests that are left in this minute, where the API says so."""
    text = headers.get("anthropic-ratelimit-requests-remaining", "")
    return int(text) if text.isdigit() else None
