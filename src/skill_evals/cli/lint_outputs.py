"""The forms in which ``skill-evals lint`` gives its findings, each rendered only when it is asked for."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from skill_evals.app.place import Place
from skill_evals.cli import output
from skill_evals.cli.hyperlinks import wants_links
from skill_evals.model.scope import Scope

if TYPE_CHECKING:  # rules are loaded while git lists the tree
    from skill_evals.app.lint import Linted

FORMATS = ("text", "json", "github", "sarif", "junit", "markdown")


def renderers(arguments: argparse.Namespace, place: Place, linted: "Linted") -> Mapping[str, Callable[[], str]]:
    """Each form by its name."""
    result = linted.result

    def as_json() -> str:
        from skill_evals.report.lint_json import lint_json

        return lint_json(result)

    def github() -> str:
        from skill_evals.report.github_commands import github_commands

        return github_commands(result)

    def sarif() -> str:
        from skill_evals import __version__
        from skill_evals.app.repairs import safe_repairs
        from skill_evals.lint.explain import catalogue
        from skill_evals.report.sarif import sarif as render

        return render(result, catalogue(), version=__version__, repairs=safe_repairs(linted))

    def markdown() -> str:
        from skill_evals.report.lint_markdown import lint_markdown

        return lint_markdown(result, urls=_urls())

    return {
        "text": lambda: _text(arguments, place, linted),
        "json": as_json,
        "github": github,
        "sarif": sarif,
        "junit": lambda: _junit(arguments, place, linted),
        "markdown": markdown,
    }


def _text(arguments: argparse.Namespace, place: Place, linted: "Linted") -> str:
    from skill_evals.report.lint_text import Look, lint_text

    is_terminal = sys.stdout.isatty()
    is_linked = wants_links(arguments.color, os.environ, is_terminal=is_terminal)
    return lint_text(
        linted.result,
        source=source_of(place, linted),
        project=linted.reading.project if arguments.verbose else None,
        look=Look(
            colour=output.wants_colour(arguments.color),
            links=_urls() if is_linked else {},
            statistics=arguments.statistics,
            columns=(os.get_terminal_size(sys.stdout.fileno()).columns or None) if is_terminal else None,
        ),
    )


def _junit(arguments: argparse.Namespace, place: Place, linted: "Linted") -> str:
    from skill_evals.model.diagnostic import Severity
    from skill_evals.report.junit import junit

    scope = Scope(paths=place.paths)
    project = linted.reading.project
    return junit(
        linted.result,
        read=[found.suite.path for found in project.suites if scope.holds(found.suite.path)],
        unchecked={one.path: f"{one.shape}: {one.reason}" for one in project.unchecked if scope.holds(one.path)},
        failing=(Severity.ERROR, Severity.WARNING) if arguments.fail_on == "warning" else (Severity.ERROR,),
    )


def _urls() -> Mapping[str, str]:
    from skill_evals.lint.explain import catalogue

    return {rule.name: rule.url for rule in catalogue()}


def source_of(place: Place, linted: "Linted") -> Callable[[str, int], str | None]:
    """Gives the text of a line of a document, for the caret under it."""
    from skill_evals.documents.lines import line_at

    def source(path: str, line: int) -> str | None:
        if path not in place.files.entries:
            return None
        document = linted.reading.document(path)
        return None if document is None else line_at(document.text, line)

    return source


def tables(arguments: argparse.Namespace, outputs: tuple[output.Target, ...], linted: "Linted") -> None:
    """What was asked for besides the findings, on stderr: prices, and counts where no text form shows them."""
    from skill_evals.report.lint_tables import profile, statistics

    if arguments.statistics and all(target.name != "text" for target in outputs):
        sys.stderr.write("".join(f"{line}\n" for line in statistics(linted.result)))
    if arguments.profile:
        sys.stderr.write(profile(linted.result))
