"""One run of Claude Code as a process: shut in under the supervisor, or, without a sandbox, as whoever runs this.

What it prints is kept from its beginning, since the first event says what it is. A run whose task is cancelled ends
with all that it started.
"""

import asyncio
import os
import signal
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from shlex import quote

from skill_evals.edges.backends.claude_code.invocation import TOKEN_HANDLE
from skill_evals.edges.backends.claude_code.outcomes import Ended
from skill_evals.edges.children import ended_with_us
from skill_evals.edges.sandbox.order import Order, Report, decode_report, encode
from skill_evals.edges.workspace import Workspace

_MOST_BYTES = 64 * 2**20
_COMPLAINT_BYTES = 4096
_CHUNK = 65_536
_DRAIN_SECONDS = 1.0
_END_SECONDS = 7.0
"""For the supervisor to end everything once the runner lets go of it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """``words`` start the program; ``prompt`` is its stdin; ``port`` is the proxy's."""

    place: Workspace
    words: tuple[str, ...]
    environment: Mapping[str, str]
    prompt: str
    token: str
    port: int
    seconds: float


async def run(task: Task, *, sandbox: bool) -> tuple[str, Ended]:
    """What it printed, and how it ended. Nothing that went wrong is raised."""
    try:
        command = _staged(task)
        printed, complaint, report = await (_confined(task, command) if sandbox else _plain(task, command))
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        return "", Ended(report=Report(failure=reason), seconds=task.seconds)
    return printed, Ended(report=report, complaint=complaint, seconds=task.seconds)


def _staged(task: Task) -> str:
    """Token and prompt as files that are gone before the program starts, so that they stand in no argument list."""
    token, prompt = task.place.root / "tmp" / "token", task.place.root / "tmp" / "prompt"
    for path, text in ((token, task.token), (prompt, task.prompt)):
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", errors="replace", newline="") as out:
            out.write(text)
    files = f"{quote(str(token))} {quote(str(prompt))}"
    words = " ".join(map(quote, task.words))
    return f"exec {TOKEN_HANDLE}<{quote(str(token))} <{quote(str(prompt))} && rm -f {files} && exec {words}"


async def _confined(task: Task, command: str) -> tuple[str, str, Report]:
    from skill_evals.edges.sandbox import libc  # Linux's modules exist nowhere else
    from skill_evals.edges.sandbox.confined import GRACE_SECONDS, silent, supervisor, supervisor_environment

    order = _order(task, command)
    libc.hide_memory()
    hear, tell = os.pipe()
    with os.fdopen(hear, "rb") as said, os.fdopen(tell, "wb") as telling:
        start = asyncio.create_subprocess_exec(
            *supervisor(tell),
            env=supervisor_environment(),
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            pass_fds=(tell,),
            start_new_session=True,
        )
        try:
            async with _ended(start, _let_go) as process:
                telling.close()
                outputs = _Outputs(process)
                if process.stdin is not None:
                    process.stdin.write(encode(order))
                async with asyncio.timeout(task.seconds + GRACE_SECONDS):
                    await outputs.read()
                    code = await process.wait()
        except TimeoutError:
            return "", "", Report(failure="its supervisor did not answer in time")
        line = said.read()
    return outputs.printed, outputs.complaint, decode_report(line) if line else silent(code, outputs.complaint)


def _order(task: Task, command: str) -> Order:
    from skill_evals.edges.sandbox.system import readable
    from skill_evals.edges.sandbox.uids import hand_over

    place = task.place
    if place.uid is not None:
        hand_over(place.root, place.uid)
    program = str(Path(task.words[0]).resolve())
    return Order(
        command=command,
        root=str(place.root),
        cwd=str(place.path),
        env=task.environment,
        seconds=task.seconds,
        uid=place.uid,
        readable=(*readable(task.environment.get("PATH", ""), place.root), program),
        port=task.port,
    )


@asynccontextmanager
async def _ended(
    start: Coroutine[None, None, Process], end: Callable[[Process], Awaitable[None]]
) -> AsyncIterator[Process]:
    """A process that is ended when the context is left, also where that is given up while the process starts."""
    starting = asyncio.ensure_future(start)
    try:
        yield await asyncio.shield(starting)
    finally:
        await end(await starting)


async def _let_go(process: Process) -> None:
    """The supervisor loses its stdin, and ends what is left, also where nobody waits for it any longer."""
    if process.stdin is not None:
        process.stdin.close()
    with suppress(TimeoutError):
        await asyncio.wait_for(process.wait(), _END_SECONDS)


async def _plain(task: Task, command: str) -> tuple[str, str, Report]:
    start = asyncio.create_subprocess_exec(
        "/bin/sh",
        "-c",
        command,
        cwd=task.place.path,
        env=dict(task.environment),
        stdin=DEVNULL,
        stdout=PIPE,
        stderr=PIPE,
        start_new_session=True,
    )
    is_late = False
    async with _ended(start, _kill) as process:
        outputs = _Outputs(process)
        with ended_with_us(lambda: _kill_group(process)):
            try:
                async with asyncio.timeout(task.seconds):
                    await outputs.read()
                    await process.wait()
            except TimeoutError:
                is_late = True
                _kill_group(process)
                with suppress(TimeoutError):  # what left the group may hold the pipes open
                    await asyncio.wait_for(outputs.read(), _DRAIN_SECONDS)
    return outputs.printed, outputs.complaint, Report(over="time") if is_late else Report(code=process.returncode)


async def _kill(process: Process) -> None:
    _kill_group(process)
    await process.wait()


def _kill_group(process: Process) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


class _Outputs:
    """The beginning of stdout and the end of stderr."""

    def __init__(self, process: Process) -> None:
        self._process = process
        self._head = bytearray()
        self._tail = bytearray()

    async def read(self) -> None:
        """Until both are closed."""
        await asyncio.gather(self._read_head(self._process.stdout), self._read_tail(self._process.stderr))

    @property
    def printed(self) -> str:
        return self._head.decode("utf-8", "replace")

    @property
    def complaint(self) -> str:
        return self._tail.decode("utf-8", "replace").strip()

    async def _read_head(self, stream: asyncio.StreamReader | None) -> None:
        while stream is not None and (chunk := await stream.read(_CHUNK)):
            self._head += chunk[: max(0, _MOST_BYTES - len(self._head))]

    async def _read_tail(self, stream: asyncio.StreamReader | None) -> None:
        while stream is not None and (chunk := await stream.read(_CHUNK)):
            self._tail += chunk
            del self._tail[:-_COMPLAINT_BYTES]
