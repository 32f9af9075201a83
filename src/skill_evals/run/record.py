"""Evidence ↔ one line of JSON (docs/evidence-format.md): the form of the journal and of recordings.

Keys come in a fixed order and members that equal their default are left out, so equal runs give equal bytes. A reader
ignores members that it does not know, so a later version may add some without a new number.
"""

import json
from collections.abc import Mapping
from dataclasses import fields

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
from skill_evals.run.record_members import Members

VERSION = 1
_COUNTS = ("input_tokens", "output_tokens", "cache_read_input_tokens", "cache_creation_input_tokens")


def encode(evidence: Evidence) -> str:
    """One line, without its line feed, that can be written as UTF-8."""
    record: dict[str, object] = {"v": VERSION, "key": _plain(evidence.key)}
    blank = Evidence(key=evidence.key, outcome=evidence.outcome)
    for member in fields(Evidence):
        value = getattr(evidence, member.name)
        if member.name == "outcome" or (member.name != "key" and value != getattr(blank, member.name)):
            record[member.name] = _plain(value)
    line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    try:
        line.encode()
    except UnicodeEncodeError:
        # Half a surrogate pair, which some harness cut out of a text: only the escaped form can be stored.
        return json.dumps(record, separators=(",", ":"))
    return line


def decode(line: str, where: str) -> Evidence:
    """The record of a line; ``where`` names it in messages, as in ``runs.jsonl line 3``.

    Raises:
        UsageError: no JSON object, another version, a member that is missing or of the wrong type.
    """
    record = Members(where=where, values=_object(line, where))
    if record.integer("v") != VERSION:
        raise UsageError(
            f"{where} is a record of version {record.integer('v')}; this release reads version {VERSION}",
            cure="use the release that wrote it, or record again",
        )
    return Evidence(
        key=_key(record.member("key")),
        outcome=record.word("outcome", Outcome),
        detail=record.text("detail", ""),
        activations=record.texts("activations"),
        skill_reads=record.texts("skill_reads"),
        seconds=record.number("seconds", 0.0),
        usage=_usage(record.member("usage")),
        final_text=record.text("final_text", ""),
        tool_calls=None if record.absent("tool_calls") else tuple(map(_tool_call, record.items("tool_calls"))),
        messages=None if record.absent("messages") else tuple(map(_message, record.items("messages"))),
        files={path: _file(found) for path, found in record.mapping("files").items()},
        commands={place: _command(run) for place, run in record.places("commands").items()},
        diff=None if record.absent("diff") else _diff(record.member("diff")),
        judgements={place: _judgement(answer) for place, answer in record.places("judgements").items()},
        judging=None if record.absent("judging") else _judging(record.member("judging")),
        workspace=record.text("workspace", ""),
        snapshot=record.flag("snapshot", default=False),
        catalogue=record.text("catalogue", ""),
    )


def _object(line: str, where: str) -> dict[str, object]:
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UsageError(f"{where} is not a JSON object", cure="delete the line, or restore it from version control")
    return value


def _plain(value: object) -> object:
    """The value in JSON's types; members of nouns that equal their default are left out."""
    if isinstance(value, (RunKey, Usage, ToolCall, Message, WorkspaceFile, CommandRun, DiffSize, Judgement, Judging)):
        return {
            member.name: _plain(getattr(value, member.name))
            for member in fields(value)
            if getattr(value, member.name) != member.default and getattr(value, member.name) != {}
        }
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): _plain(item) for key, item in value.items()}
    return value


def _key(key: Members) -> RunKey:
    return RunKey(
        arm=key.word("arm", Arm),
        stage=key.word("stage", Stage),
        tier=key.word("tier", Tier),
        model=key.text("model"),
        suite=key.text("suite"),
        case=key.text("case"),
        index=key.integer("index"),
        reverted=key.text("reverted", ""),
    )


def _usage(usage: Members) -> Usage:
    counts = {name: None if usage.absent(name) else usage.integer(name) for name in _COUNTS}
    usd = None if usage.absent("usd") else usage.number("usd")
    return Usage(calls=usage.integer("calls", 0), usd=usd, **counts)


def _tool_call(call: Members) -> ToolCall:
    arguments = None if call.absent("arguments") else call.text("arguments")
    result = _optional(call, "result")
    return ToolCall(name=call.text("name"), arguments=arguments, ordinal=call.integer("ordinal"), result=result)


def _message(message: Members) -> Message:
    return Message(text=message.text("text"), ordinal=message.integer("ordinal"))


def _file(found: Members) -> WorkspaceFile:
    return WorkspaceFile(
        exists=found.flag("exists"),
        text=_optional(found, "text"),
        link=found.flag("link", default=False),
        error=_optional(found, "error"),
    )


def _command(run: Members) -> CommandRun:
    return CommandRun(
        exit_code=None if run.absent("exit_code") else run.integer("exit_code"),
        stdout=run.text("stdout", ""),
        stderr=run.text("stderr", ""),
        skipped=_optional(run, "skipped"),
        error=_optional(run, "error"),
        cells={label: _command(cell) for label, cell in run.mapping("cells").items()},
    )


def _diff(size: Members) -> DiffSize:
    return DiffSize(
        files=size.integer("files", 0),
        added=size.integer("added", 0),
        removed=size.integer("removed", 0),
        hunks=size.integer("hunks", 0),
        error=_optional(size, "error"),
    )


def _judgement(answer: Members) -> Judgement:
    passed = None if answer.absent("passed") else answer.flag("passed")
    return Judgement(passed=passed, evidence=answer.text("evidence", ""), error=_optional(answer, "error"))


def _judging(told: Members) -> Judging:
    return Judging(
        models=told.texts("models"), prompt_hash=told.text("prompt_hash"), usage=_usage(told.member("usage"))
    )


def _optional(members: Members, name: str) -> str | None:
    return None if members.absent(name) else members.text(name)
