"""One account pays, and its key is seen by nobody but the API."""

import json
from pathlib import Path

import pytest

from backends.messages.conftest import Serve
from backends.messages.model import by_words, is_control
from command_line import Call, skill
from git_repo import Repo
from servers.messages_wire import Fault
from skill_evals.edges.backends.messages import credentials
from skill_evals.edges.backends.messages.credentials import (
    BASE_URL,
    BEDROCK,
    BEDROCK_TOKEN,
    IDENTITY_FILE,
    KEY,
    OAUTH,
    ORGANIZATION,
    RULE,
    TOKEN,
    VERTEX,
    VERTEX_PROJECT,
    Kind,
    credentials_of,
)
from skill_evals.edges.git import environment as git_environment
from skill_evals.edges.secret_names import CREDENTIAL_VARIABLES
from skill_evals.edges.shell import scrubbed
from skill_evals.errors import UsageError

RUN = ("run", "--all", "--backend", "messages", "--runs", 1)


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "neither ANTHROPIC_API_KEY nor ANTHROPIC_AUTH_TOKEN is set"),
        ({KEY: " "}, "neither ANTHROPIC_API_KEY nor ANTHROPIC_AUTH_TOKEN is set"),
        ({KEY: "k", TOKEN: "t", BASE_URL: "http://gateway"}, "both ANTHROPIC_API_KEY and ANTHROPIC_AUTH_TOKEN"),
        ({KEY: "k", OAUTH: "o"}, "both ANTHROPIC_API_KEY and CLAUDE_CODE_OAUTH_TOKEN"),
        ({TOKEN: "t", RULE: "r"}, "both ANTHROPIC_AUTH_TOKEN and ANTHROPIC_FEDERATION_RULE_ID"),
        ({BEDROCK: "1", VERTEX: "1"}, "both CLAUDE_CODE_USE_BEDROCK and CLAUDE_CODE_USE_VERTEX"),
        ({BEDROCK_TOKEN: "b", KEY: "k"}, "both ANTHROPIC_API_KEY and AWS_BEARER_TOKEN_BEDROCK"),
        ({VERTEX_PROJECT: "p", KEY: "k"}, "both ANTHROPIC_API_KEY and ANTHROPIC_VERTEX_PROJECT_ID"),
        ({KEY: "k", OAUTH: "o", VERTEX: "1"}, "both ANTHROPIC_API_KEY and CLAUDE_CODE_OAUTH_TOKEN"),
        ({TOKEN: "t"}, "ANTHROPIC_BASE_URL does not say which gateway"),
        ({OAUTH: "o"}, "good for the backend `claude-code` alone, and the messages backend cannot use it"),
        ({RULE: "r"}, "ANTHROPIC_ORGANIZATION_ID, which belongs to it, is not"),
        ({RULE: "r", ORGANIZATION: "o"}, "ANTHROPIC_IDENTITY_TOKEN_FILE or ANTHROPIC_IDENTITY_TOKEN, which"),
        ({BEDROCK: "1"}, "CLAUDE_CODE_USE_BEDROCK is set, and AWS_REGION"),
        ({VERTEX: "1"}, "ANTHROPIC_VERTEX_PROJECT_ID, which belongs to it"),
        ({VERTEX_PROJECT: "p"}, "CLOUD_ML_REGION, which belongs to it"),
    ],
)
def test_exactly_one_credential(environment: dict[str, str], words: str) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        credentials_of(environment)
    assert caught.value.cure


@pytest.mark.parametrize(
    ("environment", "kind"),
    [
        ({KEY: "k", BEDROCK: "0", VERTEX: "false", OAUTH: ""}, Kind.KEY),
        ({TOKEN: "t", BASE_URL: "http://gateway"}, Kind.GATEWAY),
        ({OAUTH: "o"}, Kind.OAUTH),
        ({RULE: "r", ORGANIZATION: "o", IDENTITY_FILE: "/f"}, Kind.WORKLOAD),
        ({BEDROCK: "1", "AWS_DEFAULT_REGION": "us-east-1", "AWS_PROFILE": "p"}, Kind.BEDROCK),
        ({BEDROCK: "1", BEDROCK_TOKEN: "b", "AWS_REGION": "us-east-1"}, Kind.BEDROCK),
        ({VERTEX: "1", VERTEX_PROJECT: "p", "CLOUD_ML_REGION": "global"}, Kind.VERTEX),
        ({KEY: "k", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "s", "AWS_REGION": "r"}, Kind.KEY),
    ],
)
def test_each_kind_is_known_by_its_variables(environment: dict[str, str], kind: Kind) -> None:
    found = credentials_of(environment, oauth=True)
    assert (found.kind, found.words) == (kind, kind.value)


def test_every_variable_of_an_account_is_kept_from_children() -> None:
    named = {value for name, value in vars(credentials).items() if name.isupper() and isinstance(value, str)}
    assert len(named) > 15
    # A region is no secret and says nothing of who pays.
    assert named - {credentials.VERTEX_REGION} <= CREDENTIAL_VARIABLES


