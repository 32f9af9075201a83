"""The entry of the process: what is done once around the command line, for speed alone."""

import gc
import os
import sys
from io import TextIOWrapper
from typing import NoReturn

INTERRUPTED = 130
"""As a shell reports a program that SIGINT ended."""


def enter() -> NoReturn:
    """Run the command line and end the process.

    Loading modules and reading a tree make objects by the hundred thousand and next to no cycles: collecting them is a
    fifth of a lint, and freeing them one by one at the end another tenth, for memory that goes with the process.
    """
    gc.disable()
    _replace_closed_streams()
    _write_line_feeds()
    try:
        _run()
    except KeyboardInterrupt:  # while modules were loaded, or at the very end: `main` sees to what is in between
        sys.stderr.write("skill-evals: interrupted\n")
        sys.exit(INTERRUPTED)


def _run() -> NoReturn:
    from skill_evals.cli.main import BRIEF, main

    code = main()
    if BRIEF.isdisjoint(sys.argv[1:2]) or _watched():
        sys.exit(code)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        sys.exit(code)
    os._exit(code)


def _replace_closed_streams() -> None:
    """What was closed before we began (``>&-``) is empty or takes everything: else the next file that is opened would
    have its number, and be written to.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            null = os.open(os.devnull, os.O_RDWR)
            setattr(sys, name, os.fdopen(null, mode, encoding="utf-8", closefd=False))


def _write_line_feeds() -> None:
    """On every platform: a patch or a repaired document whose line ends were translated would not apply."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(newline="\n")


def _watched() -> bool:
    """Whether a profiler or a measurement of coverage wants to have its say at the end."""
    return sys.getprofile() is not None or sys.gettrace() is not None
