"""One input again, without instrumentation: ``python -m fuzz.replay fuzz/crashes/TARGET-…``.

Exit 0: nothing happens any more. Exit 1 with a traceback: it does. Killed by SIGPROF, with the place: more than a
second of CPU time.
"""

import resource
import sys
from contextlib import suppress
from pathlib import Path

from fuzz import limits
from fuzz.seeding import seeds
from fuzz.target import Target
from fuzz.targets import TARGETS


def main(path: Path) -> None:
    target = named(path.name)
    run = target.load()
    data = path.read_bytes()
    for warm in list(seeds(target, 0))[:20]:
        with suppress(Exception):  # only to import what is imported late
            run(warm)
    limits.hold_memory()
    limits.name_the_place()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    with limits.timed():
        run(data)
    took = resource.getrusage(resource.RUSAGE_SELF).ru_utime - before
    print(f"{target.name}: nothing happens with these {len(data)} bytes ({took:.3f} s)")


def named(file: str) -> Target:
    """The target that an input is of: the longest name that its own begins with."""
    fitting = [target for target in TARGETS if file.startswith(f"{target.name}-")]
    if not fitting:
        raise SystemExit(f"{file} does not begin with the name of a target: {', '.join(t.name for t in TARGETS)}")
    return max(fitting, key=lambda target: len(target.name))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
