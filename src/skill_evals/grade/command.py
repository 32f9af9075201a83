"""evolve's ``command``: the exit code of a shell command that was run in the workspace after the agent."""

from skill_evals.grade.check import decided, errored, number_of, optional_text, skipped, text_of
from skill_evals.grade.excerpt import tail, without_workspace
from skill_evals.grade.place import below
from skill_evals.model.evidence import CommandRun, Evidence
from skill_evals.model.suite import Check
from skill_evals.model.verdict import CheckVerdict

_OUTPUT_BYTES = 200


def grade_command(check: Check, place: int, evidence: Evidence) -> CheckVerdict:
    """Passes where the exit code is the expected one.

    A command that could not be started or did not end in time is an error: evolve gives it the code -1, which an
    ``expect_exit`` of -1 then takes for a pass.
    """
    expected = number_of(check, "expect_exit", 0)
    text = f"command `{text_of(check, 'run')}` exits {expected}"
    cwd = optional_text(check, "cwd")
    if cwd is not None and below(cwd) is None:
        return errored(text, f"{cwd} leads out of the workspace, where commands do not run")
    run = evidence.commands.get(place)
    if run is None:
        return skipped(text, "the command was not run")
    if run.skipped is not None:
        return skipped(text, run.skipped)
    if run.error is not None or run.exit_code is None:
        return errored(text, f"command error: {run.error or 'it did not end by itself'}")
    return decided(text, _evidence(run, run.exit_code, evidence.workspace), passed=run.exit_code == expected)


def _evidence(run: CommandRun, code: int, workspace: str) -> str:
    output = without_workspace(run.stdout + run.stderr.strip(), workspace)
    return f"exit {code}: {tail(output, _OUTPUT_BYTES)}"
