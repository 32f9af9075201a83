"""The file tools of the agent, as they are carried out: in a process of the run, shut in with its workspace.

Standard library only, and nothing that is imported late: when ``errand`` is called, the files of the interpreter may be
out of reach. A process is made for each call, so whatever it does to itself is gone with it.
"""

import json
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skill_evals.skills.globs import matcher

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_WRITE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_LARGEST = 32 * 2**20
_LINES = 2_000
_LONGEST_LINE = 2_000
_MOST_BYTES = 100_000
_MOST_FOUND = 200
_LARGEST_SEARCHED = 4 * 2**20


class RefusedError(Exception):
    """The tool cannot do what it was asked, in words for the model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """``root`` holds the workspace, home and temporary files of the run: no tool looks or writes anywhere else."""

    root: str
    workspace: str

    def inside(self, path: str) -> str:
        """The real path of what is named, absolute or from the workspace."""
        found = os.path.realpath(Path(self.workspace, path))
        if found != self.root and not found.startswith(f"{self.root.rstrip('/')}/"):
            raise RefusedError(f"{path} lies outside of the working directory, and the file tools go nowhere else")
        return found


def errand(argument: str) -> None:
    """Carry out one call, ``{"tool", "given", "root", "workspace"}``, and write ``{"text", "refused"}`` to stdout."""
    asked = json.loads(argument)
    place = Place(root=os.path.realpath(asked["root"]), workspace=os.path.realpath(asked["workspace"]))
    try:
        told: Mapping[str, object] = {"text": _TOOLS[asked["tool"]](asked["given"], place), "refused": False}
    except RefusedError as problem:
        told = {"text": str(problem), "refused": True}
    except OSError as error:
        told = {"text": f"{_shown(error.filename)}: {error.strerror or 'it cannot be used'}", "refused": True}
    except ValueError as error:
        told = {"text": str(error), "refused": True}
    sys.stdout.buffer.write(json.dumps(told).encode("ascii"))
    sys.stdout.flush()


def _shown(filename: object) -> str:
    return filename if isinstance(filename, str) else "the file"


def _read(given: Mapping[str, Any], place: Place) -> str:
    lines = _text(place.inside(given["file_path"]), given["file_path"]).splitlines()
    first = max(1, given.get("offset", 1))
    wanted = lines[first - 1 : first - 1 + max(1, given.get("limit", _LINES))]
    if not lines:
        return "[the file is empty]"
    if not wanted:
        raise RefusedError(f"{given['file_path']} has {len(lines)} lines only")
    shown: list[str] = []
    size = 0
    for number, line in enumerate(wanted, start=first):
        cut = line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]} [the line is cut here]"
        size += len(cut.encode("utf-8", "replace")) + 8
        if size > _MOST_BYTES:
            break
        shown.append(f"{number:>6}\t{cut}")
    last = first + len(shown) - 1
    if last < len(lines):
        shown.append(f"[lines {first} to {last} of {len(lines)}; ask with `offset` for more]")
    return "\n".join(shown)


def _write(given: Mapping[str, Any], place: Place) -> str:
    path = place.inside(given["file_path"])
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    is_new = not os.path.lexists(path)
    _put(path, given["content"])
    return f"{given['file_path']} was {'made' if is_new else 'replaced'}"


def _edit(given: Mapping[str, Any], place: Place) -> str:
    path, old, new = place.inside(given["file_path"]), given["old_string"], given["new_string"]
    if not old or old == new:
        raise RefusedError("`old_string` must hold something, and something else than `new_string`")
    text = _text(path, given["file_path"])
    found = text.count(old)
    if not found:
        raise RefusedError(f"{given['file_path']} does not hold `old_string`")
    if found > 1 and not given.get("replace_all", False):
        raise RefusedError(
            f"{given['file_path']} holds `old_string` {found} times; quote more of it, or set `replace_all`"
        )
    _put(path, text.replace(old, new))
    return f"{given['file_path']} was changed in {found} place{'' if found == 1 else 's'}"


def _glob(given: Mapping[str, Any], place: Place) -> str:
    top = place.inside(given.get("path", "."))
    is_match = matcher(_alternatives(given["pattern"].removeprefix(f"{top}/")))
    found = [(os.lstat(path).st_mtime_ns, path) for path in _walk(top) if is_match(os.path.relpath(path, top))]
    return _listed([os.path.relpath(path, place.workspace) for _, path in sorted(found, reverse=True)], "files")


def _grep(given: Mapping[str, Any], place: Place) -> str:
    top = place.inside(given.get("path", "."))
    try:
        pattern = re.compile(given["pattern"], re.IGNORECASE if given.get("-i") else 0)
    except (re.error, RecursionError, OverflowError) as error:
        raise RefusedError(f"`pattern` is no regular expression of Python's: {error}") from error
    is_match = matcher(_alternatives(given["glob"])) if given.get("glob") else None
    paths = sorted(_walk(top)) if Path(top).is_dir() else [top]
    mode, found = given.get("output_mode", "files_with_matches"), list[str]()
    for path in paths:
        name = os.path.relpath(path, place.workspace)
        if is_match is not None and not is_match(os.path.relpath(path, top)):
            continue
        hits = [(n, line) for n, line in enumerate(_searched(path), start=1) if pattern.search(line)]
        if hits and mode == "content":
            found += [f"{name}:{n}:{line[:_LONGEST_LINE]}" for n, line in hits]
        elif hits:
            found.append(f"{name}:{len(hits)}" if mode == "count" else name)
    return _listed(found, "lines" if mode == "content" else "files")


_TOOLS: Mapping[str, Callable[[Mapping[str, Any], Place], str]] = {
    "Read": _read,
    "Write": _write,
    "Edit": _edit,
    "Glob": _glob,
    "Grep": _grep,
}


def _text(path: str, name: str) -> str:
    """A whole file. Bytes that are not UTF-8 come back as they were when the text is written again."""
    handle = os.open(path, _READ)
    mode = os.fstat(handle).st_mode
    if not stat.S_ISREG(mode):
        os.close(handle)
        raise RefusedError(f"{name} is {'a folder' if stat.S_ISDIR(mode) else 'no regular file'}")
    with os.fdopen(handle, "rb") as stream:
        data = stream.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise RefusedError(f"{name} is larger than {_LARGEST // 2**20} MiB")
    if b"\0" in data:
        raise RefusedError(f"{name} is no text")
    return data.decode("utf-8", "surrogateescape")


def _put(path: str, text: str) -> None:
    handle = os.open(path, _WRITE, 0o644)
    with os.fdopen(handle, "wb") as stream:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise RefusedError("only a regular file can be written")
        stream.write(text.encode("utf-8", "surrogateescape"))


def _searched(path: str) -> list[str]:
    """The lines of a text that is not too large; of anything else none."""
    try:
        if os.lstat(path).st_size > _LARGEST_SEARCHED:
            return []
        return _text(path, path).splitlines()
    except (OSError, RefusedError):
        return []


def _walk(top: str) -> Iterator[str]:
    """Regular files, in no link and not in git's own folder."""
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            path = f"{folder}/{name}"
            if stat.S_ISREG(os.lstat(path).st_mode):
                yield path


def _alternatives(pattern: str) -> list[str]:
    """The patterns that one with ``{a,b}`` stands for; the first braces only are told apart."""
    head, is_open, rest = pattern.partition("{")
    inner, is_closed, tail = rest.partition("}")
    return [f"{head}{one}{tail}" for one in inner.split(",")] if is_open and is_closed else [pattern]


def _listed(found: list[str], what: str) -> str:
    if not found:
        return f"[no {what} match]"
    more = len(found) - _MOST_FOUND
    shown = found[:_MOST_FOUND]
    return "\n".join([*shown, f"[{more} more {what} match]"] if more > 0 else shown)
