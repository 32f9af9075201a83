"""The server of our own understands the real SDK, so that what is tested against it is tested for real."""

from collections.abc import Iterator

import anthropic
import pytest

from servers.messages_api import MessagesApi
from servers.messages_wire import Fault, skill, text

HELLO = {"role": "user", "content": "Hello there, " * 40}


@pytest.fixture
def api() -> Iterator[MessagesApi]:
    with MessagesApi(lambda body: skill("pdf", words="Let me see.") if body.get("tools") else text("Hi.")) as api:
        yield api


@pytest.fixture
def client(api: MessagesApi) -> Iterator[anthropic.Anthropic]:
    with anthropic.Anthropic(api_key=api.key, base_url=api.url, max_retries=0) as client:
        yield client


def ask(client: anthropic.Anthropic, **more: object) -> anthropic.types.Message:
    given: dict[str, object] = {"model": "claude-haiku-5-5", "max_tokens": 100, "messages": [HELLO], **more}
    return client.messages.create(**given)  # type: ignore[call-overload,no-any-return] # a test names what matters


TOOL = {"name": "Skill", "description": "Use a skill.", "input_schema": {"type": "object"}}


def test_a_message_comes_whole_and_as_a_stream(client: anthropic.Anthropic) -> None:
    whole = ask(client, tools=[TOOL])
    with client.messages.stream(
        model="claude-haiku-5-5",
        max_tokens=100,
        messages=[{"role": "user", "content": "Hello"}],
        tools=[{"name": "Skill", "input_schema": {"type": "object"}}],
    ) as stream:
        streamed = stream.get_final_message()
    assert whole.stop_reason == streamed.stop_reason == "tool_use"
    assert [block.type for block in streamed.content] == ["text", "tool_use"]
    assert streamed.content[1].to_dict()["input"] == {"skill": "pdf"}


def test_a_prefix_that_was_written_is_read_the_next_time(client: anthropic.Anthropic) -> None:
    system = [{"type": "text", "text": "You help. " * 60, "cache_control": {"type": "ephemeral"}}]
    first, second = (ask(client, system=system).usage for _ in range(2))
    assert (first.cache_read_input_tokens, second.cache_creation_input_tokens) == (0, 0)
    assert first.cache_creation_input_tokens == second.cache_read_input_tokens != 0
    assert first.input_tokens == second.input_tokens


def test_counting_models_and_batches(client: anthropic.Anthropic, api: MessagesApi) -> None:
    api.aliases["claude-latest"] = "claude-sonnet-5-5"
    counted = client.messages.count_tokens(model="claude-haiku-5-5", messages=[{"role": "user", "content": "Hello"}])
    assert counted.input_tokens > 0
    assert [model.id for model in client.models.list()] == list(api.models)
    assert client.models.retrieve("claude-latest").id == "claude-sonnet-5-5"
    with pytest.raises(anthropic.NotFoundError):
        client.models.retrieve("claude-nine")
    batch = client.messages.batches.create(
        requests=[
            {
                "custom_id": "one",
                "params": {
                    "model": "claude-haiku-5-5",
                    "max_tokens": 9,
                    "messages": [{"role": "user", "content": "Hi"}],
                },
            }
        ]
    )
    assert batch.processing_status == "in_progress"
    assert client.messages.batches.retrieve(batch.id).processing_status == "ended"
    (result,) = client.messages.batches.results(batch.id)
    assert result.custom_id == "one"
    assert result.result.type == "succeeded"


def test_a_wrong_key_is_refused_and_no_key_is_kept(client: anthropic.Anthropic, api: MessagesApi) -> None:
    ask(client)
    with pytest.raises(anthropic.AuthenticationError):
        ask(client.with_options(api_key="wrong-key"))
    assert [one.authorised for one in api.requests] == [True, False]
    assert api.key not in repr(api.requests)


@pytest.mark.parametrize(
    ("fault", "raised"),
    [
        (Fault(status=429, type="rate_limit_error", headers={"retry-after": "7"}), anthropic.RateLimitError),
        (Fault(status=529, type="overloaded_error"), anthropic.OverloadedError),
        (Fault(cut=2), anthropic.APIConnectionError),
    ],
)
def test_what_goes_wrong_reaches_the_sdk(
    api: MessagesApi, client: anthropic.Anthropic, fault: Fault, raised: type[Exception]
) -> None:
    api.script = lambda body: fault
    with pytest.raises(raised):
        ask(client)


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"type": "object", "properties": {}}, "additionalProperties must be false"),
        ({"type": "integer", "minimum": 1}, "minimum is not supported"),
    ],
)
def test_a_schema_that_the_api_does_not_take_is_refused(
    client: anthropic.Anthropic, schema: dict[str, object], words: str
) -> None:
    with pytest.raises(anthropic.BadRequestError, match=words):
        ask(client, output_config={"format": {"type": "json_schema", "schema": schema}})
