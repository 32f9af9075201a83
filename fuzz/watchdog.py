"""A child for a target's share of the time: started again when it dies, killed when it hangs, and what it died of."""

import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fuzz import findings
from fuzz.box import look
from fuzz.findings import ROOT, Finding
from fuzz.seeding import plant
from fuzz.target import Target

HANGS = 30.0
"""Seconds of the wall for one input. The kernel ends it after a second of CPU time; this is for what waits instead."""
MOST_CHILDREN = 10
MOST_DEATHS = 3
"""What a target dies of after that is the same again, most likely."""
POLL = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    executions: int
    findings: tuple[Finding, ...]
    slow: int = 0
    """Inputs that take over a second only while branches are counted."""


def watch(target: Target, *, seconds: float, seed: int, folder: Path) -> Outcome:
    """Fuzz one target; ``folder`` is the child's, and its ``corpus`` is kept for the next run."""
    plant(target, seed, folder / "corpus")
    for name in ("box", "findings"):
        (folder / name).unlink(missing_ok=True)
    until, died, slow = time.monotonic() + seconds, [], 0
    for number in range(MOST_CHILDREN):
        left = until - time.monotonic()
        if number and left < 5:
            break
        code = _child(target, seconds=left, seed=seed + number, folder=folder)
        if code == 0:
            break
        finding = _cause(target, code, folder)
        if finding is None:
            slow += 1
            continue
        died.append(finding)
        # A child that died of no input did so of what the next one would die of too.
        if len(died) == MOST_DEATHS or not look(folder / "box").busy:
            break
    found = (*findings.read(folder / "findings"), *died)
    return Outcome(executions=look(folder / "box").begun, findings=found, slow=slow)


def _child(target: Target, *, seconds: float, seed: int, folder: Path) -> int:
    """The exit code of one child; negative: the signal that ended it."""
    arguments = [target.name, str(seconds), str(seed), str(folder)]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "fuzz.child", *arguments], cwd=ROOT, stdout=log, stderr=subprocess.STDOUT
        )
        seen, since = look(folder / "box"), time.monotonic()
        while process.poll() is None:
            time.sleep(POLL)
            now = look(folder / "box")
            if not now.busy or now.begun != seen.begun:
                seen, since = now, time.monotonic()
            elif time.monotonic() - since > HANGS:
                process.kill()
        return process.wait()


def _cause(target: Target, code: int, folder: Path) -> Finding | None:
    """What a child died of; None where its input takes less than a second without instrumentation."""
    state, log = look(folder / "box"), (folder / "log").read_text(errors="replace")
    if not state.busy:
        said = log[max(log.find("=== Uncaught"), 0) :][-1500:]
        return Finding(target=target.name, what=f"the child ended with {code}: {said}", where="", file="")
    what = f"ended by {signal.Signals(-code).name}" if code < 0 else f"exit {code}: {log[-300:]}"
    where = next((line.strip() for line in log.splitlines() if f"{ROOT.as_posix()}/src" in line), "")
    finding = findings.keep(target.name, state.data, what, where)
    path = ROOT / finding.file
    if code == -signal.SIGPROF and _is_quick(path):
        path.unlink()
        return None
    return finding


def _is_quick(path: Path) -> bool:
    """Whether nothing happens with an input when branches are not counted."""
    with suppress(subprocess.TimeoutExpired):
        command = [sys.executable, "-m", "fuzz.replay", str(path)]
        return subprocess.run(command, cwd=ROOT, capture_output=True, check=False, timeout=HANGS).returncode == 0
    return False
