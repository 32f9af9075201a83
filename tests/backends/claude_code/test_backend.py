"""The backend with a program that prints a recorded stream: what it is given, what becomes of it, how it ends."""

import asyncio
import os
from pathlib import Path

import pytest

from backends.claude_code.conftest import KEY, MODEL, NOWHERE, Make, task, trigger
from backends.claude_code.fake import program
from servers.messages_api import MessagesApi
from servers.messages_wire import Fault
from skill_evals.edges.backends.claude_code.backend import ClaudeCodeBackend
from skill_evals.edges.backends.messages.credentials import Credentials
from skill_evals.edges.backends.messages.pace import START
from skill_evals.model.evidence import Evidence, Outcome
from skill_evals.run.outage import LOST
from skill_evals.run.ports.request import RunRequest


def run(backend: ClaudeCodeBackend, request: RunRequest) -> Evidence:
    async def main() -> Evidence:
        try:
            return await backend.run(request)
        finally:
            await backend.close()

    return asyncio.run(main())


def test_a_query_activates_what_the_stream_says(make: Make, programs: Path) -> None:
    found = run(make(program(programs)), trigger())
    assert (found.outcome, found.activations, found.detail) == (Outcome.ACTIVATED, ("sheep",), "it used sheep")
    assert [call.name for call in found.tool_calls or ()] == ["Skill"]
    assert found.seconds > 0


TELL = (
    "env > env.txt; cat <&9 > token.txt; cat > prompt.txt; printf '%s\\n' \"$@\" > words.txt; ls -A $TMPDIR > tmp.txt"
)


def told(make: Make, programs: Path, request: RunRequest) -> dict[str, str]:
    """What the program found, as files of its workspace."""
    found = run(make(program(programs, "finished", before=TELL)), request)
    assert found.outcome is Outcome.FINISHED, found.detail
    return {path: file.text or "" for path, file in found.files.items()}


def test_the_program_is_given_a_token_and_no_key(make: Make, programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", KEY)
    found = told(make, programs, task("Count.\nAll of 'them'."))
    assert not [path for path, text in found.items() if KEY in text]
    token = found["token.txt"]
    assert token.startswith("run-")
    assert [path for path, text in found.items() if token in text] == ["token.txt"]
    assert found["prompt.txt"] == "Count.\nAll of 'them'."
    assert found["tmp.txt"] == ""
    environment = dict(line.split("=", 1) for line in found["env.txt"].splitlines() if "=" in line)
    assert environment["ANTHROPIC_BASE_URL"].startswith("http://127.0.0.1:")
    home = environment["HOME"]
    assert home != os.environ.get("HOME")
    folders = [name for name in environment if name.startswith("XDG_") or name == "CLAUDE_CONFIG_DIR"]
    assert len(folders) == 5
    assert all(environment[name].startswith(f"{home}/") for name in folders)


class NoForwarder:
    """In a test without the packages of clouds."""

    def __init__(self, credentials: Credentials, *, seconds: float) -> None:
        pass

    async def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("account", "is_cloud"),
    [
        ({"ANTHROPIC_API_KEY": KEY}, False),
        ({"AWS_BEARER_TOKEN_BEDROCK": KEY, "AWS_REGION": "eu-central-1"}, True),
        ({"ANTHROPIC_VERTEX_PROJECT_ID": "barn", "CLOUD_ML_REGION": "global"}, True),
    ],
    ids=["key", "bedrock", "vertex"],
)
def test_of_a_cloud_no_betas_are_asked(
    make: Make, programs: Path, monkeypatch: pytest.MonkeyPatch, account: dict[str, str], is_cloud: bool
) -> None:
    monkeypatch.setattr("skill_evals.edges.backends.messages.accounts.look_for_packages", lambda credentials: None)
    monkeypatch.setattr("skill_evals.edges.proxy.server.Forwarder", NoForwarder)
    path = program(programs, "finished", before=TELL)
    backend, plain = make(path, account), make(path, NOWHERE)
    plain.check()
    backend.check()
    harness, other = backend.harness(MODEL), plain.harness(MODEL)
    found = run(backend, task())
    assert found.outcome is Outcome.FINISHED, found.detail
    assert ("CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS=1" in (found.files["env.txt"].text or "")) is is_cloud
    assert (harness.profile != other.profile) is is_cloud


