"""Clones that were told to leave files out: ``git clone --filter``, and every sparse checkout of actions/checkout.

git fetches such files one by one, whenever one is read. Nothing here lets it (edges/git.py), and a file that is not
here reads like one that never was: a skill without its base has no baseline, and nothing of it can regress. So before
a revision is read, what is missing of it is fetched at once, or it is refused.
"""

from collections.abc import Container

from skill_evals.edges.git import Git
from skill_evals.edges.git_tree import GitTree, list_revision
from skill_evals.errors import RevisionError

_AT_ONCE = 500
"""Objects of one fetch: an argument list has its bounds."""


def whole_tree(git: Git, revision: str, *, fetch: bool, left_out: Container[str] = ()) -> GitTree:
    """A revision with the bytes of all its files; of those at the paths ``left_out`` only the names.

    Raises:
        RevisionError: the repository does not hold the revision, or is partial and lacks files of it that are not
            fetched, or cannot be.
    """
    if not _is_partial(git):
        return GitTree(git, revision, left_out=left_out)
    if git.resolve(revision) is not None and git.resolve(revision, "tree") is None:
        raise RevisionError(
            f"this clone is partial, and not even the names of the files of {revision} are in it",
            cure="clone without --filter=tree:0; --filter=blob:none will do",
        )
    wanted = sorted(_wanted(git, revision, left_out))
    if wanted and not fetch:
        raise RevisionError(
            f"this clone is partial, and {len(wanted):,} files of {revision} are not in it",
            cure="pass --fetch, or clone without --filter",
        )
    for first in range(0, len(wanted), _AT_ONCE):
        # The filter holds for what hangs on an object, and not for those that are named.
        git.fetch("--filter=blob:none", "origin", *wanted[first : first + _AT_ONCE])
    return GitTree(git, revision, left_out=left_out)


def _wanted(git: Git, revision: str, left_out: Container[str]) -> set[str]:
    """What is not here of the files that are read, and of those that came since: without their bytes git cannot tell
    whether one of them is another one's new name.
    """
    files, now = list_revision(git, revision), list_revision(git, "HEAD")
    read = {entry.oid for path, entry in files.items() if path not in left_out}
    added = {entry.oid for path, entry in now.items() if path not in files}
    lacking = read & _lacking(git, revision) | added & _lacking(git, "HEAD")
    return {oid for oid in lacking if oid is not None}


def _is_partial(git: Git) -> bool:
    """Whether some remote promised to hand out later what it did not give."""
    return git.run("config", "--get-regexp", r"^remote\..*\.promisor$", ok=(0, 1))[0] == 0


def _lacking(git: Git, revision: str) -> set[str | None]:
    """The objects of a revision's tree that are not here."""
    options = ("--objects", "--no-object-names", "--missing=print", "--end-of-options")
    _, out = git.run("rev-list", *options, f"{revision}^{{tree}}")
    return {line[1:] for line in out.decode("ascii").splitlines() if line.startswith("?")}
