"""How much two states of a workspace differ, as git counts it, in a repository that nobody but the runner has touched.

The workspace's own repository is the agent's: its configuration, hooks and attributes could run anything or hide
anything. So the states are written elsewhere and compared there; of the agent's files only ``.gitignore`` is heeded.
"""

import os
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from skill_evals.model.evidence import DiffSize
from skill_evals.run.ports.request import TreeFile

_SECONDS = 120.0
_SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.attributesFile=/dev/null",
    "core.excludesFile=/dev/null",
    "core.autocrlf=false",
    "core.fsmonitor=false",
    "core.protectNTFS=false",
    "core.protectHFS=false",
    "core.safecrlf=false",
    "core.symlinks=true",
    "core.fileMode=true",
)
_NO_ATTRIBUTES = "* -text !diff !eol !filter !ident !merge !working-tree-encoding\n"
"""In the place that counts more than any file of the tree."""
_DIFF = ("diff-tree", "-r", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--full-index")


def diff_size(before: Mapping[str, TreeFile], after: Mapping[str, TreeFile]) -> DiffSize:
    """Ignored files count in neither state; where git does not manage, ``error`` says why."""
    try:
        with tempfile.TemporaryDirectory(prefix="skill-evals-diff-") as made:
            return _measured(Path(made), before, after)
    except (OSError, subprocess.SubprocessError, UnicodeError, ValueError) as error:
        return DiffSize(error=_words(error))


def _measured(folder: Path, before: Mapping[str, TreeFile], after: Mapping[str, TreeFile]) -> DiffSize:
    _git(folder, "init", "--quiet", "--bare", "--template=", ".")
    (folder / "info").mkdir(exist_ok=True)
    (folder / "info" / "attributes").write_text(_NO_ATTRIBUTES, encoding="ascii")
    trees = [_tree(folder, name, files) for name, files in (("before", before), ("after", after))]
    rows = [row.split(b"\t", 2) for row in _git(folder, *_DIFF, "-z", "--numstat", *trees).split(b"\0") if row]
    lines = [(int(added), int(removed)) for added, removed, _ in rows if added != b"-"]
    patch = _git(folder, *_DIFF, "--patch", "--unified=0", *trees)
    return DiffSize(
        files=len(rows),
        added=sum(added for added, _ in lines),
        removed=sum(removed for _, removed in lines),
        hunks=sum(line.startswith(b"@@ ") for line in patch.split(b"\n")),
    )


def _tree(folder: Path, name: str, files: Mapping[str, TreeFile]) -> str:
    """The id of git's tree of these files."""
    root = folder / f"{name}-files"
    root.mkdir()
    for path, file in sorted(files.items(), key=lambda item: item[1].link is not None):
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if file.link is not None:
            target.symlink_to(file.link)
        else:
            target.write_bytes(file.data)
            target.chmod(0o755 if file.executable else 0o644)
    index = {"GIT_INDEX_FILE": str(folder / f"{name}-index"), "GIT_WORK_TREE": str(root)}
    _git(folder, "add", "--all", ":/", **index)
    return _git(folder, "write-tree", **index).decode("ascii").strip()


def _git(folder: Path, *arguments: str, **more: str) -> bytes:
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    environment = {
        "PATH": os.environ.get("PATH", os.defpath),
        "LC_ALL": "C",
        "HOME": str(folder),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_DIR": str(folder),
        **more,
    }
    return subprocess.run(
        ["git", *settings, *arguments],
        cwd=more.get("GIT_WORK_TREE", str(folder)),
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=True,
        timeout=_SECONDS,
    ).stdout


def _words(error: Exception) -> str:
    if isinstance(error, subprocess.CalledProcessError):
        return f"git failed: {error.stderr.decode('utf-8', 'replace').strip()[:200]}"
    return str(error) or type(error).__name__
