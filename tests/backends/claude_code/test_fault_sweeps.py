"""The fault matrix as whole sweeps, with a program in the place of Claude Code that asks as it does and prints what it
printed: exit code, words, no verdict. `tests/e2e/test_faults.py` has the same rows with the real one.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from backends.claude_code.fake import program
from backends.claude_code.faults import CONTROL, ROWS, SWEEP, TIERS, Row, check, give_up_after, meadow
from backends.claude_code.scenarios import STREAMS
from backends.messages.conftest import Serve, serve
from command_line import Call, Done, call
from git_repo import Repo
from servers.messages_wire import Fault, text
from skill_evals.edges.backends.claude_code import backend, create, installed
from skill_evals.edges.backends.claude_code.installed import looked_at
from skill_evals.edges.backends.messages.pace import Patience
from skill_evals.edges.extras import install_line

__all__ = ["call", "meadow", "serve"]

ATTEMPTS = 3
"""Of a call, by Claude Code."""
CONTROLS = '"sheep", "convert-roman-numerals", "identify-bird-songs"'
PICK = f"""prompt=$(cat)
case "$prompt" in
  *"{CONTROL}"*) exec sh "$0-positive" ;;
  *sourdough*) exec sh "$0-negative" ;;
esac
token=$(cat <&9)
"""
CALL = """bash -c 'exec 3<>/dev/tcp/127.0.0.1/${ANTHROPIC_BASE_URL##*:}
body="{\\"model\\":\\"claude-sonnet-5-5\\",\\"max_tokens\\":64000,\\"stream\\":true,\\"messages\\":[{\\"role\\":\\"user\\",\\"content\\":\\"Hi\\"}]}"
printf "POST /v1/messages HTTP/1.1\\r\\nhost: x\\r\\nx-api-key: $1\\r\\nconnection: close\\r\\ncontent-length: ${#body}\\r\\n\\r\\n$body" >&3
cat <&3 >/dev/null' call "$token"
"""
"""Asks the proxy for a message, with the token of the run, and waits for the end of what it says."""


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(backend, "PATIENCE", Patience(first=0, longest=0))


@pytest.fixture
def sweep(meadow: Repo, call: Call) -> Callable[[str], Done]:
    """As whoever runs this: whether the sandbox holds changes no cell, and each run starts in a tenth of the time."""
    return lambda tier: call(*SWEEP, meadow.root, "--no-sandbox", "--tier", tier)


Install = Callable[..., None]


@pytest.fixture
def install(programs: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """A program that does well on controls, and else first asks ``calls`` times and then prints a stream."""

    def put(stream: str, *, calls: int = 0, before: str = "", code: int = 1) -> None:
        for name, recorded in (("positive", "skill"), ("negative", "no-skill")):
            path = program(programs, recorded)
            told = path.read_text().replace('"sheep"', CONTROLS, 1)
            path.write_text(told.replace('{"skill": "sheep"}', '{"skill": "convert-roman-numerals"}'))
            path.rename(programs / f"claude-{name}")
        path = program(programs, stream, before=PICK + CALL * calls + before, code=code)
        monkeypatch.setattr(create, "find_cli", lambda: looked_at(path))

    return put


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_a_fault_is_neither_pass_nor_fail(
    serve: Serve,
    meadow: Repo,
    sweep: Callable[[str], Done],
    install: Install,
    monkeypatch: pytest.MonkeyPatch,
    row: Row,
    tier: str,
) -> None:
    api = serve(lambda body: row.fault)
    if row.kept == "timeout":
        give_up_after(1.0, monkeypatch)
        lines = (STREAMS / f"{row.scene}.jsonl").read_text()
        install(row.scene, before=f"cat <<'END'\n{lines}END\n{CALL}")
    else:
        install(row.scene, calls=ATTEMPTS if isinstance(row.fault, Fault) else 1)
    check(sweep(tier), meadow, tier, kept=row.kept, words=row.once or row.told(tier))
    assert api.messages or row.kept == "timeout"


JUNK = "echo hello; echo '<html>'; exit 1"
BROKEN = {
    "killed before it began": ("kill -9 $$", "Claude Code ended before it began (signal 9)"),
    "killed in its midst": (
        "sed -n '/^{/p' \"$0\" | head -3; kill -9 $$",
        "Claude Code ended without a result (signal 9)",
    ),
    "junk": (JUNK, "Claude Code ended before it began (exit code 1)"),
    "nothing": ("exit 0", "Claude Code ended before it began (exit code 0)"),
}


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.parametrize(("before", "words"), BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_program_is_an_error(
    serve: Serve, meadow: Repo, sweep: Callable[[str], Done], install: Install, before: str, words: str, tier: str
) -> None:
    serve(lambda body: text("Two."))
    install("finished", before=before)
    check(sweep(tier), meadow, tier, kept="error", words=words)


@pytest.mark.parametrize("tier", TIERS)
def test_a_program_that_changed_its_version_meanwhile_is_an_error(
    serve: Serve, meadow: Repo, sweep: Callable[[str], Done], install: Install, programs: Path, tier: str
) -> None:
    serve(lambda body: text("Two."))
    install("finished", code=0)
    path = programs / "claude"
    path.write_text(path.read_text().replace('"2.1.332"', '"2.0.9"'))
    check(sweep(tier), meadow, tier, kept="error", words="Claude Code 2.0.9 is none that this release knows")


@pytest.mark.parametrize("tier", TIERS)
def test_without_the_program_nothing_is_asked(
    serve: Serve, sweep: Callable[[str], Done], monkeypatch: pytest.MonkeyPatch, tier: str
) -> None:
    api = serve(lambda body: text("Two."))
    monkeypatch.setattr(installed, "find_spec", lambda name: None)
    done = sweep(tier)
    assert (done.code, api.messages) == (2, [])
    assert install_line("claude-code") in done.err


@pytest.mark.parametrize("tier", TIERS)
def test_where_the_sandbox_does_not_hold_nothing_is_asked(
    serve: Serve, meadow: Repo, call: Call, install: Install, monkeypatch: pytest.MonkeyPatch, tier: str
) -> None:
    words = "agents are refused, since the sandbox does not hold here: `one-port`"
    monkeypatch.setattr(backend, "agents_refused", lambda: words)
    api = serve(lambda body: text("Two."))
    install("skill")
    done = call("run", "--all", "--backend", "claude-code", "--tier", tier, "--root", meadow.root)
    assert (done.code, api.messages) == (3, [])
    assert words in done.err


@pytest.mark.parametrize(("tier", "stream"), [("triggers", "skill"), ("evals", "finished")])
def test_without_a_fault_both_tiers_pass(
    serve: Serve, sweep: Callable[[str], Done], install: Install, tier: str, stream: str
) -> None:
    serve(lambda body: text("There are two."))
    install(stream, calls=1, code=0)
    done = sweep(tier)
    assert done.code == 0, done.out + done.err
