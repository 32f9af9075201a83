"""Bytes that no honest client writes."""

import asyncio
import json
import random

import pytest

from proxy.visits import MODEL, spoken, visit
from servers.messages_wire import text

BODY = json.dumps({"model": MODEL, "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}).encode()


def request(token: str, *more: str, body: bytes = BODY, line: str = "POST /v1/messages HTTP/1.1") -> bytes:
    lines = [line, "host: x", f"authorization: Bearer {token}", *more]
    return "\r\n".join([*lines, "", ""]).encode() + body


def length(body: bytes = BODY) -> str:
    return f"content-length: {len(body)}"


def chunked(body: bytes) -> bytes:
    return b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


CHUNKED = "transfer-encoding: chunked"


def said(data: bytes) -> tuple[bytes, int]:
    """What the proxy says, and how many requests went out; ``TOKEN`` stands for a good one."""

    async def run() -> tuple[bytes, int]:
        async with visit(lambda body: text("Hi.")) as here:
            answer = await spoken(here.proxy, data.replace(b"TOKEN", here.grant.token.encode()))
            assert here.grant.token.encode() not in answer
            return answer, len(here.api.requests)

    return asyncio.run(run())


def statuses(answer: bytes) -> list[int]:
    return [int(part[:3]) for part in answer.split(b"HTTP/1.1 ")[1:]]


def test_an_honest_request_goes_out() -> None:
    answer, out = said(request("TOKEN", length()))
    assert (statuses(answer), out) == ([200], 1)
    answer, out = said(request("TOKEN", CHUNKED, body=chunked(BODY)))
    assert (statuses(answer), out) == ([200], 1)
    answer, out = said(request("TOKEN", length()) * 2)
    assert (statuses(answer), out) == ([200, 200], 2)


def test_whoever_waits_for_leave_gets_it() -> None:
    answer, out = said(request("TOKEN", length(), "expect: 100-continue"))
    assert (statuses(answer), out) == ([100, 200], 1)


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (request("TOKEN", length(), CHUNKED, body=chunked(BODY)), 400),
        (request("TOKEN", length(), length(b"x")), 400),
        (request("TOKEN", "content-length: -1"), 400),
        (request("TOKEN", "content-length: 1, 2"), 400),
        (request("TOKEN", "content-length: 9" + "9" * 30), 400),
        (request("TOKEN", "content-length: 99999999999", body=b""), 400),
        (request("TOKEN", "transfer-encoding: gzip, chunked", body=chunked(BODY)), 501),
        (request("TOKEN", "transfer-encoding: xchunked", body=chunked(BODY)), 501),
        (request("TOKEN", CHUNKED, CHUNKED, body=chunked(BODY)), 501),
        (request("TOKEN", "transfer-encoding : chunked", body=chunked(BODY)), 400),
        (request("TOKEN", CHUNKED, body=b"zz\r\nxx\r\n0\r\n\r\n"), 400),
        (request("TOKEN", CHUNKED, body=b"-5\r\nhello\r\n0\r\n\r\n"), 400),
        (request("TOKEN", CHUNKED, body=b"5\r\nhelloX\r\n0\r\n\r\n"), 400),
        (request("TOKEN", CHUNKED, body=b"f" * 40_000), 431),
        (request("TOKEN", length(), "x: " + "y" * 100_000), 431),
        (request("TOKEN", length(), *(f"x{n}: y" for n in range(20_000))), 431),
        (request("TOKEN", length(), "x: a\0b"), 400),
        (request("TOKEN", length(), line="POST  /v1/messages HTTP/1.1"), 400),
        (request("TOKEN", length(), line="POST /v1/messages\x0bx HTTP/1.1"), 400),
        (request("TOKEN", length(), line="POST /v1/messages"), 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 a client of TLS\r\n\r\n", 400),
        (b"hello\r\n\r\n", 400),
    ],
)  # fmt: skip
def test_what_is_framed_in_two_ways_or_in_none_does_not_go_out(data: bytes, status: int) -> None:
    answer, out = said(data)
    assert (statuses(answer)[:1], out) == ([status], 0)


def test_a_second_request_cannot_hide_behind_the_first() -> None:
    hidden = request("TOKEN", length())
    answer, out = said(request("TOKEN", length(), CHUNKED, body=chunked(BODY) + hidden))
    assert (statuses(answer), out) == ([400], 0)
    answer, out = said(request("wrong", length(), body=BODY + hidden))
    assert (statuses(answer), out) == ([401], 0)


@pytest.mark.parametrize(
    "line",
    [
        "POST //v1/messages HTTP/1.1",
        "POST /v1/messages/../files HTTP/1.1",
        "POST /v1/%6dessages HTTP/1.1",
        "POST http://api.anthropic.com/v1/messages HTTP/1.1",
        "CONNECT api.anthropic.com:443 HTTP/1.1",
        "GET /v1/models HTTP/1.1",
        "GET /v1/messages HTTP/1.1",
        "DELETE /v1/messages HTTP/1.1",
        "POST /v1/messages/batches HTTP/1.1",
        "POST /v1/files HTTP/1.1",
    ],
)
def test_no_other_path_goes_out(line: str) -> None:
    answer, out = said(request("TOKEN", length(), line=line))
    assert statuses(answer)[0] in (404, 405)
    assert out == 0
    assert json.loads(answer.rpartition(b"\r\n\r\n")[2])["type"] == "error"


@pytest.mark.parametrize(
    "head",
    [
        ["authorization: Bearer wrong"],
        ["authorization: Basic TOKEN"],
        ["authorization: Bearer TOKEN", "x-api-key: other"],
        ["authorization: Bearer TOKEN", "authorization: Bearer other"],
        ["x-api-key: "],
        ["cookie: TOKEN"],
        ["proxy-authorization: Bearer TOKEN"],
        [],
    ],
)
def test_whoever_does_not_name_himself_by_one_good_token_is_not_read(head: list[str]) -> None:
    answer, out = said("\r\n".join(["POST /v1/messages HTTP/1.1", "host: x", length(), *head, "", ""]).encode() + BODY)
    assert (statuses(answer), out) == ([401], 0)
    assert b"x-should-retry: false" in answer.lower()


def test_a_token_may_come_as_a_key() -> None:
    data = f"POST /v1/messages HTTP/1.1\r\nhost: x\r\n{length()}\r\nx-api-key: TOKEN\r\n\r\n".encode() + BODY
    answer, out = said(data)
    assert (statuses(answer), out) == ([200], 1)


def test_whoever_looks_for_a_server_finds_one_and_nobody_is_asked() -> None:
    for method in ("HEAD", "GET"):
        answer, out = said(f"{method} / HTTP/1.1\r\nhost: x\r\n\r\n".encode())
        assert (statuses(answer), out) == ([200], 0)


def test_a_body_over_the_bound_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill_evals.edges.proxy.answering.LONGEST_BODY", 1_000)
    body = b'{"model": "' + b"x" * 500_000
    answer, out = said(request("TOKEN", length(body), body=body))
    assert (statuses(answer), out) == ([413], 0)


def test_a_look_with_a_body_is_none() -> None:
    answer, out = said(b"GET / HTTP/1.1\r\nhost: x\r\ncontent-length: 5\r\n\r\nhello")
    assert (statuses(answer), out) == ([413], 0)


def test_silent_connections_take_no_place_from_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("skill_evals.edges.proxy.server._MOST_CONNECTIONS", 3)

    async def run() -> None:
        async with visit(lambda body: text("Hi.")) as here:
            silent = [await asyncio.open_connection("127.0.0.1", here.proxy.port) for _ in range(9)]
            await here.ask()
            assert await silent[0][0].read() == b""
            await here.ask()
            for _, writer in silent:
                writer.close()

    asyncio.run(run())


def test_no_bytes_at_all_go_beyond_the_terms_or_break_the_proxy() -> None:
    dice = random.Random(4711)
    honest = request("TOKEN", length()), request("TOKEN", CHUNKED, body=chunked(BODY))
    pieces = [
        b"\r\n",
        b"\n",
        b"\0",
        b" ",
        b":",
        b"0\r\n\r\n",
        b"content-length: 3\r\n",
        b"\xff" * 9,
        b"{",
        b'"',
        b"POST / HTTP/1.1",
    ]
    broken: list[object] = []

    async def run() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: broken.append(context))
        async with visit(lambda body: text("Hi.")) as here:
            for _ in range(120):
                data = bytearray(dice.choice(honest).replace(b"TOKEN", here.grant.token.encode()))
                for _ in range(dice.randint(1, 4)):
                    at = dice.randrange(len(data))
                    data[at : at + dice.choice((0, 0, 1, 7))] = dice.choice([b"", *pieces])
                await spoken(here.proxy, bytes(data))
            await here.ask()
            assert all(one.authorised and one.path == "/v1/messages" for one in here.api.requests)
            assert all(body["model"] == MODEL and body["max_tokens"] <= 32_000 for body in here.api.messages)

    asyncio.run(run())
    assert broken == []


def test_a_client_that_goes_away_in_the_midst_of_its_request_asked_nothing() -> None:
    answer, out = said(request("TOKEN", length(), body=BODY[:-5]))
    assert out == 0
    assert 200 not in statuses(answer)