def test_no_child_is_given_a_credential(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in CREDENTIAL_VARIABLES:
        monkeypatch.setenv(name, "marker")
    for environment in (git_environment(), scrubbed(Path("/home"), Path("/tmp"))):
        assert "PATH" in environment
        assert "marker" not in environment.values()


def test_no_secret_is_quoted() -> None:
    settings = {"AWS_ACCESS_KEY_ID": "AKID", "AWS_SECRET_ACCESS_KEY": "s-marker", "AWS_SESSION_TOKEN": "t-marker"}
    found = credentials_of({BEDROCK: "1", "AWS_REGION": "us-east-1", **settings})
    assert "marker" not in repr(found)
    assert found.hide("no s-marker, no t-marker in us-east-1") == "no ***, no *** in us-east-1"


@pytest.mark.parametrize(
    ("secret", "text", "shown"),
    [
        ("mint", "minted: mint is no key of 'mint'", "minted: *** is no key of '***'"),
        ("s-1", "yes-1 s-1 s-12 s-1-a (s-1)", "yes-1 *** s-12 s-1-a (***)"),
        ("sk-12345", "sk-123456, xsk-12345", "***6, x***"),
    ],
)
def test_a_short_secret_is_hidden_where_it_stands_alone(secret: str, text: str, shown: str) -> None:
    assert credentials_of({KEY: secret}).hide(text) == shown


def test_two_credentials_end_it_before_anything_is_asked(
    serve: Serve, meadow: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = serve(by_words())
    monkeypatch.setenv(TOKEN, "another")
    done = call(*RUN, "--root", meadow.root)
    assert (done.code, api.requests) == (2, [])
    assert "which account pays must not be a guess" in done.err


def test_a_plan_needs_no_credential(meadow: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY, raising=False)
    done = call(*RUN, "--dry-run", "--root", meadow.root)
    assert done.code == 0
    assert "anthropic/claude-sonnet-5-5" in done.out


def test_doctor_says_what_is_missing_without_asking_anybody(
    serve: Serve, meadow: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = serve(by_words())
    assert "messages: can be used, paid by API key\n" in call("doctor", "--root", meadow.root).out
    monkeypatch.delenv(KEY)
    said = call("doctor", "--root", meadow.root).out
    assert "the messages backend needs a credential, and neither ANTHROPIC_API_KEY" in said
    assert api.requests == []


def test_a_gateway_gets_its_token(serve: Serve, meadow: Repo, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    api = serve(by_words(sheep="sheep"), models_fault=Fault(status=404, type="not_found_error"))
    monkeypatch.delenv(KEY)
    monkeypatch.setenv(TOKEN, api.key)
    done = call(*RUN, "--root", meadow.root)
    assert done.code == 0, done.err
    assert "paid by gateway token" in done.out
    assert api.messages
    assert all(one.authorised for one in api.requests)


def test_the_key_is_found_only_in_the_authorised_header(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, hasty: None
) -> None:
    key = "sk-marker-4711"
    queries = [{"query": query, "should_trigger": True} for query in ("Count sheep", "Break it", "Count more sheep")]
    files = {"s/sheep/evals/triggers.json": json.dumps({"skill_name": "sheep", "queries": queries})}
    repo.commit({"s/sheep/SKILL.md": skill(), **files})
    repo.git("checkout", "-q", "-b", "change")
    repo.commit({"s/sheep/SKILL.md": skill(does="shear woolly sheep")})
    well = by_words(Count="sheep")
    quoting = Fault(status=400, type="invalid_request_error", message=f"no such key as {key} here")
    api = serve(
        lambda body: well(body) if is_control(body) or "Break" not in str(body["messages"][0]) else quoting, key=key
    )
    out, record, journal = (tmp_path / name for name in ("out", "record", "journal"))
    done = call(
        "pr", "--base", "main", "--backend", "messages", "--root", repo.root, "--runs", 1, "--write-results",
        "--out", out, "--record", record, "--journal", journal,
    )  # fmt: skip
    assert done.code == 3, done.err
    written = [path for root in (tmp_path, repo.root) for path in root.rglob("*") if path.is_file()]
    assert {"comment.md", "report.json", "runs.jsonl", "journal"} <= {path.name for path in written}
    assert [path for path in written if key.encode() in path.read_bytes()] == []
    assert key not in done.out + done.err
    assert "no such key as *** here" in (record / "runs.jsonl").read_text()
    assert len(api.messages) > 8
    assert all(one.authorised for one in api.requests)
    assert not [one for one in api.requests if key in one.text or key in str(one.headers) or key in one.path]


def test_no_repr_shows_the_key() -> None:
    found = credentials_of({KEY: "sk-marker-4711", BASE_URL: "http://user:pass@host"})
    assert "sk-marker" not in repr(found)
    assert "pass@host" not in repr(found)
