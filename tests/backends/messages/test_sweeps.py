"""Whole sweeps through the command line: results, comment, caps, and what a kill costs."""

from collections import Counter
from collections.abc import Mapping
from errno import ENOSPC
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import Serve, sidecar, stored
from backends.messages.model import by_words, is_control, listing_of, query_of
from command_line import Call, process, skill, small
from git_repo import Repo
from servers.messages_wire import Fault, Reply, calls, text
from skill_evals.edges.backends.messages.credentials import BASE_URL, KEY

RUN = ("run", "--all", "--backend", "messages")


def test_a_run_writes_results_and_where_they_come_from(serve: Serve, meadow: Repo, call: Call) -> None:
    api = serve(by_words(sheep="sheep"))
    done = call(*RUN, "--root", meadow.root)
    assert done.code == 0, done.err
    assert "sheep triggers on anthropic/claude-sonnet-5-5: 2 of 2 pass" in done.out
    assert [(result["hits"], result["runs"]) for result in stored(meadow.root)] == [(2, 2), (0, 2)]
    (sweep,) = sidecar(meadow.root)["sweeps"]
    assert (sweep["backend"], sweep["resolved_model"], sweep["effort"]) == ("messages", "claude-sonnet-5-5", "medium")
    assert sweep["harness_profile"].startswith("messages-1/system-message/")
    assert len(api.messages) == 2 + 4


def test_the_model_that_answers_is_recorded_and_its_alias_is_the_key(serve: Serve, meadow: Repo, call: Call) -> None:
    serve(by_words(sheep="sheep"), aliases={"claude-haiku-latest": "claude-haiku-5-5"})
    model = "anthropic/claude-haiku-latest"
    done = call(*RUN, "--root", meadow.root, "--model", model, "--max-calls", 50)
    assert done.code == 0, done.err
    (sweep,) = sidecar(meadow.root, model)["sweeps"]
    assert sweep["resolved_model"] == "claude-haiku-5-5"


def test_a_gateway_that_answers_under_another_name_changes_no_prompt(serve: Serve, meadow: Repo, call: Call) -> None:
    gone = Fault(status=404, type="not_found_error")
    api = serve(by_words(sheep="sheep"), models_fault=gone, aliases={"claude-haiku-4-5": "house-model"})
    model = "anthropic/claude-haiku-4-5"
    assert call(*RUN, "--root", meadow.root, "--model", model).code == 0
    assert {len(body["messages"]) for body in api.messages} == {1}
    (sweep,) = sidecar(meadow.root, model)["sweeps"]
    assert sweep["resolved_model"] == "house-model"
    assert sweep["harness_profile"].startswith("messages-1/reminder/")


@pytest.mark.parametrize(
    ("model", "words"),
    [
        ("claude-haiku-5-5", "write anthropic/claude-haiku-5-5"),
        ("openai/gpt-9", "choose another backend or model"),
        ("anthropic/claude-sonnet-4-6", "the API knows no model `claude-sonnet-4-6`"),
        ("anthropic/claude-nine-9", "no price of anthropic/claude-nine-9 is known"),
    ],
)
def test_a_model_that_cannot_be_run_is_said_before_anything_is_paid(
    serve: Serve, meadow: Repo, call: Call, model: str, words: str
) -> None:
    api = serve(by_words())
    done = call(*RUN, "--root", meadow.root, "--model", model)
    assert (done.code, api.messages) == (2, [])
    assert words in done.err


