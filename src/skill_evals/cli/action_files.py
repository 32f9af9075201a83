"""The files that a step's inputs ask for by name, for other steps: code scanning, or a program of the reader's own."""

from pathlib import Path

from skill_evals import __version__
from skill_evals.app.action.step import Step
from skill_evals.cli import output
from skill_evals.edges.atomic import write_atomic
from skill_evals.edges.links import refuse_links
from skill_evals.errors import UsageError
from skill_evals.lint.explain import catalogue
from skill_evals.model.report import Report
from skill_evals.report.report_json import report_json
from skill_evals.report.sarif import sarif


def write_asked_for(step: Step, report: Report, root: Path) -> dict[str, str]:
    """The outputs that name them, below the workspace. ``report`` has paths from the top of the repository.

    Raises:
        UsageError: a file leads out of ``root``, or cannot be written.
    """
    options = step.options
    found = {}
    if options.sarif_file is not None:
        _write("sarif-file", root, options.sarif_file, sarif(report.lint, catalogue(), version=__version__))
        found["sarif-file"] = str(options.folder / options.sarif_file)
    if options.json_file is not None:
        _write("json-file", root, options.json_file, report_json(report))
        found["json-file"] = str(options.folder / options.json_file)
    return found


def _write(name: str, root: Path, file: Path, text: str) -> None:
    if file.is_absolute() or ".." in file.parts:
        raise UsageError(
            f"the input `{name}` leads out of the working directory: {file}", cure="name a file below it, by its path"
        )
    refuse_links(root, root / file)
    output.make_folder((root / file).parent)
    write_atomic(root / file, text.encode("utf-8", "backslashreplace"), beneath=root)
