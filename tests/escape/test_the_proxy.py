"""What an agent can do with the one port that it has: spend what its run may, and nothing else."""

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from escape.attacks import MARKER
from escape.surroundings import python
from proxy.visits import MODEL, Visit, visit
from servers.messages_wire import text
from skill_evals.edges.proxy import Spent
from skill_evals.model.config import Price

_NOBODY = 65_534
_HERE = Path(__file__).parent
_PATH = f"{_HERE.parent.parent / 'src'}:{_HERE.parent}"
PRICES = {MODEL: Price(input=10, output=1_000, cache_read=10, cache_write=10)}
CAP = 0.5
"""An answer of ``text`` costs four cents; a call reserves ten."""

_CALL = """
import http.client, json
def call(token, path="/v1/messages", **more):
    body = {"model": N["model"], "max_tokens": 100, "messages": [{"role": "user", "content": "more"}], **more}
    client = http.client.HTTPConnection("127.0.0.1", N["port"], timeout=30)
    client.request("POST", path, json.dumps(body), {"authorization": "Bearer " + token})
    answer = client.getresponse()
    print(answer.status, answer.read().decode()[:200].replace("\\n", " "), flush=True)
    return answer.status
"""
SPENDS = _CALL + "while call(N['token']) == 200: pass"
OTHERS = _CALL + (
    "tokens = [call(token) for token in (N['revoked'], 'x' * 68, '')]\n"
    "assert 200 in [*tokens, call(N['token'], model='claude-opus-5-5')]"
)
PATHS = (
    _CALL + "assert 200 in [call(N['token'], path) for path in ('/v1/files', '/v1/messages/batches', '//v1/messages')]"
)
CONNECTS = "socket.create_connection(('127.0.0.1', N['api']), timeout=10)"
DATAGRAM = "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', N['port']))"


Attacker = Callable[[dict[str, Any]], dict[str, Any]]
"""Has the harness of agents do what it is told, and says what it printed."""


@pytest.fixture
def attacker(place: str) -> Attacker:
    if not sys.platform.startswith("linux") or python() is None:
        pytest.skip("the attacks are Linux's and need a Python among the system's programs")
    if place == "root" and os.geteuid() != 0:
        pytest.skip("the tests do not run as root")
    return partial(run_as, place)


def run_as(place: str, told: dict[str, Any]) -> dict[str, Any]:
    drop = os.geteuid() == 0 and place == "user"
    identity: dict[str, Any] = {"user": _NOBODY, "group": _NOBODY, "extra_groups": []} if drop else {}
    done = subprocess.run(
        [str(python() if drop else sys.executable), "-m", "escape.agent_harness"],
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", "PYTHONPATH": _PATH, "HOME": "/nonexistent"},
        cwd="/",
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=False,
        **identity,
    )
    if drop and "Permission denied" in done.stderr and not done.stdout:
        pytest.skip("nobody cannot read this checkout")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    if found["refused"]:
        pytest.skip(f"agents are refused here, which is the other way of being safe: {found['refused']}")
    return found


def tried(attacker: Attacker, code: str, look: Callable[[Visit, Spent], None] | None = None) -> str:
    """What the agent's program printed; ``look`` sees what came of it on this side."""

    async def run() -> str:
        async with visit(lambda body: text("Hi."), key=MARKER, sweep={"prices": PRICES}, max_usd=CAP) as here:
            revoked = here.proxy.grant(models={MODEL})
            await here.proxy.revoke(revoked)
            port = int(here.api.url.rpartition(":")[2])
            names = {"model": MODEL, "port": here.proxy.port, "api": port}
            names |= {"token": here.grant.token, "revoked": revoked.token}
            told = {"port": here.proxy.port, "code": code, "names": names}
            found = await asyncio.to_thread(attacker, told)
            spent = await here.proxy.revoke(here.grant)
            if look is not None:
                look(here, spent)
            said = found["stdout"] + found["stderr"]
            assert "tried" in said
            assert MARKER not in said
            return str(said)

    return asyncio.run(run())


def test_spending_ends_at_the_cap(attacker: Attacker) -> None:
    def look(here: Visit, spent: Spent) -> None:
        assert len(here.api.messages) == spent.usage.calls > 5
        assert spent.usage.usd is not None
        assert CAP - 0.11 < spent.usage.usd <= CAP
        assert spent.over == "the run's cap of $0.50 was reached"
        assert all(one.authorised for one in here.api.requests)

    assert "402" in tried(attacker, SPENDS, look)


@pytest.mark.parametrize("code", [OTHERS, PATHS], ids=["other tokens and models", "other paths"])
def test_nothing_else_goes_out(attacker: Attacker, code: str) -> None:
    def look(here: Visit, spent: Spent) -> None:
        assert here.api.requests == []

    assert "refused: AssertionError" in tried(attacker, code, look)


@pytest.mark.parametrize("code", [CONNECTS, DATAGRAM], ids=["another port", "a datagram"])
def test_no_other_way_leads_out(attacker: Attacker, code: str) -> None:
    assert "refused: PermissionError" in tried(attacker, code)


def test_outside_the_other_port_answers() -> None:
    """Or the rows above would prove nothing."""

    async def run() -> None:
        async with visit(lambda body: text("Hi.")) as here:
            with socket.create_connection(("127.0.0.1", int(here.api.url.rpartition(":")[2])), timeout=10):
                pass

    asyncio.run(run())