def test_a_refused_credential_is_said_before_anything_is_paid(
    serve: Serve, meadow: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    api = serve(by_words())
    monkeypatch.setenv(KEY, "wrong")
    done = call(*RUN, "--root", meadow.root)
    assert (done.code, api.messages) == (3, [])
    assert "the models cannot be looked up: the API refuses the credential (401: invalid credentials)" in done.err
    assert "set a valid credential; ANTHROPIC_API_KEY was used at the address in ANTHROPIC_BASE_URL" in done.err


@pytest.mark.parametrize("verb", [RUN, ("pr", "--base", "HEAD", "--all", "--backend", "messages")], ids=lambda v: v[0])
def test_nothing_is_paid_for_that_could_not_be_kept(
    serve: Serve, meadow: Repo, call: Call, tmp_path: Path, verb: tuple[str, ...]
) -> None:
    api = serve(by_words())
    (tmp_path / "file").write_text("in the way")
    done = call(*verb, "--root", meadow.root, "--out", tmp_path / "file" / "out")
    assert (done.code, api.messages) == (2, [])
    assert f"the folder {tmp_path / 'file' / 'out'} cannot be made" in done.err


def test_nor_where_nothing_can_be_written_beside_the_suites(
    serve: Serve, meadow: Repo, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(dir: Path) -> None:  # noqa: A002 -- as the library calls it
        raise OSError(ENOSPC, f"No space left on device, in {dir.name}")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    api = serve(by_words())
    done = call(*RUN, "--root", meadow.root)
    assert (done.code, api.messages) == (2, [])
    assert f"nothing can be written to the folder {meadow.root / 'skills/sheep/evals'}: No space left" in done.err
    assert "check its permissions and free space" in done.err


def changed(repo: Repo) -> Repo:
    """Two skills; the head's description of one of them no longer speaks of counting."""
    other = {"skills/ant/SKILL.md": skill("ant", "lead ants home")}
    small(repo)
    repo.commit(other)
    repo.git("checkout", "-q", "-b", "change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="shear woolly sheep")})
    return repo


def by_listing(body: Mapping[str, Any]) -> Reply | Fault:
    """Uses the sheep's skill where its description speaks of counting."""
    if not is_control(body) and "count" in query_of(body) and "count woolly" not in listing_of(body):
        return text("One, two, three.")
    return by_words(count="sheep")(body)


def test_a_pull_request_that_breaks_a_skill_is_seen(serve: Serve, repo: Repo, call: Call, tmp_path: Path) -> None:
    api = serve(by_listing)
    out = tmp_path / "out"
    done = call("pr", "--base", "main", "--backend", "messages", "--root", changed(repo).root, "--out", out)
    assert done.code == 1, done.err
    comment = (out / "comment.md").read_text()
    assert "regressed" in comment
    assert "anthropic/claude-sonnet-5-5" in comment
    assert "paid by API key" in comment
    assert "it answered without a tool" in comment
    names = {
        tuple(line.split(":")[0] for line in listing_of(body).splitlines() if line.startswith("- "))
        for body in api.messages
        if not is_control(body)
    }
    listings = {listing_of(body) for body in api.messages if not is_control(body)}
    assert (names, len(listings)) == ({("- ant", "- sheep")}, 2)


def test_results_of_the_base_stand_for_its_arm(serve: Serve, repo: Repo, call: Call, tmp_path: Path) -> None:
    serve(by_words(count="sheep"))
    small(repo)
    assert call(*RUN, "--root", repo.root).code == 0
    repo.git("add", "-A")
    repo.git("commit", "-qm", "results")
    repo.git("checkout", "-q", "-b", "change")
    repo.commit({"skills/sheep/SKILL.md": skill(does="count many woolly sheep")})
    api = serve(by_words(count="sheep"))
    done = call("pr", "--base", "main", "--backend", "messages", "--root", repo.root, "--out", tmp_path / "out")
    assert done.code == 0, done.err
    assert len(api.messages) == 2 + 20
    assert {"many woolly" in listing_of(body) for body in api.messages if not is_control(body)} == {True}


def test_the_cap_in_dollars_holds_but_for_calls_in_flight(serve: Serve, repo: Repo, call: Call) -> None:
    well = by_words(count="sheep")

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        said = well(body)
        return Reply(content=said.content, output_tokens=400) if isinstance(said, Reply) else said

    serve(script)
    jobs, cap = 2, 0.05
    done = call(*RUN, "--root", small(repo).root, "--jobs", jobs, "--max-cost-usd", cap, "--format", "json")
    assert done.code == 3
    assert done.json["run"]["partial"] == "the cap of $0.05 was reached"
    dearest = 0.01
    assert 0 < done.json["run"]["usd"] <= cap + jobs * dearest


def test_what_was_paid_before_credit_ended_is_not_paid_again(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path
) -> None:
    well = by_words(count="sheep")
    answered: Counter[str] = Counter()
    credit = 7

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        if answered.total() >= credit:
            return Fault(status=402, type="billing_error", message="no credit")
        answered[query_of(body)] += 1
        return well(body)

    api = serve(script)
    words = (*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal", "--jobs", 1)
    place = {KEY: api.key, BASE_URL: api.url}
    stopped = process(*words, cwd=tmp_path, environment=place)
    assert (stopped.returncode, b"the account cannot pay (402: no credit)" in stopped.stdout) == (3, True), stopped
    credit = 1_000
    done = call(*words)
    assert done.code == 0, done.err
    assert "7 resumed" in done.out
    assert answered.total() == 2 + 20
    assert set(answered.values()) <= {1, 2}


def test_the_second_turn_of_a_run_is_a_call_as_any(serve: Serve, meadow: Repo, call: Call) -> None:
    """Both queries look around first: five calls are two runs and the first turn of a third."""
    well = by_words(sheep="sheep")

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        is_second = any(message["role"] == "assistant" for message in body["messages"])
        return well(body) if is_second or is_control(body) else calls(("Glob", {"pattern": "*"}))

    api = serve(script)
    done = call(*RUN, "--root", meadow.root, "--jobs", 1, "--max-calls", 2 + 5, "--format", "json")
    assert (done.code, len(api.messages)) == (3, 2 + 5)
    assert done.json["run"]["partial"] == "the cap of 7 calls was reached"
