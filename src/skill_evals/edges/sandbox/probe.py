"""Which guarantees hold on this machine, found out by trying to break each of them from inside a real sandbox."""

import json
import os
import socket
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from skill_evals.errors import SkillEvalsError
from skill_evals.model.guarantee import Guarantee
from skill_evals.run.isolation import FOR_AGENTS, FOR_COMMANDS, PROMISES, refusal

_SECONDS = 20.0
_AS_ROOT: Mapping[str, str] = {
    "files": "Landlock, and a uid of its own",
    "runner": "a uid of its own, Landlock, and a runner that cannot be dumped",
    "signals": "a uid of its own, Landlock and seccomp",
    "leftovers": "subreaper, and kill by uid",
    "privileges": "a uid of its own without capabilities, no_new_privs",
    "network": "seccomp",
    "one-port": "Landlock and seccomp",
    "processes": "RLIMIT_NPROC",
    "memory": "RLIMIT_DATA, and a watch",
    "disk": "RLIMIT_FSIZE, and a watch",
}
_AS_USER: Mapping[str, str] = {
    **_AS_ROOT,
    "files": "Landlock",
    "runner": "Landlock, and a runner that cannot be dumped",
    "signals": "Landlock and seccomp",
    "leftovers": "subreaper, and kill within Landlock's scope",
    "privileges": "no_new_privs",
}


@cache
def probe() -> tuple[Guarantee, ...]:
    """Every promise of ``run.isolation``, in its order. Takes some tenths of a second, once a process."""
    if not sys.platform.startswith("linux"):
        return _none_holds(f"{sys.platform} has none of the mechanisms; the sandbox is Linux's")
    try:
        broken = _broken()
    except (OSError, SkillEvalsError, ValueError) as error:
        return _none_holds(f"the probe itself failed: {error}")
    mechanisms = _mechanisms()
    return tuple(
        Guarantee(name=name, holds=name not in broken, mechanism=mechanisms[name], reason=broken.get(name, ""))
        for name in PROMISES
    )


def commands_refused() -> str | None:
    """Why commands of suites do not run on this machine without ``--no-sandbox``; None: they run shut in."""
    return refusal(probe(), FOR_COMMANDS, "commands")


def agents_refused() -> str | None:
    """The same of agents, which reach the key proxy and nothing else."""
    return refusal(probe(), FOR_AGENTS, "agents")


def offline_agents_refused() -> str | None:
    """As ``commands_refused``, of agents whose tools need no network: what they start is shut in as commands are."""
    return refusal(probe(), FOR_COMMANDS, "agents")


def _none_holds(reason: str) -> tuple[Guarantee, ...]:
    return tuple(Guarantee(name=name, holds=False, mechanism="", reason=reason) for name in PROMISES)


def _mechanisms() -> Mapping[str, str]:
    return _AS_ROOT if os.geteuid() == 0 else _AS_USER


def _broken() -> dict[str, str]:
    """Guarantee → how it was broken; what could not be tried counts as broken."""
    from skill_evals.edges.sandbox.confined import supervise  # Linux's modules exist nowhere else
    from skill_evals.edges.sandbox.limits import Limits
    from skill_evals.edges.sandbox.order import Order
    from skill_evals.edges.sandbox.system import readable
    from skill_evals.edges.sandbox.uids import hand_over, leased

    with leased() as uid, _folders(uid is not None) as (root, secret), _listeners() as (port, other):
        if uid is not None:
            hand_over(root, uid)
        told = {"PROBE_FILE": str(secret), "PROBE_RUNNER": str(os.getpid()), "PROBE_OTHER_PORT": str(other)}
        first = Order(
            command="",
            root=str(root),
            cwd=str(root / "work"),
            env=told,
            seconds=_SECONDS,
            uid=uid,
            readable=readable("", root),
            limits=Limits(processes=8, memory=2**28, disk=2**30, file=2**20),
            attempt="all",
        )
        ended = supervise(first)
        broken = _told(ended.stdout, ended.report.failure)
        if not ended.closed or ended.report.failure is not None:
            broken["leftovers"] = ended.report.failure or "a daemon outlived its run"
        proxied = supervise(replace(first, port=port))
        broken.update({k: v for k, v in _told(proxied.stdout, proxied.report.failure).items() if k == "one-port"})
        for name, attempt, limits in (
            ("disk", "fill", replace(first.limits, disk=2**22)),
            ("memory", "swell", replace(first.limits, memory=2**25)),
        ):
            report = supervise(replace(first, attempt=attempt, limits=limits)).report
            if report.over != name:
                broken.setdefault(name, f"it went over its limit unseen ({report.failure or report.code})")
    return broken


def _told(stdout: str, failure: str | None) -> dict[str, str]:
    if failure is not None or not stdout:
        return dict.fromkeys(PROMISES, failure or "the probe's child said nothing")
    said = json.loads(stdout)
    why = f" ({'; '.join(said['faults'])})" if said["faults"] else ""
    return {name: words + why for name, words in said["escapes"].items()}


@contextmanager
def _folders(as_root: bool) -> Iterator[tuple[Path, Path]]:  # noqa: FBT001 -- private, and called once
    """A workspace, and a file beside it that everybody may read and write, so that only the sandbox refuses it."""
    with tempfile.TemporaryDirectory(prefix="skill-evals-probe-") as made:
        outside = Path(made).resolve()
        outside.chmod(0o777 if as_root else 0o700)
        secret = outside / "secret"
        secret.write_text("secret", encoding="ascii")
        secret.chmod(0o666)
        for name in ("root", "root/work", "root/home", "root/tmp"):
            (outside / name).mkdir(mode=0o700)
        yield outside / "root", secret


@contextmanager
def _listeners() -> Iterator[tuple[int, int]]:
    """Two open ports of this machine: one to be allowed, one not."""
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as other:
        yield one.getsockname()[1], other.getsockname()[1]
