"""Tier 2: an agent at work in a real workspace, shut in, with a model that the server plays."""

import json
from dataclasses import replace
from pathlib import Path, PurePosixPath

import pytest

from backends.agent.requests import tally
from backends.messages.conftest import Serve
from backends.messages.conversation import checked, run, task_request, told, user_blocks
from servers.messages_agent import Heard, agent
from servers.messages_wire import Reply, calls, text
from skill_evals.model.evidence import DiffSize, Message, Outcome, WorkspaceFile
from skill_evals.run.ports.request import TreeFile

pytestmark = pytest.mark.usefixtures("shut_in")


def done(heard: Heard) -> Reply:
    return text("Done.")


def test_a_task_from_its_prompt_to_what_the_agent_left(serve: Serve) -> None:
    api = serve(
        agent(
            lambda heard: calls(("Skill", {"skill": "tally"}), words="I will use the skill."),
            lambda heard: calls(("Read", {"file_path": "in.csv"}), ("Bash", {"command": "cat in.csv | wc -l"})),
            lambda heard: calls(("Write", {"file_path": f"{heard.workspace}/out/sum.txt", "content": "3\n"})),
            lambda heard: text("The sum is 3."),
        )
    )
    checks = (
        checked("file_exists", path="out/sum.txt"),
        checked("regex", path="out/sum.txt", pattern="3"),
        checked("diff_scope", max_files_touched=1),
    )
    found = run(api, task_request(checks=checks))
    assert (found.outcome, found.detail, found.final_text) == (Outcome.FINISHED, "", "The sum is 3.")
    assert found.activations == ("tally",)
    where, _, body = told(found)[0][1].partition("\n")
    assert PurePosixPath(where).parts[-4:] == ("work", ".claude", "skills", "tally")
    assert body == "\nAdd them up.\n"
    assert told(found)[1:] == [("Read", "     1\t1\n     2\t2"), ("Bash", "2\n"), ("Write", found.tool_calls[3].result)]  # type: ignore[index]
    assert found.messages == (
        Message(text="I will use the skill.", ordinal=0),
        Message(text="The sum is 3.", ordinal=5),
    )
    assert [call.ordinal for call in found.tool_calls or ()] == [1, 2, 3, 4]
    assert found.files["out/sum.txt"] == WorkspaceFile(exists=True, text="3\n")
    assert found.diff == DiffSize(files=1, added=1, hunks=1)
    assert not Path(found.workspace).exists()
    assert found.usage.calls == 4
    assert found.usage.usd
    assert found.usage.usd > 0


def test_arguments_are_recorded_as_one_line_that_patterns_can_search(serve: Serve) -> None:
    api = serve(agent(lambda heard: calls(("Bash", {"command": "echo é", "description": "say"})), done))
    (call,) = run(api, task_request()).tool_calls or ()
    assert call.arguments == '{"command":"echo é","description":"say"}'


def test_each_call_reads_from_the_cache_what_the_one_before_wrote(serve: Serve) -> None:
    api = serve(agent(*[lambda heard: calls(("Bash", {"command": f"seq {heard.turn} 300"}))] * 3, done))
    found = run(api, task_request())
    usage = found.usage
    assert usage.cache_read_input_tokens is not None
    assert usage.cache_creation_input_tokens is not None
    assert usage.cache_read_input_tokens > usage.cache_creation_input_tokens
    assert usage.input_tokens == 0
    first, second = api.messages[0], api.messages[1]
    assert first["system"] == second["system"]
    assert first["tools"] == second["tools"]


def test_what_all_runs_share_holds_nothing_of_one_run(serve: Serve) -> None:
    api = serve(agent(done))
    for _ in range(2):
        run(api, task_request())
    shared = [json.dumps([body["system"], body["tools"]]) for body in api.messages]
    assert shared[0] == shared[1]
    assert "skill-evals" not in shared[0]


