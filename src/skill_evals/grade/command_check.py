"""eval-magic's ``command_check``: exit code and output of a command, once or for each cell of a matrix."""

from skill_evals.dialects.patterns import PatternError, search_rust
from skill_evals.grade.check import errored, failed, number_of, optional_text, passed, skipped, text_of
from skill_evals.model.evidence import CommandRun, Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict, State


def grade_command_check(check: Check, place: int, evidence: Evidence) -> CheckVerdict:
    """Passes where every run has the expected exit code (default 0) and its stdout matches ``expect_stdout``, if set.

    A command that was killed or did not end is an error; so is an ``expect_stdout`` that Rust's engine refuses, which
    upstream accepts in a suite and then fails in every run.
    """
    code, stdout = number_of(check, "expect_exit_code", 0), optional_text(check, "expect_stdout")
    text = f"command `{text_of(check, 'command')}` exits {code}" + (f" and prints /{stdout}/" if stdout else "")
    run = evidence.commands.get(place)
    if run is None:
        return skipped(text, "the command was not run")
    try:
        if run.cells:
            cells = {label: _one(cell, text, code, stdout) for label, cell in run.cells.items()}
            return _matrix(cells, text)
        return _one(run, text, code, stdout)
    except PatternError as problem:
        return errored(text, f"invalid expect_stdout regex /{stdout}/: {problem}")


def _one(run: CommandRun, text: str, code: int, stdout: str | None) -> CheckVerdict:
    if run.skipped is not None:
        return skipped(text, run.skipped)
    if run.error is not None or run.exit_code is None:
        return errored(text, f"command error: {run.error or 'it did not end by itself'}")
    printed = stdout is None or search_rust(stdout, run.stdout) is not None
    if run.exit_code < 0:
        return failed(text, f"command terminated by signal {-run.exit_code}")
    if run.exit_code != code:
        return failed(text, f"expected exit code {code}, got {run.exit_code}")
    if not printed:
        return failed(text, f'stdout did not match expect_stdout regex "{stdout}"')
    return passed(text, f"exit code matched {code}" + (f'; stdout matched regex "{stdout}"' if stdout else ""))


def _matrix(cells: dict[str, CheckVerdict], text: str) -> CheckVerdict:
    """The gravest state of the cells, in the order fail, error, skipped; a matrix passes only as a whole."""
    bad = {label: cell for label, cell in cells.items() if cell.state is not State.PASS}
    evidence = f"{len(cells) - len(bad)}/{len(cells)} matrix cells passed"
    if not bad:
        return passed(text, evidence)
    listed = "; ".join(f"{label} ({cell.evidence})" for label, cell in bad.items())
    states = {cell.state for cell in bad.values()}
    state = next(s for s in (State.FAIL, State.ERROR, State.SKIPPED) if s in states)
    return CheckVerdict(state=state, text=text, evidence=f"{evidence}; failed cells: {listed}")
