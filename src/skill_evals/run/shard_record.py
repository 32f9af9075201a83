"""``shard.json``: what a shard leaves besides its runs, version 1 (docs/formats.md).

Sets and p-values are there for readers, and so that whoever joins shards can tell that the runs are those they came
from; what is joined is made from the runs.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from skill_evals.errors import UsageError
from skill_evals.model.evidence import Evidence
from skill_evals.run.ports.backend import Harness
from skill_evals.run.record_members import Members

VERSION = 1
NAME = "shard.json"
COUNTS = (
    "made",
    "resumed",
    "shared",
    "controls",
    "lift",
    "culprit",
    "naive",
    "reused_cases",
    "calls",
    "in_flight",
    "errored",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class SetRecord:
    """A set of a family, as the shard alone saw it: without Holm, which takes all sets of the plan."""

    suite: str
    skill_dir: str
    tier: str
    model: str
    kind: str
    cases: tuple[str, ...]
    run: bool
    p_value: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpentRecord:
    """Counts of runs by what they were made for, dollars (None: the backend reports none), and when."""

    counts: Mapping[str, int]
    usd: float | None
    seconds: float
    started_at: str
    ended_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardRecord:
    product: str
    """The version that wrote it."""
    number: int
    of: int
    plan: str
    """Digest of the whole plan."""
    head: str | None
    backend: str
    fitted: tuple[bool, ...] = ()
    """What the budget let begin, question by question."""
    ended: str | None = None
    """Why no further run was made, be it of those that decide or not."""
    partial: str | None = None
    """Why not all of those that decide were made; also where nothing could be begun."""
    harnesses: Mapping[str, Harness] = field(default_factory=dict)
    """By model."""
    judges: Mapping[str, str] = field(default_factory=dict)
    """Names of who judges, by digest of case and model."""
    sets: tuple[SetRecord, ...] = ()
    spent: SpentRecord | None = None
    """None where nothing could be begun."""
    runs: str = ""
    """SHA-256 of the file of its runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ShardFiles:
    """What a shard left, read; ``where`` names it in messages."""

    where: str
    record: ShardRecord
    evidence: tuple[Evidence, ...]


def encode_shard(record: ShardRecord) -> bytes:
    spent = record.spent
    value = {
        "version": VERSION,
        **{name: getattr(record, name) for name in ("product", "number", "of", "plan", "head", "backend", "runs")},
        "ended": record.ended,
        "partial": record.partial,
        "fitted": list(record.fitted),
        "harnesses": {model: _plain(harness) for model, harness in sorted(record.harnesses.items())},
        "judges": dict(sorted(record.judges.items())),
        "sets": [_plain(one) for one in record.sets],
        "spent": None if spent is None else {**_plain(spent), "counts": dict(spent.counts)},
    }
    return (json.dumps(value, indent=2) + "\n").encode()


def decode_shard(data: bytes, where: str) -> ShardRecord:
    """``where`` names it in messages.

    Raises:
        UsageError: no JSON object, another version, a member that is missing or of the wrong type.
    """
    record = _members(data, where)
    if record.integer("version") != VERSION:
        raise UsageError(
            f"{where} is of version {record.integer('version')}; this release reads version {VERSION}",
            cure="run and merge the shards with one release",
        )
    return ShardRecord(
        product=record.text("product"),
        number=record.integer("number"),
        of=record.integer("of"),
        plan=record.text("plan"),
        head=_optional(record, "head"),
        backend=record.text("backend"),
        runs=record.text("runs"),
        ended=_optional(record, "ended"),
        partial=_optional(record, "partial"),
        fitted=_flags(record, "fitted"),
        harnesses={model: _harness(one) for model, one in record.mapping("harnesses").items()},
        judges=_texts(record.member("judges")),
        sets=tuple(map(_set, record.items("sets"))),
        spent=None if record.absent("spent") else _spent(record.member("spent")),
    )


def _members(data: bytes, where: str) -> Members:
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise UsageError(f"{where} is not a JSON object", cure="run the shard again")
    return Members(where=where, values=value, cure="run the shard again; docs/formats.md describes every member")


def _plain(noun: object) -> dict[str, object]:
    found = {member.name: getattr(noun, member.name) for member in fields(noun)}  # type: ignore[arg-type] # a dataclass
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()}


def _optional(members: Members, name: str) -> str | None:
    return None if members.absent(name) else members.text(name)


def _flags(members: Members, name: str) -> tuple[bool, ...]:
    value = members.values.get(name)
    if not isinstance(value, list) or not all(isinstance(one, bool) for one in value):
        raise members.wrong(name, "an array of true and false")
    return tuple(value)


def _texts(members: Members) -> dict[str, str]:
    return {name: members.text(name) for name in members.values}


def _harness(members: Members) -> Harness:
    return Harness(**{member.name: _optional(members, member.name) for member in fields(Harness)})


def _set(members: Members) -> SetRecord:
    return SetRecord(
        suite=members.text("suite"),
        skill_dir=members.text("skill_dir"),
        tier=members.text("tier"),
        model=members.text("model"),
        kind=members.text("kind"),
        cases=members.texts("cases"),
        run=members.flag("run"),
        p_value=None if members.absent("p_value") else members.number("p_value"),
    )


def _spent(members: Members) -> SpentRecord:
    counts = members.member("counts")
    return SpentRecord(
        counts={name: counts.integer(name) for name in COUNTS},
        usd=None if members.absent("usd") else members.number("usd"),
        seconds=members.number("seconds"),
        started_at=members.text("started_at"),
        ended_at=members.text("ended_at"),
    )