@pytest.mark.parametrize("model", ["anthropic/claude-sonnet-5-5", "anthropic/claude-sonnet-4-6"])
def test_the_listing_stands_where_claude_code_puts_it_for_the_model(serve: Serve, model: str) -> None:
    api = serve(agent(done))
    run(api, task_request(model=model))
    (body,) = api.messages
    roles = [message["role"] for message in body["messages"]]
    line = "- tally: Add up the numbers of a table."
    if model.endswith("5-5"):
        assert roles == ["user", "system"]
        assert line in body["messages"][1]["content"][0]["text"]
    else:
        assert roles == ["user"]
        assert line in body["messages"][0]["content"][0]["text"]


def test_without_the_skill_there_is_no_trace_of_it(serve: Serve) -> None:
    api = serve(agent(lambda heard: calls(("Bash", {"command": "ls -A; ls .claude"})), done))
    found = run(api, task_request(lift=True))
    assert "tally" not in api.requests[-1].text
    assert "Skill" not in [tool["name"] for tool in api.messages[0]["tools"]]
    assert ".claude\n" not in told(found)[0][1]
    assert found.activations == ()


def test_opening_the_file_of_the_skill_is_told_apart_from_using_it(serve: Serve) -> None:
    path = ".claude/skills/tally/SKILL.md"
    api = serve(agent(lambda heard: calls(("Read", {"file_path": f"{heard.workspace}/{path}"})), done))
    found = run(api, task_request())
    assert (found.activations, found.skill_reads) == ((), ("tally",))
    assert found.detail == "it opened the file of tally without calling the skill"


def test_a_skill_that_is_never_used_is_said(serve: Serve) -> None:
    assert run(serve(agent(done)), task_request()).detail == "it never used the skill"


def test_a_prompt_that_calls_the_skill_by_name_hands_over_its_text(serve: Serve) -> None:
    skill = tally(**{"SKILL.md": TreeFile(data=b"---\nname: tally\n---\nAdd up $ARGUMENTS in ${CLAUDE_SKILL_DIR}.\n")})
    api = serve(agent(done))
    found = run(api, task_request("/tally in.csv, please", skill=skill))
    assert found.activations == ("tally",)
    (words,) = [block["text"] for block in user_blocks(api.messages[0]) if "The person called" in block["text"]]
    assert "Add up in.csv, please in /" in words


def test_arguments_follow_a_skill_that_does_not_ask_for_them(serve: Serve) -> None:
    api = serve(agent(lambda heard: calls(("Skill", {"skill": "tally", "args": "in.csv"})), done))
    assert told(run(api, task_request()))[0][1].endswith("Add them up.\n\nARGUMENTS: in.csv")


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("Skill", {"skill": "none"}, "There is no skill named 'none'."),
        ("Skill", {}, "Skill needs `skill`."),
        ("Teleport", {}, "There is no tool named 'Teleport'. There are Bash, Read, Write, Edit, Glob, Grep, Skill."),
        ("Bash", {"command": 7}, "`command` of Bash must be a text."),
        ("Bash", {"command": "ls", "timeout": True}, "`timeout` of Bash must be a whole number."),
        ("Bash", {"command": "ls", "timeout": 0}, "`timeout` of Bash must be at least 1."),
        ("Bash", {"command": "ls", "sudo": True}, "`sudo` of Bash is not known."),
        ("Bash", {"command": "a\0b"}, "the command holds a null byte"),
        ("Grep", {"pattern": "x", "output_mode": "all"}, "`output_mode` of Grep must be one of files_with_matches"),
        ("Read", {"file_path": "none"}, "none: No such file or directory"),
        ("Bash", {"command": "echo out; echo err >&2; exit 3"}, "exit code 3\nout\nerr"),
        ("Bash", {"command": "sleep 9", "timeout": 200}, "[ended after 0.2 s, its time]"),
    ],
)
def test_a_call_that_goes_wrong_is_told_to_the_agent_and_it_goes_on(
    serve: Serve, name: str, given: dict[str, object], words: str
) -> None:
    api = serve(agent(lambda heard: calls((name, given)), lambda heard: text(f"It said: {heard.errors}")))
    found = run(api, task_request())
    assert words in told(found)[0][1]
    assert (found.outcome, found.final_text) == (Outcome.FINISHED, "It said: (True,)")


