"""git, as this product calls it: one hardened command line for every call, and errors that say what to do.

The tree may have been written by a stranger, so nothing that it configures is started: no hooks, no file system
monitor, no external diff, no text conversion, no pager, no prompt; no transport either, except in ``fetch``. Content
filters (``filter.*.clean``) that the *user's* configuration sets up still run when a changed file is compared, since
without them every LFS file would look changed. Names travel between NULs and come back as text in which bytes that
are not UTF-8 are surrogates.
"""

import os
import re
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from skill_evals.edges.git_network import asked, cure_of
from skill_evals.edges.git_program import git_program
from skill_evals.edges.secret_names import without_credentials
from skill_evals.errors import RevisionError, UsageError
from skill_evals.model.light import light

_KEPT_VARIABLES = frozenset({
    "GIT_ASKPASS",
    "GIT_CONFIG_GLOBAL",
    "GIT_CONFIG_NOSYSTEM",
    "GIT_CONFIG_SYSTEM",
    "GIT_EXEC_PATH",
    "GIT_SSH",
    "GIT_SSH_COMMAND",
    "GIT_SSH_VARIANT",
    "GIT_SSL_CAINFO",
    "GIT_SSL_CAPATH",
    "GIT_SSL_NO_VERIFY",
})  # fmt: skip
"""The only GIT_* variables that git may see: how to reach a remote, never which repository, index or objects to use."""

