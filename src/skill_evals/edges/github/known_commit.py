"""A commit as GitHub tells of it: whose it is, whether that is sure, and what it changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from skill_evals.run.record_members import Members

MOST_FILES = 3_000
"""Of a commit: GitHub lists no more."""
_SIGNER = "web-flow"
"""Commits for whoever writes through GitHub's pages or API. Who signs a commit himself can name anybody as its author,
since GitHub holds a signature to the committer alone:
https://docs.github.com/en/authentication/troubleshooting-commit-signature-verification
"""
_WRITTEN = frozenset({"added", "modified"})
"""What a commit did to a file whose bytes it holds under the file's own name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownCommit:
    """A commit as GitHub tells of it. ``author`` is a login, and empty where GitHub knows nobody by the address."""

    sha: str
    parents: tuple[str, ...]
    author: str
    verified: bool
    """Whether GitHub made it for its author, and signed that."""
    paths: tuple[str, ...]
    """Of the files that it changed, and what renamed ones were called; not all where ``GitHub.commit_of`` says so, or
    there are MOST_FILES.
    """
    blobs: Mapping[str, str] = field(default_factory=dict)
    """Git's ids of the files that it added or modified, by path."""
    message: str = ""


def commit_with_files(found: Members, files: Sequence[Members]) -> KnownCommit:
    """``files``: of the answer's pages, one after the other."""
    before = [one.text("previous_filename", "") for one in files]
    written = [one for one in files if one.text("status", "") in _WRITTEN and not one.absent("sha")]
    return replace(
        _commit(found, paths=(*(one.text("filename") for one in files), *filter(None, before))),
        blobs={one.text("filename"): one.text("sha") for one in written},
    )


def commit_on_path(found: Members, path: str) -> KnownCommit:
    """One of the commits that wrote a path; of other files nothing is told."""
    return _commit(found, paths=(path,))


def _commit(found: Members, *, paths: tuple[str, ...]) -> KnownCommit:
    told = found.member("commit")
    signed = told.member("verification")
    is_verified = not signed.absent("verified") and signed.flag("verified")
    return KnownCommit(
        sha=found.text("sha"),
        parents=tuple(parent.text("sha") for parent in found.items("parents")),
        author=_login_of(found, "author"),
        verified=is_verified and _login_of(found, "committer") == _SIGNER,
        paths=paths,
        message=told.text("message", ""),
    )


def _login_of(commit: Members, name: str) -> str:
    """Empty where GitHub knows nobody by the address."""
    return "" if commit.absent(name) else commit.member(name).text("login", "")
