"""Which commit the head is compared with, and what changed since.

The base is the merge base of a branch and HEAD. In the depth-1 checkout of a pull request HEAD is a merge commit whose
parents are not in the clone; its own object lists them all the same, and the first is the tip of the base branch, from
which the merge differs by exactly the pull request.
"""

from typing import NamedTuple

from skill_evals.edges.git import Git, is_object_id
from skill_evals.edges.git_changes import read_changes
from skill_evals.errors import RevisionError
from skill_evals.lint.suggest import nearest
from skill_evals.model.changes import ChangeSet

DEFAULT_BRANCHES = ("origin/HEAD", "origin/main", "origin/master", "main", "master")
"""Tried in this order where no base is named."""

_COMMIT = "commit once; `lint`, `plan --all` and `run --all` need no commit where --base is left out"

_DEEPEN = ("--deepen=50", "--deepen=500", "--unshallow")


class BasePoint(NamedTuple):
    commit: str
    """Full object id; that of a tree where there is no commit."""
    reason: str
    """Where it came from, in words."""


def find_base(git: Git, ref: str | None = None, *, fetch: bool = False) -> BasePoint:
    """The commit to compare with; nothing is fetched unless ``fetch`` is set.

    Raises:
        RevisionError: there is no commit yet, the named one is not here, or this clone's history does not reach back
            to where the two parted; the cure is the exact command.
    """
    head = git.resolve("HEAD")
    if head is None:
        raise RevisionError("this repository has no commit yet", cure=_COMMIT)
    return _default_base(git, head, fetch=fetch) if ref is None else _named_base(git, head, ref, fetch=fetch)


def everything(git: Git) -> BasePoint:
    """For a head that nothing comes before: all of it is new."""
    return BasePoint(git.empty_tree(), "an empty tree, since there is nothing that came before")


def change_set(git: Git, base: BasePoint) -> ChangeSet:
    """From the base to the working tree: commits, what is staged, what is not, and untracked files.

    Raises:
        RevisionError: HEAD is unborn.
        UsageError: git cannot compare them.
    """
    head = git.resolve("HEAD")
    if head is None:
        raise RevisionError("this repository has no commit yet", cure=_COMMIT)
    return ChangeSet(
        base=base.commit,
        head=head,
        base_reason=base.reason,
        dirty=git.differs_from(head) or any(True for _ in git.untracked()),
        changes=read_changes(git, base.commit),
    )


def _default_base(git: Git, head: str, *, fetch: bool) -> BasePoint:
    shallow = git.is_shallow()
    parents = git.parents(head) if shallow else ()
    if len(parents) > 1 and not git.merge_base(head, parents[0]):
        return first_parent(git, parents[0], fetch=fetch)
    for name in DEFAULT_BRANCHES:
        tip = git.resolve(name)
        base = None if tip is None else git.merge_base(tip, head)
        if base is not None:
            return BasePoint(base, _words(name, base, head))
    if len(parents) > 1:
        return first_parent(git, parents[0], fetch=fetch)
    if shallow:
        raise RevisionError(
            "this clone is shallow, and where its branch began is not in it",
            cure="name the base branch and let it be fetched (--base main --fetch), or check out with `fetch-depth: 0`",
        )
    raise RevisionError(
        f"there is no base branch here: none of {', '.join(DEFAULT_BRANCHES)} shares history with HEAD",
        cure="name one with --base REF",
    )


def first_parent(git: Git, parent: str, *, fetch: bool) -> BasePoint:
    reason = "first parent of the merge commit that is checked out"
    if not git.has_commit(parent):
        command = ("--depth=1", "origin", parent)
        if not fetch:
            raise RevisionError(
                f"the base commit {parent} is not in this clone of depth 1",
                cure=f"run `git fetch --no-tags {' '.join(command)}`, or pass --fetch, "
                "or check out with `fetch-depth: 2`",
            )
        git.fetch(*command)
    return BasePoint(parent, reason)


def _named_base(git: Git, head: str, ref: str, *, fetch: bool) -> BasePoint:
    tip = git.resolve(ref)
    if tip is None and fetch:
        tip = _fetch_tip(git, ref)
    if tip is None:
        raise RevisionError(
            f"there is no revision `{ref}` in this repository",
            cure=f"{_did_you_mean(git, ref)}check the name, or fetch it: {_fetch_words(ref)} (--fetch does it)",
        )
    base = git.merge_base(tip, head)
    if base is None and git.is_shallow():
        return _shallow_base(git, head, ref, tip, fetch=fetch)
    if base is None:
        raise RevisionError(
            f"`{ref}` and HEAD share no history, so nothing can be compared",
            cure="name a branch that HEAD was made from",
        )
    return BasePoint(base, _words(ref, base, head))


def _did_you_mean(git: Git, ref: str) -> str:
    """Beginning of a cure: a branch or tag of a name that is near."""
    _, listed = git.run("for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags")
    found = nearest(ref, listed.decode("utf-8", "replace").split())
    return f"did you mean `{found}`? " if found else ""


def _shallow_base(git: Git, head: str, ref: str, tip: str, *, fetch: bool) -> BasePoint:
    """The clone ends before the two histories meet: HEAD's own parents may still tell, else history is fetched."""
    parents = git.parents(head)
    if tip in parents:
        place = "first parent of the merge commit that is checked out" if len(parents) > 1 else "parent of HEAD"
        return BasePoint(tip, f"`{ref}`, which is the {place}")
    for depth in _DEEPEN if fetch else ():
        git.fetch(depth, "origin", tip, head)
        base = git.merge_base(tip, head)
        if base is not None:
            return BasePoint(base, _words(ref, base, head))
    raise RevisionError(
        f"this clone is shallow, and where `{ref}` and HEAD parted is not in it",
        cure="run `git fetch --no-tags --unshallow origin`, pass --fetch, or check out with `fetch-depth: 0`",
    )


def _fetch_tip(git: Git, ref: str) -> str | None:
    """Fetches a branch or commit of ``origin`` without writing any ref, and gives its id."""
    name = ref.removeprefix("refs/remotes/").removeprefix("origin/")
    tip = name if is_object_id(name) else git.remote_tip(name)
    if tip is not None:
        git.fetch(*(("--depth=1",) if git.is_shallow() else ()), "origin", tip)
        tip = git.resolve(tip)
    return tip


def _fetch_words(ref: str) -> str:
    """The command that brings a branch; for an expression such as ``HEAD~9``, which no remote knows, all of history."""
    name = ref.removeprefix("refs/remotes/").removeprefix("origin/")
    if name.startswith("-") or not set("~^:@{ ").isdisjoint(name):
        return "git fetch --unshallow --no-tags origin"
    return f"git fetch --no-tags origin {name}"


def _words(ref: str, base: str, head: str) -> str:
    if base == head:
        return f"HEAD itself, which `{ref}` holds already: only changes that are not committed are compared"
    return f"merge base of `{ref}` and HEAD"
