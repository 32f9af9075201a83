"""Usage is read beside the bytes that pass, wherever they are cut."""

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servers.messages_wire import calls, error, events, message, sse
from skill_evals.edges.backends.messages.money import Tokens, usage_of
from skill_evals.edges.proxy.usage import StreamReader, read_whole
from skill_evals.model.config import Price

USAGE = {"input_tokens": 7, "cache_read_input_tokens": 900, "cache_creation_input_tokens": 50}
WHOLE = message(
    {"model": "m"}, calls(("Bash", {"command": 'echo "message_stop" error'}), words="Let me see."), "m-1", USAGE
)
STREAM = b"".join(map(sse, events(WHOLE)))
TOKENS = Tokens(input=7, output=40, cache_read=900, cache_write=50)


@given(st.lists(st.integers(min_value=0, max_value=len(STREAM)), max_size=12))
def test_a_stream_may_be_cut_into_any_pieces(places: list[int]) -> None:
    reader = StreamReader()
    ends = [0, *sorted(places), len(STREAM)]
    for start, end in pairwise(ends):
        reader.feed(STREAM[start:end])
    reading = reader.reading
    assert (reading.model, reading.stop, reading.tokens, reading.ended) == ("m-1", "tool_use", TOKENS, True)


def test_a_stream_that_breaks_off_has_not_ended() -> None:
    reader = StreamReader()
    reader.feed(STREAM[:-40])
    assert not reader.reading.ended
    assert reader.reading.model == "m-1"


def test_a_stream_with_carriage_returns_is_read_as_well() -> None:
    reader = StreamReader()
    reader.feed(STREAM.replace(b"\n", b"\r\n"))
    assert reader.reading.tokens == TOKENS


def test_an_error_in_the_midst_is_kept() -> None:
    reader = StreamReader()
    reader.feed(STREAM[:300] + b"\n\n" + sse(error("overloaded_error", "too much")))
    assert reader.reading.error == ("overloaded_error", "too much")
    assert not reader.reading.ended


def test_a_whole_message() -> None:
    reading = read_whole(json.dumps(WHOLE).encode())
    assert (reading.model, reading.tokens, reading.ended) == ("m-1", TOKENS, True)


def test_compactions_are_counted_and_turns_not_twice() -> None:
    turn: dict[str, Any] = {"type": "message", "input_tokens": 7, "output_tokens": 40}
    compaction = {"type": "compaction", "input_tokens": 100, "output_tokens": 20}
    usage = {**WHOLE["usage"], "iterations": [turn, compaction]}
    reading = read_whole(json.dumps({**WHOLE, "usage": usage}).encode())
    assert reading.tokens == Tokens(input=107, output=60, cache_read=900, cache_write=50)


def test_bytes_that_are_no_message_say_nothing() -> None:
    for data in (b"", b"<html>", b"[]", b'{"usage": 3}', b'{"usage": {"output_tokens": null}}', b"[" * 100_000):
        reading = read_whole(data)
        assert (reading.tokens, reading.ended) == (None, False)
    reader = StreamReader()
    reader.feed(b'data: "message_stop"\ndata: {"type": "error", "error": 3}\ndata: ["message_delta"]\n')
    reader.feed(b"x" * 5_000_000)
    assert reader.reading.error == ("", "")
    assert not reader.reading.ended


def test_what_is_cached_for_an_hour_costs_more() -> None:
    usage = {**WHOLE["usage"], "cache_creation": {"ephemeral_1h_input_tokens": 50, "ephemeral_5m_input_tokens": 0}}
    hour = read_whole(json.dumps({**WHOLE, "usage": usage}).encode()).tokens
    assert hour == Tokens(input=7, output=40, cache_read=900, cache_write=50, hourly=50)
    for price in (None, Price(input=2, output=10, cache_read=0.1, cache_write=2.5)):
        dear, usual = (usage_of((tokens,), "claude-sonnet-5-5", price).usd for tokens in (hour, TOKENS))
        assert dear is not None
        assert usual is not None
        assert dear - usual == pytest.approx(50 * (4 - 2.5) / 1_000_000)
