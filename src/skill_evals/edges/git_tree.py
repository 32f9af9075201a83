"""A git revision as a FileTree, without a checkout: one listing, one process that hands out blobs."""

import subprocess
from collections.abc import Container, Mapping
from dataclasses import replace
from threading import Lock
from types import TracebackType
from typing import IO, Self, cast

from skill_evals.edges.files import MOST_BYTES
from skill_evals.edges.git import Git, decode_path, environment
from skill_evals.edges.lfs import refuse_lfs_pointer
from skill_evals.edges.listing import kind_of_mode
from skill_evals.errors import FileUnavailableError, RevisionError
from skill_evals.model.files import FileEntry, FileKind


class GitTree:
    """The files of a commit beneath ``git.root``; links and executable bits as they are.

    A context manager: leaving it ends the ``git cat-file --batch`` process that the first link or read started. Blobs
    are asked for by object id, so names never meet that protocol.
    """

    def __init__(self, git: Git, revision: str, *, most_bytes: int = MOST_BYTES, left_out: Container[str] = ()) -> None:
        """``left_out``: paths of which only the names are to be known, as where the head was not checked out whole.

        Raises:
            RevisionError: the repository does not hold the revision's tree.
        """
        self.revision = revision
        self._git = git
        self._most_bytes = most_bytes
        self._entries = {
            path: replace(entry, present=False) if path in left_out else entry
            for path, entry in list_revision(git, revision).items()
        }
        self._process: subprocess.Popen[bytes] | None = None
        self._turn = Lock()
        for path in [path for path, entry in self._entries.items() if entry.kind is FileKind.LINK and entry.present]:
            self._entries[path] = replace(self._entries[path], target=self._target(path))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process; a later read starts another one."""
        process, self._process = self._process, None
        if process is not None:
            process.communicate()

    @property
    def entries(self) -> Mapping[str, FileEntry]:
        """Every file, link and submodule by path, sorted."""
        return self._entries

    def read(self, path: str) -> bytes:
        """The bytes of a regular file.

        Raises:
            FileUnavailableError: no such path, no regular file, longer than the bound, an LFS pointer, or a blob
                that this clone does not hold.
        """
        entry = self._entries.get(path)
        if entry is None or entry.oid is None:
            raise FileUnavailableError(f"there is no file {path} in {self.revision}", cure="check its name")
        if not entry.present:
            raise FileUnavailableError(f"{path} is not checked out", cure="check it out to have both sides read")
        if not entry.kind.is_file:
            what = "a submodule" if entry.kind is FileKind.SUBMODULE else "a symbolic link"
            raise FileUnavailableError(f"{path} is {what} in {self.revision}", cure="put the file itself there")
        with self._turn:
            data = self._blob(path, entry.oid)
        refuse_lfs_pointer(path, data)
        return data

    def _target(self, path: str) -> str | None:
        """What a link points at: git keeps it as the link's content."""
        try:
            return decode_path(self._blob(path, self._entries[path].oid or ""))
        except FileUnavailableError:
            return None

    def _blob(self, path: str, oid: str) -> bytes:
        asked, answers = self._pipes()
        try:
            asked.write(oid.encode("ascii") + b"\n")
            asked.flush()
            header = answers.readline().split()
            size = int(header[2]) if len(header) == 3 else None
            data = b"" if size is None else _take(answers, size, keep=size <= self._most_bytes)
        except (OSError, EOFError) as error:
            raise FileUnavailableError(
                f"git stopped while {path} was read from {self.revision}", cure="run `git fsck` and try again"
            ) from error
        if size is None:
            raise FileUnavailableError(
                f"the content of {path} in {self.revision} is not in this clone",
                cure=f"fetch it: git -C {self._git.root} fetch --refetch origin {self.revision}",
            )
        if data is None:
            raise FileUnavailableError(
                f"{path} has {size:,} bytes in {self.revision}; at most {self._most_bytes:,} are read",
                cure="make it smaller",
            )
        return data

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        if self._process is None:
            self._process = subprocess.Popen(
                self._git.command("cat-file", "--batch"),
                cwd=self._git.root,
                env=environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        # Both are pipes, since PIPE was asked for; the type of Popen cannot say so.
        return cast("IO[bytes]", self._process.stdin), cast("IO[bytes]", self._process.stdout)


def _take(answers: IO[bytes], size: int, *, keep: bool) -> bytes | None:
    """The next ``size`` bytes, without the line feed behind them; None where they are only read past."""
    if keep:
        data = answers.read(size + 1)
        if len(data) <= size:
            raise EOFError
        return data[:-1]
    left = size + 1
    while left:
        part = len(answers.read(min(left, 1 << 20)))
        if not part:
            raise EOFError
        left -= part
    return None


def list_revision(git: Git, revision: str) -> dict[str, FileEntry]:
    """The files, links and submodules of a commit by path, sorted; no link's target is read.

    Raises:
        RevisionError: the repository does not hold the revision's tree.
    """
    tree = git.resolve(revision, "tree")
    if tree is None:
        raise RevisionError(
            f"this repository does not hold {revision}",
            cure=f"fetch it: git fetch --no-tags --depth=1 origin {revision}",
        )
    below = (f":(literal){git.prefix}",) if git.prefix else ()
    _, out = git.run("ls-tree", "-r", "-z", "--full-tree", tree, "--", *below)
    entries = (_entry(record, len(git.prefix)) for record in out.split(b"\0") if record)
    return {entry.path: entry for entry in sorted(entries, key=lambda entry: entry.path)}


def _entry(record: bytes, prefix: int) -> FileEntry:
    """One record of ``ls-tree``: ``mode SP type SP oid TAB path``."""
    head, _, raw = record.partition(b"\t")
    mode, _, oid = head.split(b" ")
    return FileEntry(path=decode_path(raw)[prefix:], kind=kind_of_mode(mode), oid=oid.decode("ascii"))
