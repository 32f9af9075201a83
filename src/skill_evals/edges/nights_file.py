"""A file of nights: one JSON object a line, read as a stranger's, written whole or not at all.

Lines that were there stay byte for byte, members that this version does not know included (docs/formats.md).
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from skill_evals.edges.atomic import write_atomic
from skill_evals.edges.github.stranger_json import number_or_none, read_object, word
from skill_evals.errors import UsageError
from skill_evals.model.comparison import ComparisonOutcome
from skill_evals.model.night import NIGHT_VERSION, Night, NightFamily, NightKind, Passes
from skill_evals.model.suite import Tier
from skill_evals.run.record_members import Members

CURE = "mend the line or delete it, then try again; nothing was written (docs/formats.md describes every member)"
_MOST_BYTES = 2**28
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z", re.ASCII)
_ARMS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class NightsFile:
    """``lines`` without their line feeds; ``nights`` by the number of their line, from 0 on. Blank lines hold none."""

    path: Path
    lines: tuple[bytes, ...] = ()
    nights: Mapping[int, Night]


def read_nights(path: Path) -> NightsFile:
    """A file that is not there holds no night.

    Raises:
        UsageError: it cannot be read, or a line is no night; the message names the line.
    """
    lines = _lines(path)
    nights = {n: _night(line, f"{path} line {n + 1}") for n, line in enumerate(lines) if line.strip()}
    seen: dict[tuple[str, NightKind], int] = {}
    for number, night in nights.items():
        first = seen.setdefault((night.run, night.kind), number)
        if first != number:
            raise UsageError(
                f"{path} line {number + 1}: the run {night.run!r} stands in line {first + 1} as well",
                cure="delete one of the two lines, then try again; nothing was written",
            )
    return NightsFile(path=path, lines=lines, nights=nights)


def write_night(file: NightsFile, night: Night, *, instead: int | None) -> NightsFile:
    """The file with one more night, or with another one in a line.

    Raises:
        UsageError: it cannot be written; then it is as it was.
    """
    lines, line = list(file.lines), _line(night)
    place = len(lines) if instead is None else instead
    lines[place : place + 1] = [line]
    write_atomic(file.path, b"".join(line + b"\n" for line in lines))
    return NightsFile(path=file.path, lines=tuple(lines), nights={**file.nights, place: night})


def _lines(path: Path) -> tuple[bytes, ...]:
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UsageError(
                f"{path} has more than {_MOST_BYTES:,} bytes", cure="move its oldest lines to another file"
            )
        data = path.read_bytes()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}", cure="name another file") from error
    return tuple(line.removesuffix(b"\r") for line in data.removesuffix(b"\n").split(b"\n")) if data else ()


def _night(line: bytes, where: str) -> Night:
    found = read_object(line, where, cure=CURE)
    if found.integer("night") != NIGHT_VERSION:
        raise found.wrong("night", f"{NIGHT_VERSION}; another version of skill-evals wrote this")
    if not _DATE.fullmatch(found.text("date")):
        raise found.wrong("date", "such as 2026-05-04T03:17:00Z")
    alpha = number_or_none(found, "alpha")
    if alpha is not None and not 0 < alpha < 1:
        raise found.wrong("alpha", "between 0 and 1")
    return Night(
        run=found.text("run"),
        date=found.text("date"),
        kind=word(found, "kind", NightKind),
        base=found.text("base"),
        head=found.text("head"),
        backend=found.text("backend"),
        outcome=None if found.absent("outcome") else word(found, "outcome", ComparisonOutcome),
        is_live=found.flag("live"),
        gate_failed=found.flag("gate_failed"),
        alpha=alpha,
        calls=found.integer("calls"),
        setting=found.texts("setting"),
        families=tuple(map(_family, found.items("families"))),
    )


def _family(found: Members) -> NightFamily:
    return NightFamily(
        skill=found.text("skill"),
        suite=found.text("suite"),
        tier=word(found, "tier", Tier),
        model=found.text("model"),
        outcome=word(found, "outcome", ComparisonOutcome),
        subject=found.text("subject"),
        cases={case: _passes(found, case, value) for case, value in found.member("cases").values.items()},
    )


def _passes(family: Members, case: str, value: object) -> Passes:
    match value:
        case [int(passed), int(measured)] if 0 <= passed <= measured and 1 <= measured <= _ARMS:
            return Passes(passed=passed, measured=measured)
        case _:
            raise family.wrong(f"cases.{case}", "verdicts of two arms: passed and measured, such as [1, 2]")


def _line(night: Night) -> bytes:
    found = {
        "night": NIGHT_VERSION,
        "run": night.run,
        "date": night.date,
        "kind": night.kind.value,
        "base": night.base,
        "head": night.head,
        "backend": night.backend,
        "outcome": None if night.outcome is None else night.outcome.value,
        "live": night.is_live,
        "gate_failed": night.gate_failed,
        "alpha": night.alpha,
        "calls": night.calls,
        "setting": list(night.setting),
        "families": [_family_object(family) for family in night.families],
    }
    return json.dumps(found, separators=(",", ":")).encode()


def _family_object(family: NightFamily) -> dict[str, object]:
    return {
        "skill": family.skill,
        "suite": family.suite,
        "tier": family.tier.value,
        "model": family.model,
        "outcome": family.outcome.value,
        "subject": family.subject,
        "cases": {case: [passes.passed, passes.measured] for case, passes in family.cases.items()},
    }
