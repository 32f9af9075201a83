"""After a run: what the checks want to see of its workspace, opened beneath it without following any link."""

import os
import shutil
import stat
from collections.abc import Mapping
from dataclasses import dataclass, replace
from shlex import quote

from skill_evals.edges import put_files
from skill_evals.edges.errand import Errand, carry_out
from skill_evals.edges.sandbox.probe import commands_refused
from skill_evals.edges.shell import run_command
from skill_evals.edges.unlinked import file_flags, folder_flags
from skill_evals.edges.workspace import Workspace
from skill_evals.grade.needs import CommandNeed, Needs, cell_label
from skill_evals.grade.place import below
from skill_evals.model.evidence import CommandRun, WorkspaceFile

NOT_ALLOWED = "commands are not allowed here (--allow-commands)"
_FILE_BYTES = 32 * 1024 * 1024
_PUT_SECONDS = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    files: Mapping[str, WorkspaceFile]
    commands: Mapping[int, CommandRun]


def collect(
    place: Workspace,
    needs: Needs,
    *,
    allow_commands: bool,
    sandbox: bool = True,
    setup: Mapping[str, bytes] | None = None,
) -> Collected:
    """Look at the files and run the commands, in the order of the checks; ``setup``: what they find besides, by path.

    Commands run where they are allowed, and, but without ``sandbox``, only shut in: where a guarantee is missing they
    are skipped with its name.
    """
    refused = why_refused(allow_commands=allow_commands, sandbox=sandbox) if needs.commands else None
    files: dict[str, WorkspaceFile] = {}
    commands: dict[int, CommandRun] = {}
    for check in sorted({*needs.files.values(), *needs.commands}):
        files.update({path: look(place, path) for path, first in needs.files.items() if first == check})
        if check in needs.commands:
            need = needs.commands[check]
            lacking = _put(place, need, setup or {}, sandbox=sandbox) if need.setup and refused is None else None
            commands[check] = lacking or _run(place, need, refused=refused, sandbox=sandbox)
    return Collected(files=files, commands=commands)


def why_refused(*, allow_commands: bool, sandbox: bool) -> str | None:
    """Why no command runs on this machine, in words; None: they run."""
    if not allow_commands:
        return NOT_ALLOWED
    return commands_refused() if sandbox else None


def look(place: Workspace, path: str) -> WorkspaceFile:
    """What lies at a path below the workspace. Text is read as UTF-8, wrong bytes as U+FFFD."""
    inside = below(path)
    if inside is None:
        return WorkspaceFile(exists=False, error="it leads out of the workspace")
    try:
        return _look(place, inside.split("/"))
    except OSError as error:
        return WorkspaceFile(exists=True, error=error.strerror or "it cannot be read")
    except UnicodeEncodeError:
        return WorkspaceFile(exists=False, error="its name holds half a surrogate pair, which no file's name can")


def _look(place: Workspace, parts: list[str]) -> WorkspaceFile:
    folder = os.open(place.path, folder_flags())
    try:
        for part in parts[:-1]:
            found = _mode(folder, part)
            if found is None or not stat.S_ISDIR(found):
                return WorkspaceFile(exists=False, link=found is not None and stat.S_ISLNK(found))
            inner = os.open(part, folder_flags(), dir_fd=folder)
            os.close(folder)
            folder = inner
        return _last(folder, parts[-1])
    finally:
        os.close(folder)


def _last(folder: int, name: str) -> WorkspaceFile:
    mode = _mode(folder, name)
    if mode is None:
        return WorkspaceFile(exists=False)
    if not stat.S_ISREG(mode):
        return WorkspaceFile(exists=True, link=stat.S_ISLNK(mode))
    with os.fdopen(os.open(name, file_flags(), dir_fd=folder), "rb") as stream:
        data = stream.read(_FILE_BYTES + 1)
    if len(data) > _FILE_BYTES:
        return WorkspaceFile(exists=True, error=f"it is larger than {_FILE_BYTES // 2**20} MiB")
    return WorkspaceFile(exists=True, text=data.decode("utf-8", "replace"))


def _mode(folder: int, name: str) -> int | None:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode
    except FileNotFoundError:
        return None


def _put(place: Workspace, need: CommandNeed, setup: Mapping[str, bytes], *, sandbox: bool) -> CommandRun | None:
    """Put the files of a command into the workspace; None: they are there, or the command is not run anyway."""
    if need.refused is not None:
        return None
    found = {name: {p: d for p, d in setup.items() if p == name or p.startswith(f"{name}/")} for name in need.setup}
    missing = next((name for name, files in found.items() if not files), None)
    if missing is not None:
        return CommandRun(exit_code=None, skipped=f"its setup file {missing} is not here")
    files = {path: data for one in found.values() for path, data in one.items()}
    what = Errand(module=put_files.__name__, argument=put_files.argument_of(files))
    ended = carry_out(place, what, seconds=_PUT_SECONDS, sandbox=sandbox)
    fault = ended.fault or ended.stdout or (None if ended.code == 0 else f"exit code {ended.code}, {ended.over}")
    return None if fault is None else CommandRun(exit_code=None, error=f"its setup files cannot be put there: {fault}")


def _run(place: Workspace, need: CommandNeed, *, refused: str | None, sandbox: bool) -> CommandRun:
    skipped = need.refused or refused
    path = place.environment.get("PATH")
    if skipped is None and need.requires is not None and shutil.which(need.requires, path=path) is None:
        skipped = f"{need.requires} not installed"
    if skipped is not None:
        return CommandRun(exit_code=None, skipped=skipped)
    folder = look(place, need.cwd)
    if folder.link or folder.error is not None:
        return CommandRun(exit_code=None, error=f"{need.cwd}: {folder.error or 'a link, and links are not followed'}")
    if not folder.exists:
        # The agent did not make the folder. That is its own fault, so the shell says so with a real exit code.
        need = replace(need, run=f"cd {quote(need.cwd)}", cwd=".", cells=())
    if not need.cells:
        return _once(place, need, {}, sandbox=sandbox)
    runs = {cell_label(cell): _once(place, need, cell, sandbox=sandbox) for cell in need.cells}
    return CommandRun(exit_code=None, cells=runs)


def _once(place: Workspace, need: CommandNeed, more: Mapping[str, str], *, sandbox: bool) -> CommandRun:
    environment = {**place.environment, **need.env, **more}
    cwd = place.path / need.cwd
    if not sandbox:
        return run_command(need.run, cwd=cwd, env=environment, seconds=need.seconds)
    from skill_evals.edges.sandbox.confined import Cell, run_confined  # Linux's modules exist nowhere else

    cell = Cell(root=place.root, uid=place.uid)
    return run_confined(need.run, cwd=cwd, env=environment, seconds=need.seconds, cell=cell)
