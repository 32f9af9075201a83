"""A redirect to another server: neither GitHub's token nor the key of the Messages API goes along."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress

import pytest

from servers.loopback import Handler, Loopback
from skill_evals.edges.backends.messages.connection import Connection, resolve
from skill_evals.edges.backends.messages.credentials import credentials_of
from skill_evals.edges.github.wire import Pace, Wire
from skill_evals.errors import BackendError, GitHubError

SECRET = "secret-marker"
CALL = {"model": "m", "max_tokens": 5, "messages": [{"role": "user", "content": "Shear the sheep"}]}


class Elsewhere(Handler):
    heard: list[str]

    def answer(self) -> None:
        self.body()
        self.heard.append(str(self.headers))
        self.reply(200, b"PK elsewhere", kind="application/zip")


class Redirecting(Handler):
    to: str
    status: int
    heard: list[str]

    def answer(self) -> None:
        self.body()
        self.heard.append(str(self.headers))
        self.reply(self.status, b"", headers={"location": self.to})


class Trap:
    """``begun``: what the first server heard, ``ended``: what the one heard that it leads to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.url = ""


@pytest.fixture(params=[301, 302, 307, 308])
def trap(request: pytest.FixtureRequest) -> Iterator[Trap]:
    found = Trap()
    with Loopback(Elsewhere, heard=found.ended) as other:
        to = other.url.replace("127.0.0.1", "localhost") + "/elsewhere"
        with Loopback(Redirecting, to=to, status=request.param, heard=found.begun) as first:
            found.url = first.url
            yield found
    assert any(SECRET in one for one in found.begun)
    assert not [one for one in found.ended if SECRET in one]


def wire(trap: Trap) -> Wire:
    return Wire(SECRET, api_url=trap.url, pace=Pace(between_writes=0, sleep=lambda _: None))


def test_the_storage_of_an_artefact_is_not_shown_the_token(trap: Trap) -> None:
    assert wire(trap).download("/artifacts/1/zip", most=100) == b"PK elsewhere"
    assert trap.ended


def test_githubs_api_leads_nowhere_else(trap: Trap) -> None:
    with pytest.raises(GitHubError):
        wire(trap).get("/repos/o/r")
    with suppress(GitHubError):
        wire(trap).send("POST", "/repos/o/r/issues/1/comments", {"body": "x"})
    assert not trap.ended


@pytest.mark.parametrize("variable", ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"])
def test_the_key_of_the_messages_api_stays_with_the_server_that_was_named(trap: Trap, variable: str) -> None:
    credentials = credentials_of({variable: SECRET, "ANTHROPIC_BASE_URL": trap.url}, who="the test")

    async def ask() -> None:
        connection = Connection(credentials=credentials, seconds=30)
        await connection.ask(CALL, lambda: None)
        await connection.close()

    asyncio.run(ask())
    with pytest.raises(BackendError):
        resolve(credentials, ("anthropic/m",), seconds=30)
