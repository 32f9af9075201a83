"""The other accounts: the SDK's own clients carry whole sweeps to a cloud on loopback, each in its own way."""

import asyncio
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import google.auth
import pytest

from backends.messages.conftest import stored
from backends.messages.model import by_words
from command_line import Call
from git_repo import Repo
from proxy.visits import client_of
from servers.clouds import ACCESS_TOKEN, Clouds
from servers.messages_wire import text
from skill_evals.edges.backends.messages.accounts import wire_model
from skill_evals.edges.backends.messages.credentials import (
    BASE_URL,
    BEDROCK,
    BEDROCK_TOKEN,
    BEDROCK_URL,
    IDENTITY_FILE,
    ORGANIZATION,
    RULE,
    VERTEX,
    VERTEX_PROJECT,
    VERTEX_REGION,
    VERTEX_URL,
    credentials_of,
)
from skill_evals.edges.extras import install_line
from skill_evals.edges.proxy import KeyProxy

RUN = ("run", "--all", "--backend", "messages", "--runs", 1)
MODEL = "claude-sonnet-5-5"
AMAZON = {
    "AWS_REGION": "eu-central-1",
    "AWS_ACCESS_KEY_ID": "AKIDMARKER",
    "AWS_SECRET_ACCESS_KEY": "secret-marker",
    "AWS_SESSION_TOKEN": "session-marker",
}


@pytest.fixture
def cloud() -> Iterator[Clouds]:
    with Clouds(by_words(sheep="sheep")) as cloud:
        yield cloud


class GoogleToken:
    """What ``google.auth.default`` finds on a machine of Google's."""

    token = "google-marker"
    expired = False

    def refresh(self, request: object) -> None:
        """It is fresh."""


