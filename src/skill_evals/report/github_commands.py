"""The linter's findings as GitHub workflow commands, which the runner turns into annotations."""

from collections.abc import Iterable

from skill_evals.model.diagnostic import Diagnostic, Severity
from skill_evals.model.lint import LintResult
from skill_evals.report.escape import command_data, command_property, shown, terminal

LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
PER_LEVEL = 10
"""The runner keeps ten annotations of a level a step and drops the others without a word."""
LONGEST = 4096
"""UTF-16 units of a message; the runner cuts what is longer, be it in the midst of a character."""


def github_commands(result: LintResult) -> str:
    """One command a line, errors first; what the runner would drop stands folded in the log, counted by one notice."""
    lines: list[str] = []
    folded: list[Diagnostic] = []
    left_out: list[str] = []
    elsewhere = result.summary.elsewhere
    for severity, level in LEVELS.items():
        found = result.here(severity)
        room = PER_LEVEL
        if severity is Severity.INFO and (left_out or elsewhere or len(found) > PER_LEVEL):
            room -= 1  # the closing notice is one of the ten
        lines += [command(level, diagnostic) for diagnostic in found[:room]]
        folded += found[room:]
        if len(found) > room:
            left_out.append(f"{len(found) - room} more of level {level}")
    if elsewhere:
        left_out.append(f"{elsewhere} that this change neither touches nor causes")
    if left_out:
        lines.append(_closing(left_out, folded=bool(folded)))
    if folded:
        lines += ["::group::Findings without an annotation", *map(_in_the_log, folded), "::endgroup::"]
    return "".join(f"{line}\n" for line in lines)


def _in_the_log(diagnostic: Diagnostic) -> str:
    """A finding as a line that no runner takes for a command."""
    span = diagnostic.span
    return terminal(
        f"{diagnostic.path}:{span.line}:{span.column}: {diagnostic.severity.value} "
        f"{diagnostic.rule} [{diagnostic.code}] {diagnostic.message}"
    )


def command(level: str, diagnostic: Diagnostic) -> str:
    """The command of one finding. The runner takes columns only where the finding stands on one line."""
    span = diagnostic.span
    properties = {"file": diagnostic.path, "line": str(span.line), "endLine": str(span.end_line)}
    if span.line == span.end_line:
        properties |= {"col": str(span.column), "endColumn": str(span.end_column)}
    properties["title"] = f"{diagnostic.rule} ({diagnostic.code})"
    written = ",".join(f"{key}={command_property(value)}" for key, value in properties.items())
    return f"::{level} {written}::{command_data(_cut(shown(diagnostic.message)))}"


def _closing(left_out: Iterable[str], *, folded: bool) -> str:
    message = f"Not annotated: {'; '.join(left_out)}."
    if folded:
        message += " The log of this step lists every finding of this change."
    return f"::notice title=skill-evals::{command_data(message)}"


def _cut(message: str) -> str:
    data = message.encode("utf-16-le")
    if len(data) <= 2 * LONGEST:
        return message
    return data[: 2 * (LONGEST - 1)].decode("utf-16-le", "ignore") + "…"