def test_long_results_are_cut_for_the_agent_and_once_more_in_the_record(serve: Serve) -> None:
    api = serve(agent(lambda heard: calls(("Bash", {"command": "seq 100000"})), done))
    found = run(api, task_request())
    (shown,) = [block["content"] for block in user_blocks(api.messages[1]) if block["type"] == "tool_result"]
    assert len(shown) < 31_000
    assert "bytes are left out here]" in shown
    assert shown.startswith("1\n2\n")
    assert shown.endswith("100000\n")
    recorded = told(found)[0][1]
    assert len(recorded) < 4_200
    assert "bytes are left out of the record]" in recorded


def test_nothing_that_a_call_starts_outlives_it(serve: Serve) -> None:
    api = serve(
        agent(
            lambda heard: calls(
                ("Bash", {"command": "exec 9>held; flock 9; sleep 300 >/dev/null 2>&1 & echo started"})
            ),
            lambda heard: calls(("Bash", {"command": "flock -n held echo nobody holds it"})),
            done,
        )
    )
    assert told(run(api, task_request())) == [("Bash", "started\n"), ("Bash", "nobody holds it\n")]


def test_commands_of_checks_run_where_they_are_allowed_and_after_the_agent(serve: Serve) -> None:
    api = serve(agent(lambda heard: calls(("Write", {"file_path": "a", "content": "1"})), done))
    command = checked("command", run="cat a; id -u")
    allowed = run(api, task_request(checks=(command,)), allow_commands=True)
    assert allowed.commands[0].stdout.startswith("1")
    refused = run(api, task_request(checks=(command,)))
    assert refused.commands[0].skipped == "commands are not allowed here (--allow-commands)"


LOOKS = "env; cat /proc/*/environ /proc/self/environ; tr '\\\\0' ' ' < /proc/1/cmdline; cat ~/.* .git/config; ls -la .. ../.."


def test_the_key_is_in_no_request_and_no_record_whatever_the_agent_looks_at(serve: Serve) -> None:
    marker = "sk-marker-77c1"
    api = serve(
        agent(
            lambda heard: calls(("Bash", {"command": LOOKS}), ("Grep", {"pattern": marker, "path": "/"})),
            lambda heard: calls(("Bash", {"command": f"grep -rs {marker} /proc /etc /tmp /home /root | head"})),
            done,
        ),
        key=marker,
    )
    found = run(api, task_request())
    assert found.outcome is Outcome.FINISHED
    assert all(request.authorised for request in api.requests)
    theirs = [result for _, result in told(found)]
    assert not [words for words in theirs if marker in words.replace(f"grep -rs {marker}", "")]
    sent = "".join(request.text for request in api.requests)
    assert sent.count(marker) == sent.count(f'"pattern":"{marker}"') + sent.count(f"grep -rs {marker}")


def test_what_a_check_brings_is_not_there_for_the_agent(serve: Serve) -> None:
    api = serve(agent(lambda heard: calls(("Bash", {"command": "cat test_sum.py || true"})), done))
    check = checked("command_check", command="cat test_sum.py", setup_files=["test_sum.py"])
    request = replace(task_request(checks=(check,)), setup={"test_sum.py": b"assert 3"})
    found = run(api, request, allow_commands=True)
    assert "No such file" in told(found)[0][1]
    assert found.commands[0].stdout == "assert 3"


def test_what_the_model_thought_goes_back_to_it_as_it_came_and_is_in_no_record(serve: Serve) -> None:
    thought = {"type": "thinking", "thinking": "First the file, then the sum.", "signature": "c2lnbmVk"}
    turn = calls(("Read", {"file_path": "in.csv"}))
    api = serve(agent(lambda heard: replace(turn, content=(thought, *turn.content)), done))
    found = run(api, task_request())
    assert api.messages[1]["messages"][2]["content"][0] == thought
    assert found.outcome is Outcome.FINISHED
    assert "First the file" not in repr(found)
