"""The JSON form of a run's record: nothing is lost, nothing is guessed."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.errors import UsageError
from skill_evals.model.evidence import (
    Arm,
    CommandRun,
    DiffSize,
    Evidence,
    Judgement,
    Judging,
    Message,
    Outcome,
    RunKey,
    Stage,
    ToolCall,
    Usage,
    WorkspaceFile,
)
from skill_evals.model.suite import Tier
from skill_evals.run.record import decode, encode

# Half a surrogate pair survives; two that stand together are one character in JSON and are none in a text from JSON.
texts = st.text(max_size=8) | st.characters(categories=["Cs", "Cc", "Zl"])
maybe = st.none() | texts
counts = st.none() | st.integers(0, 2**60)
numbers = st.floats(allow_nan=False, allow_infinity=False)
ordinals = st.integers(0, 10_000)
keys = st.builds(
    RunKey,
    arm=st.sampled_from(Arm),
    stage=st.sampled_from(Stage),
    tier=st.sampled_from(Tier),
    model=texts,
    suite=texts,
    case=texts,
    index=ordinals,
)
plain_commands = st.builds(
    CommandRun, exit_code=st.none() | st.integers(-64, 255), stdout=texts, stderr=texts, skipped=maybe, error=maybe
)
commands = (
    st.builds(CommandRun, exit_code=st.none(), cells=st.dictionaries(texts, plain_commands, max_size=2))
    | plain_commands
)
places = st.integers(0, 99)
records = st.builds(
    Evidence,
    key=keys,
    outcome=st.sampled_from(Outcome),
    detail=texts,
    activations=st.lists(texts, max_size=3).map(tuple),
    skill_reads=st.lists(texts, max_size=2).map(tuple),
    seconds=numbers,
    usage=st.builds(
        Usage, calls=ordinals, input_tokens=counts, cache_read_input_tokens=counts, usd=st.none() | numbers
    ),
    final_text=texts,
    tool_calls=st.none()
    | st.lists(st.builds(ToolCall, name=texts, arguments=maybe, ordinal=ordinals, result=maybe), max_size=3).map(tuple),
    messages=st.none() | st.lists(st.builds(Message, text=texts, ordinal=ordinals), max_size=3).map(tuple),
    files=st.dictionaries(
        texts, st.builds(WorkspaceFile, exists=st.booleans(), text=maybe, link=st.booleans(), error=maybe), max_size=3
    ),
    commands=st.dictionaries(places, commands, max_size=3),
    diff=st.none() | st.builds(DiffSize, files=ordinals, added=ordinals, removed=ordinals, hunks=ordinals, error=maybe),
    judgements=st.dictionaries(
        places, st.builds(Judgement, passed=st.none() | st.booleans(), evidence=texts, error=maybe), max_size=3
    ),
    judging=st.none()
    | st.builds(
        Judging,
        models=st.lists(texts, max_size=2).map(tuple),
        prompt_hash=texts,
        usage=st.builds(Usage, calls=ordinals, input_tokens=counts, usd=st.none() | numbers),
    ),
    workspace=texts,
    snapshot=st.booleans(),
    catalogue=texts,
)


@given(records)
@settings(max_examples=100, deadline=None)
def test_what_is_written_is_what_is_read(evidence: Evidence) -> None:
    line = encode(evidence)
    assert decode(line, "line 1") == evidence
    assert "\n" not in line
    assert line.encode()
    assert encode(decode(line, "line 1")) == line


KEY = {
    "arm": "head",
    "stage": "screening",
    "tier": "evals",
    "model": "m",
    "suite": "evals.json",
    "case": "one",
    "index": 0,
}


def line(**members: object) -> str:
    return json.dumps({"v": 1, "key": KEY, "outcome": "finished", **members})


def test_the_shortest_record_is_a_key_and_an_outcome() -> None:
    evidence = decode(line(), "line 1")
    assert evidence.tool_calls is None
    assert evidence.messages is None
    assert encode(evidence) == json.dumps({"v": 1, "key": KEY, "outcome": "finished"}, separators=(",", ":"))


def test_a_member_of_a_later_version_is_ignored() -> None:
    assert decode(line(mood="good", usage={"calls": 1, "carbon": 2}), "line 1").usage == Usage(calls=1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "runs.jsonl line 3 is not a JSON object"),
        ("[1]", "runs.jsonl line 3 is not a JSON object"),
        ("[" * 100_000, "runs.jsonl line 3 is not a JSON object"),
        (line(v=2), "is a record of version 2; this release reads version 1"),
        (line(v="1"), "`v` must be an integer"),
        (line(outcome="maybe"), "`outcome` must be one of the words"),
        (line(key={**KEY, "index": True}), "line 3, key: `index` must be an integer"),
        (line(key={}), "`arm` must be a text"),
        (line(activations="x"), "`activations` must be an array"),
        (line(activations=[1]), "`activations` must be an array of texts"),
        (line(tool_calls=[{"name": "Bash"}]), "tool_calls[0]: `ordinal` must be an integer"),
        (line(files={"a": {"exists": 1}}), "files.a: `exists` must be true or false"),
        (line(commands={"first": {}}), "`commands.first` must be named by the place of a check"),
        (line(seconds="1"), "`seconds` must be a number"),
        (line(judgements=[]), "`judgements` must be an object"),
    ],
)
def test_a_wrong_member_is_named_with_its_line_and_a_cure(text: str, words: str) -> None:
    with pytest.raises(UsageError) as caught:
        decode(text, "runs.jsonl line 3")
    assert words in caught.value.message
    assert caught.value.cure
