"""The table: what a command of a suite tries. Each attack is Python that must reach its end to have escaped.

``N`` holds the places of the surroundings (``surroundings.py``). Limits are small, so that an attack that works does
no harm either.
"""

from dataclasses import dataclass

MARKER = "sk-marker-5f1d"
"""Stands for the key, and for everything else that must not be read."""
PROCESSES, MEMORY, DISK, FILE = 16, 64 * 2**20, 8 * 2**20, 2 * 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    name: str
    code: str
    control: bool = True
    """Outside the sandbox it must work, or the row would prove nothing; False: nobody may do it, or it does harm."""
    ended_for: str | None = None
    """The sandbox does not refuse it but ends it, with these words in the error."""


def _reads(path: str) -> str:
    return f"assert {MARKER!r} in open({path}).read()"


_CONNECT = "s = socket.socket(socket.AF_{family}); s.connect(N[{name!r}]); assert s.recv(99).decode() == {marker!r}"

ATTACKS = (
    Attack(name="environment of the runner", code=_reads("f'/proc/{N[\"runner\"]}/environ'")),
    Attack(name="memory map of the runner", code="assert open(f'/proc/{N[\"runner\"]}/maps').read()"),
    Attack(name="open files of the runner", code="os.listdir(f'/proc/{N[\"runner\"]}/fd')"),
    Attack(name="environment of its supervisor", code="open(f'/proc/{os.getppid()}/environ').read()"),
    Attack(name="arguments of other processes", code="open('/proc/1/cmdline').read()"),
    Attack(name="list of processes", code="os.listdir('/proc')"),
    Attack(name="answer key", code=_reads("N['key']")),
    Attack(name="answer key through a link", code="os.symlink(N['key'], 'way'); " + _reads("'way'")),
    Attack(name="answer key through a hard link", code="os.link(N['key'], '../tmp/hard')"),
    Attack(name="answer key through /proc/self/root", code=_reads("'/proc/self/root' + N['key']")),
    Attack(name="results are forged", code="open(N['results'], 'a').write('{}')"),
    Attack(name="results are deleted", code="os.unlink(N['spare']); open(N['spare'], 'w')"),
    Attack(name="git history", code="assert subprocess.run(['git', '-C', N['repo'], 'log'], capture_output=True).stdout, 'none'"),
    Attack(name="home of the user", code=_reads("N['home'] + '/.netrc'")),
    Attack(name="workspace of another run", code=_reads("N['neighbour'] + '/notes'")),
    Attack(name="writing into another run", code="open(N['neighbour'] + '/notes', 'a').write('x')"),
    Attack(name="signal to another run", code="os.kill(N['victim'], signal.SIGCONT)"),
    Attack(name="limits of another run", code="resource.prlimit(N['victim'], resource.RLIMIT_CORE)"),
    Attack(name="signal to the runner", code="os.kill(N['runner'], signal.SIGCONT)"),
    Attack(name="kill of everything", code="os.kill(-1, signal.SIGKILL); os.kill(N['victim'], 0)", control=False),
    Attack(name="tracing another run", code="assert ctypes.CDLL(None).ptrace(0x4206, N['victim'], 0, 0) == 0", control=False),
    Attack(name="docker.sock", code=_CONNECT.format(family="UNIX", name="docker", marker=MARKER)),
    Attack(name="service of metadata", code=_CONNECT.format(family="INET", name="metadata", marker=MARKER)),
    Attack(name="a datagram", code="socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', N['metadata'])"),
    Attack(name="a socket by io_uring", code="assert ctypes.CDLL(None).syscall(425, 8, ctypes.create_string_buffer(120)) >= 0", control=False),
    Attack(name="file_commands", code="open(N['github'] + '/file_commands/set_env', 'a').write('LD_PRELOAD=x')"),
    Attack(name="runner_temp", code=_reads("N['github'] + '/runner_temp/token'")),
    Attack(name="workflow event", code=_reads("N['github'] + '/workflow/event.json'")),
    Attack(name="tokens in the environment", code=f"assert {MARKER!r} in str(os.environ)"),
    Attack(name="becoming root", code="os.setresuid(0, 0, 0); os.chroot('/')", control=False),
    Attack(name="a user namespace", code="assert ctypes.CDLL(None).unshare(0x10000000) == 0", control=False),
    Attack(name="a set-uid program", code="assert subprocess.run(['su', '-c', 'true'], stdin=subprocess.DEVNULL, capture_output=True).returncode == 0", control=False),
    Attack(name="key ring of the user", code="assert ctypes.CDLL(None).syscall(N['add_key'], b'user', b'x', b'y', 1, -4) > 0"),
    Attack(name="memory that outlives it", code="assert ctypes.CDLL(None).shmget(0, 4096, 0o1600) >= 0", control=False),
    Attack(name="fork bomb", code=f"[os.fork() or (time.sleep(30), os._exit(0)) for _ in range({PROCESSES} + 8)]"),
    Attack(name="one large file", code=f"f = open('large', 'wb'); f.seek({FILE}); f.write(b'x'); f.flush()"),
    Attack(name="much private memory", code=f"bytearray({MEMORY})"),
    Attack(
        name="full disk below deep folders",
        code=f"[(os.mkdir('d'), os.chdir('d')) for _ in range(1200)]; [open(str(n), 'wb').write(b'x' * {FILE}) for n in range({DISK // FILE} + 8)]; time.sleep(N['wait'])",
        ended_for="MiB of disk",
    ),
    Attack(
        name="full disk behind a closed workspace",
        code=f"[open(str(n), 'wb').write(b'x' * {FILE}) for n in range({DISK // FILE} + 8)]; os.chmod('..', 0); time.sleep(N['wait'])",
        ended_for="MiB of disk",
    ),
    Attack(
        name="full disk",
        code=f"[open(str(n), 'wb').write(b'x' * {FILE}) for n in range({DISK // FILE} + 1)]; time.sleep(N['wait'])",
        ended_for="MiB of disk",
    ),
    Attack(
        name="full disk behind a closed folder",
        code=f"os.mkdir('d'); [open(f'd/{{n}}', 'wb').write(b'x' * {FILE}) for n in range({DISK // FILE} + 8)]; os.chmod('d', 0); time.sleep(N['wait'])",
        ended_for="MiB of disk",
    ),
    Attack(
        name="full disk without a name",
        code=f"fs = [open('u', 'wb') for n in range({DISK // FILE} + 1) if n == 0 or os.unlink('u') is None]; [f.write(b'x' * {FILE}) for f in fs]; time.sleep(N['wait'])",
        ended_for="MiB of disk",
    ),
    Attack(
        name="much shared memory",
        code=f"m = mmap.mmap(-1, {MEMORY + 2**20}); [m.write(b'x' * 2**20) for _ in range(len(m) >> 20)]; time.sleep(N['wait'])",
        ended_for="MiB of memory",
    ),
)  # fmt: skip

STAYERS = {
    "a daemon": "if os.fork() == 0: os.setsid(); os.fork() and os._exit(0); os.close(1); os.close(2); [time.sleep(.1) for _ in range(600) if os.path.exists('stay.py')]",
    "a daemon that ignores signals": "[signal.signal(n, signal.SIG_IGN) for n in (1, 2, 13, 15)]\nif os.fork() == 0: os.setsid(); os.fork() and os._exit(0); [time.sleep(.1) for _ in range(600) if os.path.exists('stay.py')]",
    "a process that is never the same": "if os.fork() == 0:\n    os.setsid()\n    while os.path.exists('stay.py'): os.fork() and os._exit(0)",
}
"""What is still running when its command has ended."""
