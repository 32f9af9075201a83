"""Two runners that do not see one another's leases, on a machine and in a container of it, may give one uid to two runs."""

import os
import sys
import threading
from pathlib import Path

import pytest

from skill_evals.edges.sandbox import landlock
from skill_evals.edges.sandbox.confined import Ended, supervise
from skill_evals.edges.sandbox.order import Order
from skill_evals.edges.sandbox.system import readable
from skill_evals.edges.sandbox.uids import POOL, hand_over
from skill_evals.edges.workspace import workspace


def order(place: Path, command: str) -> Order:
    hand_over(place, POOL[-1])
    return Order(
        command=command,
        root=str(place),
        cwd=str(place),
        env={},
        seconds=60,
        uid=POOL[-1],
        readable=readable("", place),
    )


def test_the_end_of_one_is_not_the_end_of_the_other() -> None:
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("only root gives uids to runs, on Linux")
    if landlock.abi() < 6:
        pytest.skip("this kernel does not keep signals inside (Linux 6.12 does)")
    ended: list[Ended] = []
    with workspace({}) as one, workspace({}) as other:
        os.mkfifo(one.root / "up")
        os.mkfifo(one.root / "go")
        waits = order(one.root, "echo up > up; read word < go; echo $word")
        waiting = threading.Thread(target=lambda: ended.append(supervise(waits)))
        waiting.start()
        (one.root / "up").read_bytes()
        supervise(order(other.root, "true"))
        with (one.root / "go").open("r+b", buffering=0) as go:  # which waits for no reader
            go.write(b"alive\n")
            waiting.join()
    assert ended[0].stdout == "alive\n"
