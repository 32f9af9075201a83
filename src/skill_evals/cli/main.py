"""The entry of the command line and its one error handler.

Exit codes, the first that holds: 2 usage, configuration, a base that does not exist; 1 lint errors or a gate that
failed; 3 incomplete (outage, budget, invalid run, internal error); 130 interrupted; 141 the reader of our output has
gone; 0.
"""

import argparse
import gc
import importlib
import sys
from collections.abc import Sequence
from typing import Protocol, cast

from skill_evals import __version__
from skill_evals.cli.entry import INTERRUPTED
from skill_evals.cli.output import discard_stdout, say
from skill_evals.cli.parser import Parser
from skill_evals.errors import SkillEvalsError, UsageError

VERBS = {
    "lint": "check suites and skills, with line and column",
    "plan": "say what a change affects, why, and what a run would cost",
    "run": "run suites and write results.json",
    "compare": "compare committed results of base and head",
    "pr": "all of it, as in a pull request, without GitHub",
    "merge": "put the shards of a plan together, and tell of them as of one pull request",
    "merge-driver": "merge results of two branches, as git asks",
    "nights": "sum nightly sweeps up: the rate of false alarms, and when the model moved",
    "action": "the step of a GitHub workflow; its options are the step's inputs",
    "results": "print results in canonical form, or the fingerprints as they are now",
    "rules": "list the rules",
    "explain": "print the page of a rule",
    "init": "write a configuration that explains every key",
    "calibrate": "hold the emulation of Claude Code against the real one",
    "calibrate-judge": "hold the judge's verdicts against those of people",
    "doctor": "say what is found here, what is in force, and what is broken",
}
"""Every verb with its line of help; each is the module of that name in this folder."""

BRIEF = frozenset({"lint"})
"""Verbs that are over before collecting garbage pays, start no thread, and leave nothing that needs an orderly end."""

POSIX_ONLY = frozenset({"run", "pr", "merge", "calibrate", "action"})
"""Verbs that start agents and commands, lock a journal and shut things in, in ways that Windows does not have."""

INTERNAL_ERROR = 3
CLOSED_PIPE = 141
"""As a shell reports a program that SIGPIPE ended."""


class Verb(Protocol):
    """What a verb's module offers."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None: ...

    def run(self, arguments: argparse.Namespace) -> int: ...


def _load(name: str) -> Verb:
    return cast(Verb, importlib.import_module(f"skill_evals.cli.{name.replace('-', '_')}"))


def _parser(chosen: str | None, *, alone: bool) -> tuple[Parser, Parser]:
    """The parser and that of the chosen verb; only this verb is imported, since the others cost time too. ``alone``:
    nobody will see the others, and even their names would take 3 ms.
    """
    parser = Parser(
        prog="skill-evals",
        description="Lint, run and compare the eval suites of agent skills.",
        epilog="skill-evals VERB --help tells more. Exit codes: 0 fine, 1 findings or a failed gate, 2 usage, "
        "3 incomplete.",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"skill-evals {__version__}")
    verbs = parser.add_subparsers(dest="verb", metavar="VERB", required=True, parser_class=Parser)
    mine = parser
    for name, words in VERBS.items():
        if alone and name != chosen:
            continue
        sub = verbs.add_parser(name, help=words, description=words[0].upper() + words[1:] + ".", allow_abbrev=False)
        if name == chosen:
            _load(name).add_arguments(sub)
            mine = sub
    return parser, mine


def main(argv: Sequence[str] | None = None) -> int:
    """Run one verb; returns the exit code and never raises, except for ``--help`` and ``--version``."""
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(words)
    except SkillEvalsError as error:
        say(f"skill-evals: {error.message}")
        if error.cure:
            say(f"  {error.cure}")
        return error.exit_code
    except KeyboardInterrupt:
        say("skill-evals: interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        discard_stdout()
        return CLOSED_PIPE
    except Exception:  # noqa: BLE001 -- whatever escapes is a bug of ours, and must not look like a finding (exit 1)
        return _bug()


def _run(words: list[str]) -> int:
    chosen = next((word for word in words if not word.startswith("-")), None)
    if chosen in POSIX_ONLY and sys.platform == "win32":
        raise UsageError(
            f"`skill-evals {chosen}` does not run on Windows",
            cure="run it in WSL, in a container or in CI; every other verb works here (docs/command-line.md)",
        )
    known = chosen if chosen in VERBS else None
    parser, mine = _parser(known, alone=known is not None and words[0] == known)
    if words and words[0].startswith("-") and not parser.has_option(words[0]):
        parser.refuse(words)
    arguments, unknown = parser.parse_known_args(words)
    if unknown:
        mine.refuse(unknown)
    if arguments.verb not in BRIEF:
        gc.enable()
    return _load(arguments.verb).run(arguments)


def _bug() -> int:
    """Says where it happened; each line is made harmless, since an exception may quote what a stranger wrote."""
    import traceback

    for line in traceback.format_exc().splitlines():
        say(line)
    say("skill-evals: internal error: this is a bug of skill-evals, not of what it was given")
    say("  please report it with the lines above")
    return INTERNAL_ERROR