_OBJECT_ID = re.compile(r"(?:[0-9a-f]{40}|[0-9a-f]{64})\Z")
_NEVER_FETCH = ("-c", "protocol.allow=never")
_DIFF = ("--raw", "-z", "-M", "-l1000", "--no-abbrev", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty")
_TIMEOUT = 600.0
_HEADER = "SKILL_EVALS_GIT_HEADER"


def decode_path(raw: bytes) -> str:
    """A path as git prints it → text; bytes that are not UTF-8 become surrogates, as ``os.fsdecode`` makes them."""
    return raw.decode("utf-8", "surrogateescape")


def is_object_id(text: str) -> bool:
    """Whether it is a full object id, SHA-1 or SHA-256."""
    return _OBJECT_ID.match(text) is not None


def find_repository(folder: Path) -> Path | None:
    """The nearest folder, from this one upwards, that holds a ``.git`` (a folder, or the file of a work tree or
    submodule); no process is started.
    """
    folder = folder.resolve()
    return next((here for here in (folder, *folder.parents) if (here / ".git").exists()), None)


@light(frozen=True, slots=True, kw_only=True)
class Opener:
    """A header that opens the repositories of one server. It goes by git's environment: an argument list is public."""

    server: str
    """Such as ``https://github.com``; no other one is sent it."""
    header: str

    @property
    def options(self) -> tuple[str, ...]:
        return (f"--config-env=http.{self.server.rstrip('/')}/.extraHeader={_HEADER}",)

    @property
    def environment(self) -> Mapping[str, str]:
        return {_HEADER: self.header}


class Git:
    """git in one folder of one repository. Paths given and returned are relative to ``root``."""

    def __init__(self, root: Path, *, opener: Opener | None = None, wait: Callable[[float], None] = time.sleep) -> None:
        """``root`` is any folder in the work tree; ``opener`` opens its remote, where the checkout left no credential;
        ``wait`` lets seconds pass before the remote is asked again.

        Raises:
            UsageError: it is in no repository.
        """
        self.root = root.resolve()
        self._opener = opener
        self._wait = wait
        top = find_repository(self.root)
        if top is None:
            raise UsageError(
                f"{root} is in no git repository",
                cure="run it in a checkout; `lint`, `plan --all` and `run --all` need no git where --base is left out",
            )
        self.top = top
        self.prefix = "" if top == self.root else self.root.relative_to(top).as_posix() + "/"

    def run(
        self,
        *arguments: str,
        ok: tuple[int, ...] = (0,),
        network: bool = False,
        meanwhile: Callable[[], None] | None = None,
    ) -> tuple[int, bytes]:
        """Exit code and standard output of ``git <arguments>``; ``meanwhile`` is done while it works.

        Raises:
            UsageError: git is not installed, or ended with a code that is not in ``ok``.
        """
        try:
            more = self._opener.environment if network and self._opener is not None else {}
            code, out, said = _run(self.command(*arguments, network=network), self.root, meanwhile, more)
        except FileNotFoundError:
            raise UsageError("git is not installed here", cure="install git 2.31 or newer") from None
        except subprocess.TimeoutExpired:
            raise UsageError(
                f"git {arguments[0]} did not end within {_TIMEOUT:.0f} seconds",
                cure="see what holds the repository up",
            ) from None
        if code not in ok:
            words = " ".join(said.decode("utf-8", "replace").split()) or f"exit code {code}"
            raise UsageError(
                f"git {arguments[0]} failed: {words}", cure=f"run `git {arguments[0]}` in {self.root} to see the cause"
            )
        return code, out

    def command(self, *arguments: str, network: bool = False) -> list[str]:
        """The argument list of one call, hardened."""
        return [
            git_program(),
            "--no-pager",
            "--no-replace-objects",
            *("-c", "core.fsmonitor=false"),
            *("-c", f"core.hooksPath={os.devnull}"),
            *("-c", f"safe.directory={self.top.as_posix()}"),
            # Left to look by itself, git takes a folder of the tree that holds HEAD, objects and refs for a
            # repository, and obeys the configuration that a stranger put beside them.
            f"--git-dir={self.top.as_posix()}/.git",
            f"--work-tree={self.top.as_posix()}",
            *("-c", "submodule.recurse=false"),
            *(() if network else _NEVER_FETCH),
            *(self._opener.options if network and self._opener is not None else ()),
            *arguments,
        ]

    def is_ignored(self, path: Path) -> bool:
        """Whether the repository ignores a file or folder of its work tree."""
        # An absolute path cannot be taken for pathspec magic, which check-ignore has no option to turn off.
        code, _ = self.run("check-ignore", "-q", "--", str(path.resolve()), ok=(0, 1))
        return code == 0

    def resolve(self, revision: str, kind: str = "commit") -> str | None:
        """The full id of the commit, or ``tree``, that a revision names; None: it names none that is here."""
        wanted = f"{revision}^{{{kind}}}"
        code, out = self.run("rev-parse", "--verify", "--quiet", "--end-of-options", wanted, ok=(0, 1, 128))
        found = out.decode("ascii", "replace").strip().rpartition("\n")[2]
        return found if code == 0 and is_object_id(found) else None

    def empty_tree(self) -> str:
        """The id of a tree without files, which git knows in every repository."""
        return self.run("hash-object", "-t", "tree", "--stdin")[1].decode("ascii").strip()

    def has_commit(self, commit: str) -> bool:
        """Whether the commit object itself is here, in a shallow clone as well."""
        return self.run("cat-file", "-e", commit + "^{commit}", ok=(0, 1, 128))[0] == 0

    def merge_base(self, one: str, other: str) -> str | None:
        """The best common ancestor of two commits, as far as this clone's history reaches."""
        code, out = self.run("merge-base", one, other, ok=(0, 1, 128))
        return out.decode("ascii").split("\n", 1)[0] if code == 0 else None

    def parents(self, commit: str) -> tuple[str, ...]:
        """Parents as the commit object itself lists them, also those that a shallow clone leaves out."""
        _, out = self.run("cat-file", "commit", commit)
        header = out.partition(b"\n\n")[0].split(b"\n")
        return tuple(line[7:].decode("ascii") for line in header if line.startswith(b"parent "))

    def is_shallow(self) -> bool:
        return self.run("rev-parse", "--is-shallow-repository")[1].strip() == b"true"

    def fetch(self, *arguments: str) -> None:
        """``git fetch`` from ``origin`` without tags, hooks, submodules or maintenance.

        Raises:
            RevisionError: the remote could not be reached, or does not have it.
        """
        quiet = ("--quiet", "--no-tags", "--no-recurse-submodules", "--no-auto-maintenance", "--no-write-fetch-head")
        self._over_network("fetch", *quiet, *arguments)

    def remote_tip(self, name: str) -> str | None:
        """The id that a branch, tag or full ref of ``origin`` has there now.

        Raises:
            RevisionError: the remote could not be reached.
        """
        out = self._over_network("ls-remote", "--quiet", "--", "origin", name)
        lines = (line.partition("\t") for line in decode_path(out).split("\n") if line)
        tips = {ref: tip for tip, _, ref in lines}
        wanted = (f"refs/heads/{name}", f"refs/tags/{name}", name)
        return next((tips[ref] for ref in wanted if ref in tips), None)

    def _over_network(self, *arguments: str) -> bytes:
        try:
            return asked(lambda: self.run(*arguments, network=True)[1], self._wait)
        except UsageError as error:
            raise RevisionError(error.message, cure=cure_of(error.message)) from None

    def raw_diff(self, base: str, head: str | None) -> bytes:
        """``git diff --raw -z`` from a commit to another, or to the work tree; paths relative to the root."""
        return self.run("diff", *_DIFF, "--relative", base, *(() if head is None else (head,)), "--")[1]

    def untracked(self) -> Iterator[str]:
        """Files that are neither tracked nor ignored; nested repositories end in ``/``."""
        _, out = self.run("ls-files", "-z", "--others", "--exclude-standard")
        return map(decode_path, filter(None, out.split(b"\0")))

    def differs_from(self, commit: str) -> bool:
        """Whether tracked files of the work tree differ from a commit."""
        options = ("--quiet", "--no-ext-diff", "--no-textconv", "--ignore-submodules=dirty", "--relative")
        return self.run("diff", *options, commit, "--", ok=(0, 1))[0] == 1


def _run(
    command: list[str], folder: Path, meanwhile: Callable[[], None] | None, more: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    """Exit code, standard output and standard error of a process; ``meanwhile`` is done as soon as it runs."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, cwd=folder, env={**environment(), **more}, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe
    ) as process:
        try:
            if meanwhile is not None:
                meanwhile()
            out, said = process.communicate(timeout=_TIMEOUT)
        except BaseException:
            process.kill()
            raise
        return process.returncode, out, said


def environment() -> dict[str, str]:
    """Of every git process: no key, nothing that routes it elsewhere, no prompt, messages in English."""
    own = without_credentials(os.environ)
    kept = {k: v for k, v in own.items() if not k.startswith("GIT_") or k in _KEPT_VARIABLES}
    return kept | {
        "LC_ALL": "C",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_LAZY_FETCH": "1",
    }
