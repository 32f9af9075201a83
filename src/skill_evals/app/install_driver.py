"""``init --merge-driver``: git is told, in the attributes and in this clone's settings, who merges results."""

from pathlib import Path

from skill_evals.edges.atomic import write_atomic
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.git import Git
from skill_evals.errors import FileUnavailableError

ATTRIBUTES = ".gitattributes"
DRIVER = "skill-evals"
LINES = tuple(
    f"{name} merge={DRIVER}"
    for name in ("results.json", "results.jsonc", "results.yaml", "results.yml", "results.provenance.json")
)
SETTINGS = {
    f"merge.{DRIVER}.name": "results of skill evals, merged by case",
    f"merge.{DRIVER}.driver": "skill-evals merge-driver %O %A %B %P",
}


def install_driver(root: Path, *, dry_run: bool = False) -> tuple[str, ...]:
    """What was done, or would be, and how to undo it, in lines. What is there already is left as it is.

    Raises:
        UsageError: it is no git repository, or the file cannot be written.
    """
    git = Git(root)
    text = _attributes(git.top)
    lacking = [line for line in LINES if line not in text.splitlines()]
    unset = {name: value for name, value in SETTINGS.items() if _setting(git, name) != value}
    verb = "would" if dry_run else "did"
    said = [f"{verb} add to {ATTRIBUTES}: {line}" for line in lacking]
    said += [f"{verb} set in this clone: {name} = {value}" for name, value in unset.items()]
    if not dry_run:
        if lacking:
            joint = "" if not text or text.endswith("\n") else "\n"
            lines = "".join(f"{line}\n" for line in lacking)
            write_atomic(
                git.top / ATTRIBUTES, f"{text}{joint}{lines}".encode("utf-8", "surrogateescape"), beneath=git.top
            )
        for name, value in unset.items():
            git.run("config", "--local", name, value)
    if not said:
        said = ["results are merged by skill-evals here already"]
    return (*said, f"to undo it: git config --remove-section merge.{DRIVER}, and take the lines out of {ATTRIBUTES}")


def _attributes(top: Path) -> str:
    try:
        return WorkingTree(top).read(ATTRIBUTES).decode("utf-8", "surrogateescape")
    except FileUnavailableError:
        return ""


def _setting(git: Git, name: str) -> str | None:
    code, out = git.run("config", "--local", "--get", name, ok=(0, 1))
    return out.decode("utf-8", "replace").rstrip("\n") if code == 0 else None
