"""Every scene of `tests/backends/claude_code` played again: what is read from it is what the recording gave."""

import json
from itertools import chain

import pytest

from backends.claude_code.scenarios import SCENES
from backends.claude_code.test_outcomes import lines
from e2e.play import Played, play
from skill_evals.edges.backends.claude_code.events import SYNTHETIC, read
from skill_evals.edges.backends.claude_code.installed import Cli
from skill_evals.edges.backends.claude_code.outcomes import Asked, Told, told
from skill_evals.edges.sandbox.probe import agents_refused
from skill_evals.model.evidence import Outcome


def tell(name: str, printed: list[str], played: Played) -> Told:
    scene = SCENES[name]
    asked = Asked(tier=scene.tier, target="sheep", listed=())
    return told(read(printed), played.ended, played.spent, asked)


@pytest.mark.parametrize("name", SCENES)
def test_the_same_is_told_as_by_the_recording(claude: Cli, name: str) -> None:
    assert agents_refused() is None
    played = play(SCENES[name])
    assert tell(name, played.lines, played) == tell(name, lines(name), played)
    seen, recorded = read(played.lines), read(lines(name))
    assert seen.strange == 0
    assert [(call.name, call.given) for call in seen.calls] == [(call.name, call.given) for call in recorded.calls]
    assert seen.results.keys() == recorded.results.keys()
    assert (seen.turns, seen.answers) == (recorded.turns, recorded.answers)


@pytest.mark.parametrize("name", ["skill", "only-looks"])
def test_no_call_is_paid_for_after_a_triggers_answer(claude: Cli, name: str) -> None:
    assert play(SCENES[name]).calls == {"skill": 1, "only-looks": 2}[name]


@pytest.mark.parametrize("name", ["skill", "finished"])
def test_without_the_sandbox_nothing_is_written_unasked_but_files_of_the_workspace(claude: Cli, name: str) -> None:
    played = play(SCENES[name], sandbox=False)
    expected = {"skill": Outcome.ACTIVATED, "finished": Outcome.FINISHED}[name]
    assert tell(name, played.lines, played).outcome is expected


@pytest.mark.parametrize("name", SCENES)
def test_the_sdk_reads_the_same(name: str) -> None:
    """Its parser is the authority on the form of the events; ours is the one that needs no package of 400 MB."""
    from claude_agent_sdk import AssistantMessage, ResultMessage, ToolUseBlock
    from claude_agent_sdk._internal.message_parser import parse_message

    messages = [parse_message(json.loads(line)) for line in lines(name)]
    assistants = [one for one in messages if isinstance(one, AssistantMessage) and one.model != SYNTHETIC]
    blocks = list(chain.from_iterable([(block, one) for block in one.content] for one in assistants))
    theirs = [(b.name, b.input, one.parent_tool_use_id or "") for b, one in blocks if isinstance(b, ToolUseBlock)]
    ours = read(lines(name))
    assert [(call.name, call.given, call.agent) for call in ours.calls] == theirs
    results = [one for one in messages if isinstance(one, ResultMessage)]
    assert (ours.result is None) == (not results)
    if ours.result is not None:
        last = results[-1]
        assert (ours.result.subtype, ours.result.is_error) == (last.subtype, last.is_error)
        assert ours.result.text == (last.result or "; ".join(last.errors or []))
