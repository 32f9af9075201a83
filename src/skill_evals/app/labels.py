"""Files of labels for a judge (docs/judge.md) → nouns."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from skill_evals.dialects.validate import Schema, explain
from skill_evals.documents.document import Format
from skill_evals.documents.read import format_of, read_document
from skill_evals.errors import UsageError
from skill_evals.model.evidence import Arm, Evidence, Message, Outcome, RunKey, Stage, ToolCall, WorkspaceFile
from skill_evals.model.labels import Label, LabelledRun
from skill_evals.model.suite import Tier

_SCHEMA = Schema(name="judge-labels", conforms=lambda _: False)
_CURE = "docs/judge.md shows the form; schemas/judge-labels.schema.json is its schema"


def read_labels(path: Path) -> tuple[LabelledRun, ...]:
    """The runs of one file.

    Raises:
        UsageError: it cannot be read, or is not of the form, with line and column.
    """
    name = str(path)
    if format_of(name) in (None, Format.FRONTMATTER):
        raise UsageError(f"{name} is neither JSON nor YAML by its name", cure="name a .json, .jsonc or .yaml file")
    try:
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror or error}", cure="name a file that is here") from None
    document = read_document(name, data)
    problem = next(iter(document.problems), None)
    if problem is not None:
        span = problem.span
        raise UsageError(f"{name}:{span.line}:{span.column}: {problem.message}", cure=problem.cure or _CURE)
    for violation in explain(_SCHEMA, document.value):
        span = document.span(violation.at, violation.part)
        raise UsageError(f"{name}:{span.line}:{span.column}: {violation.message}", cure=_CURE)
    value: Any = document.value
    runs = tuple(_run(one, name, index) for index, one in enumerate(value["runs"]))
    ids = [run.id for run in runs]
    twice = next((one for one in ids if ids.count(one) > 1), None)
    if twice is not None:
        raise UsageError(f"{name} holds two runs with the id {twice!r}", cure="give each run an id of its own")
    return runs


def _run(one: Mapping[str, Any], source: str, index: int) -> LabelledRun:
    key = RunKey(
        arm=Arm.HEAD, stage=Stage.SCREENING, tier=Tier.EVALS, model="people", suite=source, case=one["id"], index=index
    )
    messages = one.get("messages")
    calls = one.get("tool_calls")
    before = len(messages or ())
    evidence = Evidence(
        key=key,
        outcome=Outcome.FINISHED,
        final_text=one.get("answer", ""),
        messages=None if messages is None else tuple(Message(text=m, ordinal=n) for n, m in enumerate(messages)),
        tool_calls=None if calls is None else tuple(_call(call, before + n) for n, call in enumerate(calls)),
        files={path: WorkspaceFile(exists=text is not None, text=text) for path, text in one.get("files", {}).items()},
    )
    return LabelledRun(
        id=one["id"],
        source=source,
        evidence=evidence,
        labels=tuple(_label(criterion) for criterion in one["criteria"]),
        expected_output=one.get("expected_output"),
    )


def _call(call: Mapping[str, Any], ordinal: int) -> ToolCall:
    arguments = call.get("arguments")
    return ToolCall(
        name=call["name"],
        arguments=None if arguments is None else json.dumps(arguments),
        ordinal=ordinal,
        result=call.get("result"),
    )


def _label(criterion: Mapping[str, Any]) -> Label:
    people = criterion.get("verdicts") or [criterion["verdict"]]
    return Label(rubric=criterion["rubric"], people=tuple(verdict == "pass" for verdict in people))