def test_only_a_program_that_is_shut_in_asks_no_permission(make: Make, programs: Path, sandbox: bool) -> None:
    words = told(make, programs, task())["words.txt"].split("\n")
    mode = words[words.index("--permission-mode") + 1]
    assert mode == ("bypassPermissions" if sandbox else "acceptEdits")
    assert words[words.index("--setting-sources") + 1] == "project"
    assert words[words.index("--max-turns") + 1] == "20"
    assert "--settings" not in words


def test_the_files_of_the_case_and_of_the_skill_are_there(make: Make, programs: Path) -> None:
    before = "cat given.txt .claude/skills/sheep/SKILL.md > seen.txt"
    backend = make(program(programs, "finished", before=before))
    found = run(backend, task(fixtures={"given.txt": b"given\n"}))
    assert found.files["seen.txt"].text == "given\n---\nname: sheep\ndescription: about sheep\n---\n"


def test_a_task_that_calls_the_skill_by_name_has_it_used(make: Make, programs: Path) -> None:
    assert run(make(program(programs, "no-skill")), task("/sheep now")).activations == ("sheep",)


def test_a_skill_that_the_program_does_not_list_is_an_error(make: Make, programs: Path) -> None:
    found = run(make(program(programs)), trigger(skills=("sheep", "goat")))
    assert (found.outcome, found.detail) == (
        Outcome.ERROR,
        "Claude Code does not list goat, so no model was shown it",
    )


def test_a_program_that_crashes_is_an_error(make: Make, programs: Path) -> None:
    found = run(make(program(programs, before="echo out of luck >&2; kill -9 $$")), trigger())
    assert (found.outcome, found.detail) == (
        Outcome.ERROR,
        "Claude Code ended before it began (signal 9: out of luck)",
    )


