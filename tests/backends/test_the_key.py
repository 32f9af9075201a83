"""The key stands in one header and nowhere else: not in a file, a log, a child's environment or a request's body."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from backends.claude_code.conftest import programs as programs  # noqa: PLC0414 -- a fixture of theirs
from backends.claude_code.fake import program
from backends.messages.conftest import Serve
from backends.messages.conftest import serve as serve  # noqa: PLC0414 -- as above
from backends.messages.conftest import shut_in as shut_in  # noqa: PLC0414 -- as above
from command_line import Call, skill
from command_line import call as call  # noqa: PLC0414 -- as above
from escape.surroundings import python
from git_repo import Repo
from servers.messages_agent import agent
from servers.messages_api import MessagesApi
from servers.messages_wire import calls, text
from skill_evals.edges.backends.claude_code.installed import looked_at

KEY = "sk-marker-4711"
SPY = (
    "{ env; tr '\\\\0' '\\\\n' </proc/self/environ; ps axeww; "
    "for p in $PPID /proc/[0-9]*; do cat /proc/${p#/proc/}/environ /proc/${p#/proc/}/cmdline; done; "
    "git config -l; cat .git/config ~/.netrc ~/.claude*; } >> %s 2>&1; echo spied"
)
"""All that a child can find out about the credentials of those who started it."""
LOOKS = [
    {"type": "regex", "path": "spied-by-agent", "pattern": "PATH="},
    {"type": "command", "run": SPY % "spied-by-check" + "; cat spied-by-check"},
    {"type": "regex", "path": "spied-by-check", "pattern": "."},
]


@pytest.fixture
def fold(repo: Repo) -> Repo:
    """A skill with a task that spies, on a branch that changes the skill."""
    case = {"id": "one", "prompt": "Count the sheep", "assertions": LOOKS}
    repo.commit(
        {
            "plugins/farm/.claude-plugin/plugin.json": '{"name": "farm"}',
            "plugins/farm/skills/sheep/SKILL.md": skill(),
            "plugins/farm/evals/sheep/evals.json": json.dumps({"skill_name": "sheep", "evals": [case]}),
        }
    )
    repo.git("checkout", "-q", "-b", "change")
    repo.commit({"plugins/farm/skills/sheep/SKILL.md": skill(does="shear woolly sheep")})
    return repo


def everything(tmp_path: Path, repo: Repo) -> Iterator[Path]:
    return (path for root in {tmp_path, repo.root} for path in root.rglob("*") if path.is_file())


def sweep(call: Call, repo: Repo, tmp_path: Path, backend: str) -> str:
    """A whole sweep with all that it can write; what it said and wrote, together."""
    out, record, journal = (tmp_path / name for name in ("out", "record", "journal"))
    done = call(
        "pr", "--base", "main", "--backend", backend, "--root", repo.root, "--tier", "evals", "--runs", 1,
        "--write-results", "--allow-commands", "--out", out, "--record", record, "--journal", journal,
    )  # fmt: skip
    written = {path.name: path.read_bytes() for path in everything(tmp_path, repo)}
    assert {"comment.md", "report.json", "runs.jsonl", "journal"} <= written.keys(), done.err
    assert [name for name, data in written.items() if KEY.encode() in data] == []
    assert KEY not in done.out + done.err
    return written["runs.jsonl"].decode()


def authorised_alone(api: MessagesApi) -> None:
    assert len(api.messages) >= 3
    assert all(one.authorised for one in api.requests)
    assert not [one for one in api.requests if KEY in one.text or KEY in str(one.headers) or KEY in one.path]


@pytest.mark.usefixtures("shut_in")
def test_of_a_task_through_the_messages_api(serve: Serve, fold: Repo, call: Call, tmp_path: Path) -> None:
    spies = agent(
        lambda heard: calls(("Bash", {"command": SPY % "spied-by-agent"})),
        lambda heard: calls(("Bash", {"command": "cat spied-by-agent"})),
        lambda heard: text("Done."),
    )
    api = serve(spies, key=KEY)
    recorded = sweep(call, fold, tmp_path, "messages")
    assert "spied" in recorded
    assert "GIT_CONFIG_GLOBAL=" in recorded, "what the agent saw is on record, or this would prove nothing"
    authorised_alone(api)


ASKS = """
read -r token <&9
PYTHON - "$ANTHROPIC_BASE_URL" "$token" <<'END' >> spied-by-agent 2>&1
import json, sys, urllib.request
url, token = sys.argv[1:]
body = {"model": "claude-sonnet-5-5", "max_tokens": 99, "messages": [{"role": "user", "content": "Hello"}]}
asked = urllib.request.Request(url + "/v1/messages", json.dumps(body).encode(), {"authorization": "Bearer " + token})
answer = urllib.request.urlopen(asked)
print("PATH=", answer.headers, answer.read().decode())
END
"""


@pytest.mark.usefixtures("shut_in")
def test_of_a_task_by_claude_code_through_the_proxy(
    serve: Serve, fold: Repo, call: Call, tmp_path: Path, programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    interpreter = python()
    if interpreter is None:
        pytest.skip("there is no Python among the system's programs, which alone can be executed in the sandbox")
    asks = ASKS.replace("PYTHON", interpreter)
    said = program(programs, "finished", before=f"{SPY % 'spied-by-agent'}\n{asks}")
    monkeypatch.setattr("skill_evals.edges.backends.claude_code.create.find_cli", lambda: looked_at(said))
    api = serve(lambda body: text("Hello."), key=KEY)
    recorded = sweep(call, fold, tmp_path, "claude-code")
    assert "ANTHROPIC_BASE_URL=http://127.0.0.1:" in recorded
    assert "PATH=" in recorded
    authorised_alone(api)
    tokens = [one for one in api.requests if "run-" in one.text or "run-" in str(one.headers)]
    assert tokens == []
