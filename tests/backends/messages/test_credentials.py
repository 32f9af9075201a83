"""One account pays, and its key is seen by nobody but the API."""

import json
from pathlib import Path

import pytest

from backends.messages.conftest import Serve
from backends.messages.model import by_words, is_control
from command_line import Call, skill
from git_repo import Repo
from servers.messages_wire import Fault
from skill_evals.edges.backends.messages.credentials import BASE_URL, KEY, TOKEN, credentials_of
from skill_evals.errors import UsageError

RUN = ("run", "--all", "--backend", "messages", "--runs", 1)


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({}, "neither ANTHROPIC_API_KEY nor ANTHROPIC_AUTH_TOKEN is set"),
        ({KEY: " "}, "neither ANTHROPIC_API_KEY nor ANTHROPIC_AUTH_TOKEN is set"),
        ({KEY: "k", TOKEN: "t", BASE_URL: "http://gateway"}, "both ANTHROPIC_API_KEY and ANTHROPIC_AUTH_TOKEN"),
        ({TOKEN: "t"}, "ANTHROPIC_BASE_URL does not say which gateway"),
    ],
)
def test_exactly_one_credential(environment: dict[str, str], words: str) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        credentials_of(environment)
    assert caught.value.cure


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
    assert "messages: can be used\n" in call("doctor", "--root", meadow.root).out
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
