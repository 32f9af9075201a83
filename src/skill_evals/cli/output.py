"""Where results go: ``--format NAME`` to stdout, ``--format NAME=FILE`` to a file, as often as wanted."""

import argparse
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TextIO

from skill_evals.errors import UsageError
from skill_evals.lint.suggest import nearest
from skill_evals.model.light import light
from skill_evals.model.regex import regex
from skill_evals.report.escape import terminal

COMMANDS = "github"
"""The one format whose lines are meant to be obeyed."""

JSON = ("json", "sarif")
"""The forms that are JSON."""

ESCAPING = frozenset({"ANSICON", "ConEmuANSI", "TERM", "TERM_PROGRAM", "WT_SESSION"})
"""Variables that terminals on Windows set, if they know escape sequences."""

_LINE_COMMAND = regex(r"(?:^|(?<=\r))(?=[^\S\r\n]*::)", re.MULTILINE)


@light(frozen=True, slots=True, kw_only=True)
class Target:
    """One output: which form, and the file; None: stdout."""

    name: str
    file: Path | None


def add_format(parser: argparse.ArgumentParser, names: Sequence[str]) -> None:
    parser.add_argument(
        "--format",
        action="append",
        default=None,
        metavar="NAME[=FILE]",
        help=f"one of {', '.join(names)} (default {names[0]}); may be given several times, with files",
    )
    parser.add_argument("--output", type=Path, metavar="FILE", help="write the first format to FILE")


def targets(arguments: argparse.Namespace, names: Sequence[str]) -> tuple[Target, ...]:
    """The outputs asked for.

    Raises:
        UsageError: an unknown form, or two that both go to stdout.
    """
    found = []
    for index, word in enumerate(arguments.format or [names[0]]):
        name, _, file = word.partition("=")
        if name not in names:
            near = nearest(name, names)
            hint = f"did you mean `{near}`? " if near else ""
            raise UsageError(f"unknown format {name!r}", cure=f"{hint}the formats are {', '.join(names)}")
        if file and index == 0 and arguments.output is not None:
            raise UsageError(f"two files are named for the format {name}", cure=f"leave out --output or ={file}")
        place = Path(file) if file else arguments.output if index == 0 else None
        found.append(Target(name=name, file=place))
    if sum(target.file is None for target in found) > 1:
        raise UsageError("two formats go to stdout", cure="give all but one of them a file: --format json=FILE")
    return tuple(found)


def write(outputs: Sequence[Target], renderers: Mapping[str, Callable[[], str]]) -> None:
    """Render each output and put it where it goes; text that no encoding takes is written with escapes.

    Raises:
        UsageError: a file that cannot be written.
    """
    for target in outputs:
        text = renderers[target.name]()
        if target.file is None:
            to_stdout(text if target.name == COMMANDS else inert(text, is_json=target.name in JSON))
            continue
        make_folder(target.file.parent)
        try:
            # As bytes: a text file would get the platform's line ends.
            target.file.write_bytes(text.encode("utf-8", "backslashreplace"))
        except OSError as error:
            raise UsageError(
                f"{target.file} cannot be written: {error.strerror or error}", cure="name another file"
            ) from None


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, where they are not there yet.

    Raises:
        UsageError: something else stands in its place, or it may not be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"the folder {folder} cannot be made: {error.strerror or error}", cure="name another folder"
        ) from None


def keep_ready(folder: Path) -> None:
    """Make a folder and see that a file can be written there, before what goes into it is paid for.

    Raises:
        UsageError: it cannot.
    """
    from tempfile import TemporaryFile  # lint has no use for it, and it takes milliseconds

    make_folder(folder)
    try:
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise UsageError(
            f"nothing can be written to the folder {folder}: {error.strerror or error}",
            cure="check its permissions and free space, or name another folder",
        ) from None


def inert(text: str, *, is_json: bool = False) -> str:
    """A text for stdout in which no line is a command to a workflow's runner, though a stranger chose the names in it.

    The runner obeys ``::`` at the start of a line, which a carriage return ends as well, and ``##[`` anywhere
    (actions/runner, ``ActionCommand.cs``).
    """
    if is_json:
        # It can only stand inside a string of the document, where this is the same character.
        return text.replace("##[", "#\\u0023[")
    return _LINE_COMMAND.sub(r"\\", text.replace("##[", r"#\#["))


def to_stdout(text: str) -> None:
    """Text for stdout, with escapes for what its encoding lacks.

    Raises:
        UsageError: it cannot be written.
        BrokenPipeError: whoever read it has gone.
    """
    encoding = sys.stdout.encoding or "utf-8"
    _to_stdout(lambda stream: stream.write(text.encode(encoding, "backslashreplace").decode(encoding)))


def bytes_to_stdout(data: bytes) -> None:
    """The same for what goes there byte for byte."""
    _to_stdout(lambda stream: stream.buffer.write(data))


def _to_stdout(put: Callable[[TextIO], object]) -> None:
    try:
        put(sys.stdout)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        discard_stdout()
        raise UsageError(
            f"stdout cannot be written: {error.strerror or error}", cure="make room there, or send it elsewhere"
        ) from None


def discard_stdout() -> None:
    """Let what is left in its buffer go nowhere: Python would try again at the end, and complain again."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def say(words: str) -> None:
    """One line on stderr, whatever it quotes: a stranger's file name must not become a command to a runner."""
    print(terminal(words), file=sys.stderr)


def wants_colour(choice: str) -> bool:
    """Colour on a terminal only, unless asked for; ``NO_COLOR`` is honoured."""
    if choice == "auto":
        return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and _knows_escapes()
    return choice == "always"


def _knows_escapes() -> bool:
    """The old console of Windows prints escape sequences as text; whatever stands in its place names itself."""
    return sys.platform != "win32" or not ESCAPING.isdisjoint(os.environ)


def add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress on stderr")
    parser.add_argument("--color", choices=("auto", "always", "never"), default="auto", help="colour in text output")


def add_root(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--root",
        type=Path,
        metavar="DIR",
        help="the repository (default: the one that the paths, or this folder, lie in)",
    )


def add_base(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--base", metavar="REF", nargs="?", const="", default=None, help="compare with the merge base of REF and HEAD"
    )
    parser.add_argument("--fetch", action="store_true", help="fetch the base where it is not here")
