"""What must be collected after a run, so that a case can be graded from its record alone."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice, product

from skill_evals.dialects.names import EVAL_MAGIC, EVOLVE
from skill_evals.grade.place import below
from skill_evals.model.suite import Check, EvalCase

_EVAL_SECONDS = 600
"""evolve's default limit of one eval run, which it also gives to each command; eval-magic has none of its own."""
_PATH_KINDS = frozenset({"file_exists", "file_absent", "regex", "not_regex"})
_JUDGED = {"llm": "text", "llm_judge": "rubric"}
_MAX_CELLS = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandNeed:
    """A command to run in the workspace after the agent; ``cwd`` lies below it."""

    run: str
    cwd: str = "."
    requires: str | None = None
    """A program that must be on the PATH, else the check is skipped."""
    seconds: int = _EVAL_SECONDS
    env: Mapping[str, str] = field(default_factory=dict)
    cells: tuple[Mapping[str, str], ...] = ()
    """More environment, one run a cell; empty: one run without more."""
    setup_files: tuple[str, ...] = ()
    """Paths below the skill's ``evals/`` to copy into the workspace first, at the same path."""
    refused: str | None = None
    """Why it must not be run at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """Commands and sentences by the place of their check; checks that are malformed or lead out need nothing."""

    files: tuple[str, ...] = ()
    """Paths to look at, as the checks write them."""
    commands: Mapping[int, CommandNeed] = field(default_factory=dict)
    sentences: Mapping[int, str] = field(default_factory=dict)
    """What a judge must decide."""


def needs_of(case: EvalCase, dialect: str) -> Needs:
    """What the checks of a case want to see."""
    checks = list(enumerate(case.checks))
    seconds = case.timeout_seconds or _EVAL_SECONDS
    commands = {place: need for place, c in checks if (need := _command(c, dialect, seconds)) is not None}
    sentences = {place: s for place, c in checks if (s := _text(c, _JUDGED.get(c.kind, ""))) is not None}
    return Needs(files=tuple(sorted(set(_paths(case, dialect)))), commands=commands, sentences=sentences)


def cell_label(cell: Mapping[str, str]) -> str:
    """eval-magic's name of a matrix cell: ``A=1,B=2``."""
    return ",".join(f"{name}={value}" for name, value in cell.items())


def _paths(case: EvalCase, dialect: str) -> Iterator[str]:
    for check in case.checks:
        path = _text(check, "path") if dialect == EVOLVE and check.kind in _PATH_KINDS else None
        if path is not None and below(path) is not None:
            yield path


def _command(check: Check, dialect: str, seconds: int) -> CommandNeed | None:
    if dialect == EVOLVE and check.kind == "command":
        run, cwd = _text(check, "run"), below(_text(check, "cwd") or ".")
        if run is None or cwd is None:
            return None
        return CommandNeed(run=run, cwd=cwd, requires=_text(check, "requires"), seconds=seconds)
    if dialect == EVAL_MAGIC and check.kind == "command_check":
        run = _text(check, "command")
        return None if run is None else _command_check(run, check, seconds)
    return None


def _command_check(run: str, check: Check, seconds: int) -> CommandNeed | None:
    setup = check.fields.get("setup_files")
    files = tuple(f for f in setup if isinstance(f, str)) if isinstance(setup, list) else ()
    env = check.fields.get("env")
    cells = _cells(check.fields.get("matrix"))
    refused = "a setup file leads out of the workspace" if any(below(f) is None for f in files) else None
    if len(cells) > _MAX_CELLS:
        refused = f"its matrix has more than {_MAX_CELLS} cells"
    return CommandNeed(
        run=run,
        seconds=seconds,
        env={k: v for k, v in env.items() if isinstance(v, str)} if isinstance(env, Mapping) else {},
        cells=cells,
        setup_files=files,
        refused=refused,
    )


def _cells(matrix: object) -> tuple[Mapping[str, str], ...]:
    """The cells of a matrix, names sorted, the later names varying fastest; at most one more than may be run."""
    if not isinstance(matrix, Mapping):
        return ()
    axes = {str(n): [v for v in vs if isinstance(v, str)] for n, vs in sorted(matrix.items()) if isinstance(vs, list)}
    cells = (dict(zip(axes, values, strict=True)) for values in product(*axes.values()))
    return tuple(islice(cells, _MAX_CELLS + 1)) if axes else ()


def _text(check: Check, name: str) -> str | None:
    value = check.fields.get(name)
    return value if isinstance(value, str) and value else None