@pytest.fixture(params=["bedrock", "bedrock-token", "vertex", "workload"])
def account(request: pytest.FixtureRequest, cloud: Clouds, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The environment of an account at the cloud, and nothing of another one; its name."""
    identity = tmp_path / "identity"
    identity.write_text("identity-marker\n")
    monkeypatch.setattr(google.auth, "default", lambda **_: (GoogleToken(), None))
    environments: dict[str, dict[str, str]] = {
        "bedrock": {BEDROCK: "1", BEDROCK_URL: cloud.url, **AMAZON},
        "bedrock-token": {BEDROCK_TOKEN: "bearer-marker", BEDROCK_URL: cloud.url, "AWS_REGION": "eu-central-1"},
        "vertex": {VERTEX: "1", VERTEX_URL: cloud.url, VERTEX_PROJECT: "barn", VERTEX_REGION: "global"},
        "workload": {RULE: "fdrl_1", ORGANIZATION: "org-1", IDENTITY_FILE: str(identity), BASE_URL: cloud.url},
    }
    for name, value in environments[request.param].items():
        monkeypatch.setenv(name, value)
    return str(request.param)


PAID_BY = {
    "bedrock": "Amazon Bedrock, which lists no models, so names were not looked up",
    "bedrock-token": "Amazon Bedrock, which lists no models, so names were not looked up",
    "vertex": "Google Vertex AI, which lists no models, so names were not looked up",
    "workload": "workload identity",
}


def test_a_sweep_is_paid_by_it(account: str, cloud: Clouds, meadow: Repo, call: Call, tmp_path: Path) -> None:
    record = tmp_path / "record"
    done = call(*RUN, "--root", meadow.root, "--record", record)
    assert done.code == 0, done.out + done.err
    assert f"paid by {PAID_BY[account]}" in done.out
    assert [one["passed"] for one in stored(meadow.root)] == [True, True]
    written = [path for path in (*meadow.root.rglob("*"), *record.rglob("*")) if path.is_file()]
    assert [path for path in written if b"-marker" in path.read_bytes()] == []
    assert "-marker" not in done.out + done.err


def test_each_goes_its_own_way(account: str, cloud: Clouds, meadow: Repo, call: Call) -> None:
    done = call(*RUN, "--root", meadow.root)
    assert done.code == 0, done.out + done.err
    last = cloud.requests[-1]
    authorization = last.headers["authorization"]
    if account == "bedrock":
        assert last.path == f"/model/anthropic.{MODEL}/invoke-with-response-stream"
        assert authorization.startswith("AWS4-HMAC-SHA256 Credential=AKIDMARKER/")
        assert "/eu-central-1/bedrock/aws4_request" in authorization
        assert last.headers["x-amz-security-token"] == "session-marker"
        assert "model" not in last.body
    elif account == "bedrock-token":
        assert authorization == "Bearer bearer-marker"
    elif account == "vertex":
        assert last.path == f"/projects/barn/locations/global/publishers/anthropic/models/{MODEL}:streamRawPredict"
        assert authorization == "Bearer google-marker"
    else:
        exchanges = [one for one in cloud.requests if one.path == "/v1/oauth/token"]
        assert {one.body["assertion"] for one in exchanges} == {"identity-marker"}
        assert authorization == f"Bearer {ACCESS_TOKEN}"
        assert "oauth-2025-04-20" in last.headers["anthropic-beta"]
    assert "secret-marker" not in str(cloud.requests)


def test_the_proxy_speaks_for_an_agent_there_too(account: str, cloud: Clouds) -> None:
    async def run() -> None:
        async with KeyProxy(credentials_of(os.environ)) as proxy:
            grant = proxy.grant(models={MODEL})
            given: dict[str, Any] = {"model": MODEL, "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}]}
            async with client_of(proxy, grant.token) as client:
                await client.messages.create(**given)
                async with client.messages.stream(**given) as stream:
                    assert (await stream.get_final_message()).usage.output_tokens == 40
            spent = await proxy.revoke(grant)
            assert (spent.usage.calls, spent.usage.output_tokens, spent.usage.input_tokens) == (2, 80, 22)
            assert (spent.faults, spent.estimated) == ((), 0)
            assert spent.usage.usd is not None
        assert grant.token not in str(cloud.requests)

    cloud.script = lambda body: text("Hi.")
    asyncio.run(run())


def test_doctor_names_it(account: str, meadow: Repo, call: Call) -> None:
    assert f"messages: can be used, paid by {PAID_BY[account]}\n" in call("doctor", "--root", meadow.root).out


@pytest.mark.parametrize(
    ("environment", "module", "extra"),
    [
        ({BEDROCK: "1", "AWS_REGION": "eu-central-1"}, "botocore", "bedrock"),
        ({VERTEX: "1", VERTEX_PROJECT: "p", VERTEX_REGION: "global"}, "google.auth", "vertex"),
    ],
)
def test_a_missing_package_is_named_with_the_line_that_installs_it(
    environment: dict[str, str], module: str, extra: str, meadow: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setitem(sys.modules, module, None)
    done = call(*RUN, "--root", meadow.root)
    assert done.code == 2
    assert "needs packages that are not installed" in done.err
    assert install_line(extra) in done.err
    assert install_line(extra) in call("doctor", "--root", meadow.root).out


@pytest.mark.parametrize(
    ("environment", "model", "sent"),
    [
        ({BEDROCK: "1", "AWS_REGION": "r"}, MODEL, f"anthropic.{MODEL}"),
        ({BEDROCK: "1", "AWS_REGION": "r"}, "us.anthropic.claude-x-v1:0", "us.anthropic.claude-x-v1:0"),
        ({BEDROCK: "1", "AWS_REGION": "r"}, "arn:aws:bedrock:x", "arn:aws:bedrock:x"),
        ({VERTEX: "1", VERTEX_PROJECT: "p", VERTEX_REGION: "r"}, MODEL, MODEL),
        ({VERTEX: "1", VERTEX_PROJECT: "p", VERTEX_REGION: "r"}, "claude-x-4-5-20251001", "claude-x-4-5@20251001"),
        ({"ANTHROPIC_API_KEY": "k"}, "claude-x-4-5-20251001", "claude-x-4-5-20251001"),
    ],
)
def test_models_are_spelled_as_the_account_spells_them(environment: dict[str, str], model: str, sent: str) -> None:
    assert wire_model(credentials_of(environment), model) == sent
