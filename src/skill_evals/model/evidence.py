"""What happened in one run. Grading reads this record and nothing else, so it can be repeated for nothing."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from skill_evals.model.outcome import Outcome as Outcome  # noqa: PLC0414 -- named again for the many who read evidence
from skill_evals.model.outcome import Stage as Stage  # noqa: PLC0414 -- as above
from skill_evals.model.suite import Tier


class Arm(StrEnum):
    BASE = "base"
    HEAD = "head"
    LIFT = "lift"
    """Without the skill under test (evolve's ``baseline``, eval-magic's ``without_skill``)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunKey:
    """Which run this is; equal keys are the same run, and it is paid for once."""

    arm: Arm
    stage: Stage
    tier: Tier
    model: str
    suite: str
    case: str
    index: int
    """0-based among the runs of this case, arm and stage."""
    reverted: str = ""
    """Folder of the skill whose entry in the listing is as at the base; of the stage CULPRIT alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A call that the agent made; ``arguments`` is the JSON text as the runner emitted it, None where it had none.

    ``ordinal`` is the 0-based place among all events of the transcript. ``result`` is what the agent was told, cut
    where it is long; None: it is not recorded.
    """

    name: str
    arguments: str | None
    ordinal: int
    result: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Something that the assistant said, at its place among the events."""

    text: str
    ordinal: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkspaceFile:
    """What a check found at a path below the workspace after the run.

    ``exists`` follows evolve's ``stat``: folders count. ``text`` is None for folders and for what was not read.
    """

    exists: bool
    text: str | None = None
    link: bool = False
    """The path is a link, or leads through one. Links are not followed, so what is behind it counts for nothing."""
    error: str | None = None
    """Why it could not be looked at or read: a harness fault, never the agent's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandRun:
    """A command that a check asked for. ``exit_code`` is None where it did not end by itself."""

    exit_code: int | None
    stdout: str = ""
    stderr: str = ""
    skipped: str | None = None
    """Why it was not run: a tool that is not installed, or commands that are not allowed here."""
    error: str | None = None
    """Why it could not be run or did not end: a harness fault, never the agent's."""
    cells: "Mapping[str, CommandRun]" = field(default_factory=dict)
    """eval-magic's matrix: a run by each combination, such as ``OS=a,LANG=b``; the members above are unused then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """A judge model's answer to one sentence; ``error`` is set where there is no usable answer."""

    passed: bool | None
    evidence: str = ""
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiffSize:
    """How much of the workspace the agent changed, as git counts it: a rename is two files, a binary file has no lines,
    ignored files do not count. ``error`` is set where it could not be measured, and then the numbers mean nothing.
    """

    files: int = 0
    added: int = 0
    removed: int = 0
    hunks: int = 0
    error: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens and dollars of one run; None: not reported."""

    calls: int = 0
    input_tokens: int | None = None
    output_tokens: int | None = None
    cache_read_input_tokens: int | None = None
    cache_creation_input_tokens: int | None = None
    usd: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Judging:
    """Who answered for the judgements of one run, to which questions, and what that took."""

    models: tuple[str, ...]
    """The ids that answered, sorted."""
    prompt_hash: str
    """Digest of what was asked besides the run's own record: instructions, sentences, limits, votes."""
    usage: Usage
    """Of all answers, those included that were asked for again or could not be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """The record of one run."""

    key: RunKey
    outcome: Outcome
    detail: str = ""
    """The kind of error, or why it did not finish, in words."""
    activations: tuple[str, ...] = ()
    """Names of the skills that were activated, in order."""
    skill_reads: tuple[str, ...] = ()
    """Names of the skills whose ``SKILL.md`` the agent opened as a file, in order: no activation."""
    seconds: float = 0.0
    usage: Usage = field(default_factory=Usage)
    final_text: str = ""
    tool_calls: tuple[ToolCall, ...] | None = None
    """None: this harness does not report tool calls."""
    messages: tuple[Message, ...] | None = None
    """None: no conversation was recorded."""
    files: Mapping[str, WorkspaceFile] = field(default_factory=dict)
    """By the path as the check writes it."""
    commands: Mapping[int, CommandRun] = field(default_factory=dict)
    """By the place of the check in the case's list."""
    diff: DiffSize | None = None
    """None: nobody asked for it, or it is not recorded."""
    judgements: Mapping[int, Judgement] = field(default_factory=dict)
    """By the place of the check in the case's list."""
    judging: Judging | None = None
    """None: no judge was asked, or it is not recorded."""
    workspace: str = ""
    """Absolute path of the workspace while it lived; grading writes ``.`` for it, so that evidence can be compared."""
    snapshot: bool = False
    """``files`` holds every file of the workspace, so that it can be built again."""
    catalogue: str = ""
    """Digest of the listing that the model was shown; empty: not recorded."""
