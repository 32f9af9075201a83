"""One target under atheris, in a process of its own: ``python -m fuzz.child TARGET SECONDS SEED FOLDER``.

Goes on after an exception; dies of one that it cannot outlive, and its watchdog (fuzz/watchdog.py) then has the input.
"""

import gc
import importlib
import pkgutil
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import atheris

from fuzz import limits
from fuzz.box import Box
from fuzz.findings import Finding, keep, line_of, place_of
from fuzz.target import Run, Target
from fuzz.targets import TARGETS

MOST_FINDINGS = 20
"""Of one target: what comes after is the same again, most likely."""


def main(name: str, seconds: str, seed: str, place: str) -> None:
    began, folder = time.monotonic(), Path(place)
    target = next(one for one in TARGETS if one.name == name)
    run = _instrumented(target)
    _warm(run, folder / "corpus")
    limits.hold_memory()
    limits.name_the_place()
    gc.freeze()
    left = round(float(seconds) - (time.monotonic() - began))
    options = {
        "max_total_time": max(1, left),
        "seed": seed,
        "max_len": target.longest,
        "dict": _dictionary(target, folder / "words"),
        "artifact_prefix": f"{folder}/",
        "timeout": 600,  # of the wall, and so not ours: fuzz/limits.py and fuzz/watchdog.py hold the time
        "rss_limit_mb": 0,
        "verbosity": 0,
        "print_final_stats": 0,
    }
    arguments = [sys.argv[0], *(f"-{key}={value}" for key, value in options.items()), str(folder / "corpus")]
    atheris.Setup(arguments, _guarded(run, target, folder))
    atheris.Fuzz()


def _instrumented(target: Target) -> Run:
    """The target's function, everything that it covers imported with branches counted, what is imported late included."""
    with atheris.instrument_imports(include=list(target.covers)):
        for name in target.covers:
            module = importlib.import_module(name)
            for found in pkgutil.iter_modules(getattr(module, "__path__", ()), f"{name}."):
                if name.startswith("skill_evals."):
                    importlib.import_module(found.name)
        return target.load()


def _warm(run: Run, corpus: Path) -> None:
    """Imports what is imported late and fills caches, so that no input pays for them. What fails here fails again later."""
    for path in sorted(corpus.iterdir())[:20]:
        try:
            run(path.read_bytes())
        except Exception:  # noqa: BLE001 -- the run proper reports it
            continue


def _guarded(run: Run, target: Target, folder: Path) -> Callable[[bytes], None]:
    box = Box(folder / "box")
    found: dict[tuple[str, str], Finding] = {}

    def guarded(data: bytes) -> None:
        box.begin(data)
        try:
            with limits.timed():
                run(data)
        except Exception as error:  # noqa: BLE001 -- whatever escapes is a finding
            where, kind = place_of(error), type(error).__name__
            if (kind, where) not in found and len(found) < MOST_FINDINGS:
                found[kind, where] = keep(target.name, data, f"{kind}: {str(error)[:300]}", where)
                with (folder / "findings").open("a") as file:
                    file.write(line_of(found[kind, where]) + "\n")
        box.end()

    return guarded


def _dictionary(target: Target, path: Path) -> Path:
    """The target's words in libFuzzer's form: one quoted text a line, with ``\\xNN``."""
    words = target.words or ("\0", "\1", "\xff")
    lines = ('"' + "".join(f"\\x{byte:02X}" for byte in _bytes(word)) + '"' for word in words)
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def _bytes(word: str) -> bytes:
    return word.encode("utf-8", "surrogatepass")


if __name__ == "__main__":
    random.seed(sys.argv[3])
    main(*sys.argv[1:])
