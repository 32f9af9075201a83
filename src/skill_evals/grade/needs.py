"""What must be collected after a run, so that a case can be graded from its record alone."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice, product

from skill_evals.grade.place import below
from skill_evals.model.suite import Check, EvalCase

_EVAL_SECONDS = 600
"""evolve's default limit of one eval run, which it also gives to each command; eval-magic has none of its own."""
_PATH_KINDS = frozenset({"file_exists", "file_absent", "regex", "not_regex"})
_JUDGED = {"llm": "text", "llm_judge": "rubric"}
MAX_CELLS = 256


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
    setup: tuple[str, ...] = ()
    """Files, or folders of them, that are put into the workspace before it, by their path there."""
    refused: str | None = None
    """Why it is not run, whatever is allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """What to look at, to run and to ask; checks that are malformed or lead out of the workspace need nothing."""

    files: Mapping[str, int] = field(default_factory=dict)
    """Paths, as the checks write them → place of the first check that looks there: commands of earlier checks have
    run by then, those of later ones have not.
    """
    commands: Mapping[int, CommandNeed] = field(default_factory=dict)
    """By the place of the check."""
    diff: bool = False
    """Whether a check asks how much the agent changed."""
    sentences: Mapping[int, str] = field(default_factory=dict)
    """What a judge must decide, by the place of the check."""


def needs_of(case: EvalCase) -> Needs:
    """What the checks of a case want to see. Kinds of check have one meaning in all dialects that know them."""
    checks = list(enumerate(case.checks))
    own = case.timeout_seconds or 0
    seconds = own if own > 0 else _EVAL_SECONDS
    commands = {place: need for place, c in checks if (need := _command(c, seconds)) is not None}
    sentences = {place: s for place, c in checks if (s := _text(c, _JUDGED.get(c.kind, ""))) is not None}
    files = {path: place for place, c in reversed(checks) if (path := _path(c)) is not None}
    diff = any(check.kind == "diff_scope" for check in case.checks)
    return Needs(files=files, commands=commands, diff=diff, sentences=sentences)


def cell_label(cell: Mapping[str, str]) -> str:
    """eval-magic's name of a matrix cell: ``A=1,B=2``."""
    return ",".join(f"{name}={value}" for name, value in cell.items())


def _path(check: Check) -> str | None:
    path = _text(check, "path") if check.kind in _PATH_KINDS else None
    return None if path is None or below(path) is None else path


def _command(check: Check, seconds: int) -> CommandNeed | None:
    if check.kind == "command":
        run, cwd = _text(check, "run"), below(_text(check, "cwd") or ".")
        if run is None or cwd is None:
            return None
        return CommandNeed(run=run, cwd=cwd, requires=_text(check, "requires"), seconds=seconds)
    if check.kind == "command_check":
        run = _text(check, "command")
        return None if run is None else _command_check(run, check, seconds)
    return None


def _command_check(run: str, check: Check, seconds: int) -> CommandNeed:
    env = check.fields.get("env")
    cells = _cells(check.fields.get("matrix"))
    named = check.fields.get("setup_files") or ()
    setup = tuple(map(_setup, named)) if isinstance(named, (list, tuple)) else (None,)
    refused = "its setup_files are no list of paths below the workspace" if None in setup else None
    if len(cells) > MAX_CELLS:
        refused = f"its matrix has more than {MAX_CELLS} cells"
    return CommandNeed(
        run=run,
        seconds=seconds,
        env={k: v for k, v in env.items() if isinstance(v, str)} if isinstance(env, Mapping) else {},
        cells=cells,
        setup=tuple(path for path in setup if path is not None),
        refused=refused,
    )


def _setup(name: object) -> str | None:
    return below(name) if isinstance(name, str) and name and not name.startswith("/") else None


def _cells(matrix: object) -> tuple[Mapping[str, str], ...]:
    """The cells of a matrix, names sorted, the later names varying fastest; at most one more than may be run."""
    if not isinstance(matrix, Mapping):
        return ()
    axes = {str(n): [v for v in vs if isinstance(v, str)] for n, vs in sorted(matrix.items()) if isinstance(vs, list)}
    cells = (dict(zip(axes, values, strict=True)) for values in product(*axes.values()))
    return tuple(islice(cells, MAX_CELLS + 1)) if axes else ()


def _text(check: Check, name: str) -> str | None:
    value = check.fields.get(name)
    return value if isinstance(value, str) and value else None