def test_a_supervisor_that_crashes_is_an_error(
    make: Make, programs: Path, sandbox: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not sandbox:
        pytest.skip("without a sandbox there is no supervisor")
    from skill_evals.edges.sandbox import confined

    monkeypatch.setattr(confined, "supervisor", lambda tell: ["/bin/sh", "-c", "echo no luck >&2; exit 3"])
    found = run(make(program(programs)), trigger())
    assert (found.outcome, found.detail) == (
        Outcome.ERROR,
        "Claude Code could not be started: its supervisor did not answer (exit code 3: no luck)",
    )


def test_the_cases_own_time_ends_it(make: Make, programs: Path) -> None:
    stream = "cat <<'END'\n" + (installed_stream("too-slow")) + "END\nsleep 300 & sleep 300"
    found = run(make(program(programs, before=stream)), task(timeout_seconds=1))
    assert (found.outcome, found.detail) == (Outcome.DID_NOT_FINISH, "it did not end within 1 s")
    assert not alive(programs)


def installed_stream(name: str) -> str:
    from backends.claude_code.scenarios import STREAMS

    return (STREAMS / f"{name}.jsonl").read_text(encoding="utf-8")


def alive(programs: Path) -> list[str]:
    """The processes of the program that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if str(programs).encode() in words:
            found.append(words.decode("utf-8", "replace"))
    return found


def test_a_run_that_is_given_up_ends_with_all_that_it_started(make: Make, programs: Path) -> None:
    backend = make(program(programs, before=f"sh -c 'sleep 300 #{programs}' & wait"))

    async def main() -> None:
        running = asyncio.ensure_future(backend.run(trigger()))
        while len(alive(programs)) < 2:
            await asyncio.sleep(0.02)
            assert not running.done(), running.result()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        await backend.close()

    asyncio.run(main())
    assert not alive(programs)


def test_runs_go_side_by_side(make: Make, programs: Path) -> None:
    backend = make(program(programs))

    async def main() -> list[Evidence]:
        try:
            return await asyncio.gather(*(backend.run(trigger()) for _ in range(4)))
        finally:
            await backend.close()

    assert [one.outcome for one in asyncio.run(main())] == [Outcome.ACTIVATED] * 4


CALL = """token=$(cat <&9)
bash -c 'exec 3<>/dev/tcp/127.0.0.1/${ANTHROPIC_BASE_URL##*:}
body="{\\"model\\":\\"claude-sonnet-5-5\\",\\"max_tokens\\":9,\\"messages\\":[]}"
printf "POST /v1/messages HTTP/1.1\\r\\nhost: x\\r\\nx-api-key: $1\\r\\ncontent-length: ${#body}\\r\\n\\r\\n$body" >&3
head -1 <&3 >&2' call "$token"
"""
"""Asks the proxy for a message, with the token of the run."""


def test_an_outage_that_lasts_ends_the_sweep(make: Make, programs: Path) -> None:
    backend = make(program(programs, "connection-lost", before=CALL, code=1), max_calls=100)

    async def main() -> list[Evidence]:
        try:
            return [await backend.run(trigger()) for _ in range(LOST)]
        finally:
            await backend.close()

    *first, last = asyncio.run(main())
    assert {one.outcome for one in first} == {Outcome.ERROR}
    assert {one.detail for one in first} == {"the connection to the API was lost"}
    assert last.outcome is Outcome.BUDGET
    assert last.detail.startswith(f"the last {LOST} runs got no answer: the connection to the API was lost")


@pytest.mark.parametrize("status", [429, 529])
def test_a_limit_that_one_run_meets_holds_the_next_ones_back(make: Make, programs: Path, status: int) -> None:
    busy = Fault(status=status, type="overloaded_error", headers={"retry-after": "60"})

    async def main(api: MessagesApi) -> list[Evidence]:
        account = {"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.url}
        backend = make(program(programs, "overloaded", before=CALL, code=1), account, max_calls=100)
        try:
            first = await backend.run(trigger())
            second = asyncio.ensure_future(backend.run(trigger()))
            await asyncio.sleep(0)
            await backend.halt("stopped by a signal")
            return [first, await second]
        finally:
            await backend.close()

    with MessagesApi(lambda body: busy) as api:
        first, second = asyncio.run(main(api))
        assert len(api.messages) == 1
    assert first.outcome is Outcome.ERROR, first.detail
    assert (second.outcome, second.detail) == (Outcome.BUDGET, "stopped by a signal")


def test_a_sweep_that_ends_starts_no_run_that_was_waiting(make: Make, programs: Path) -> None:
    """The first runs meet a refused key while the fifth waits for its place."""
    refused = Fault(status=401, type="authentication_error")

    async def main(api: MessagesApi) -> list[Evidence]:
        account = {"ANTHROPIC_API_KEY": api.key, "ANTHROPIC_BASE_URL": api.url}
        backend = make(program(programs, "wrong-key", before=CALL, code=1), account, max_calls=100)
        try:
            return await asyncio.gather(*(backend.run(trigger()) for _ in range(2 * START)))
        finally:
            await backend.close()

    with MessagesApi(lambda body: refused) as api:
        found = asyncio.run(main(api))
        assert len(api.messages) <= 2 * START - 1
    assert {one.outcome for one in found} == {Outcome.BUDGET}
    assert all("the API refuses the credential" in one.detail for one in found)


def test_what_made_the_runs_is_kept(make: Make, programs: Path, sandbox: bool) -> None:
    backend = make(program(programs, version="2.1.400"))
    backend.check()
    harness = backend.harness(MODEL)
    assert (harness.cli_version, harness.account) == ("2.1.400", "API key")
    other = make(program(programs), effort="low").harness(MODEL)
    assert harness.profile != other.profile
    assert (harness.profile or "").startswith("claude-code-1/")
