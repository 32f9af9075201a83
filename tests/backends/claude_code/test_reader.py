"""The reader of events takes whatever comes: a newer Claude Code, half a line, or no Claude Code at all."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from backends.claude_code.test_outcomes import lines
from skill_evals.edges.backends.claude_code.events import read
from skill_evals.edges.backends.claude_code.outcomes import Asked, Ended, told
from skill_evals.edges.proxy import Spent
from skill_evals.edges.sandbox.order import Report
from skill_evals.model.evidence import Outcome, Usage
from skill_evals.model.suite import Tier

KEYS = st.sampled_from(
    [
        "type",
        "subtype",
        "message",
        "content",
        "id",
        "name",
        "input",
        "model",
        "tool_use_id",
        "is_error",
        "parent_tool_use_id",
        "result",
        "skills",
        "tools",
        "text",
        "claude_code_version",
        "api_error_status",
        "errors",
        "skill",
        "file_path",
    ]
)
WORDS = st.sampled_from(
    [
        "system",
        "init",
        "assistant",
        "user",
        "result",
        "tool_use",
        "tool_result",
        "text",
        "Skill",
        "Read",
        "success",
        "x",
    ]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=5),
    max_leaves=12,
)
ASKED = Asked(tier=Tier.TRIGGERS, target="sheep", listed=("sheep",))


@settings(max_examples=200, deadline=None)
@given(st.lists(JSON, max_size=6))
def test_no_event_breaks_it(events: list[Any]) -> None:
    seen = read(json.dumps(event) for event in events)
    assert len(seen.tool_calls) == len(seen.calls)
    assert seen.strange == sum(not isinstance(event, dict) for event in events)
    assert isinstance(told(seen, Ended(report=Report(code=0)), Spent(usage=Usage()), ASKED).outcome, Outcome)


@settings(max_examples=100, deadline=None)
@given(st.integers(min_value=0, max_value=20_000))
def test_a_stream_that_breaks_off_is_never_a_measurement(cut: int) -> None:
    whole = "\n".join(lines("finished"))
    seen = read(whole[: min(cut, len(whole) - 2)].splitlines())
    asked = Asked(tier=Tier.EVALS, target="sheep", listed=())
    assert told(seen, Ended(report=Report(code=0)), Spent(usage=Usage()), asked).outcome is Outcome.ERROR
