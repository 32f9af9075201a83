"""The one comment that is kept up to date: which of those on the pull request is ours, and what is done about it.

Two publishers at once must leave one comment, and an older run must never have the last word, with nothing to lock:
the lowest id of ours is the comment, and its first line says which run wrote it.
"""

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from enum import StrEnum

_PRODUCT = "skill-evals-action:comment v1"
_STAMPED = re.compile(
    rf"<!-- {re.escape(_PRODUCT)}(?: id=(?P<id>\S+))?(?: head=(?P<head>[0-9a-f]{{40,64}}))?"
    r"(?: run=(?P<run>\d{1,18})\.(?P<attempt>\d{1,9}))? -->"
)
_UNSAFE = re.compile(r"[^A-Za-z0-9._/]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stamp:
    """Who wrote a comment's text. ``id`` tells several of one repository apart."""

    id: str = ""
    head: str = ""
    run: int = 0
    attempt: int = 0

    @property
    def marker(self) -> str:
        """The first line of the comment. What is not safe in a comment of HTML is written as one ``-``."""
        parts = [f"id={identity(self.id)}"] if self.id else []
        parts += [f"head={self.head}"] if self.head else []
        parts += [f"run={self.run}.{self.attempt}"] if self.run else []
        return f"<!-- {' '.join([_PRODUCT, *parts])} -->"

    @property
    def age(self) -> tuple[int, int]:
        """Of two runs of a workflow the later one has the greater number, and a re-run the greater attempt."""
        return (self.run, self.attempt)


@dataclass(frozen=True, slots=True, kw_only=True)
class Posted:
    """A comment as it stands on the pull request."""

    id: int
    author: str
    body: str
    hidden: bool = False
    """Somebody minimised it."""


class Action(StrEnum):
    NOTHING = "nothing"
    CREATE = "create"
    UPDATE = "update"
    KEEP = "keep"
    """It says the same already."""
    SUPERSEDED = "superseded"
    """A newer run has spoken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    action: Action
    target: int | None = None
    """Id of the comment that is, or stays, ours."""
    delete: tuple[int, ...] = ()
    """Ids of our own duplicates."""


def identity(text: str) -> str:
    return _UNSAFE.sub("-", text).strip("-") or "default"


def stamped(body: str, stamp: Stamp) -> str:
    """A rendered comment with its first line, the marker, naming the run."""
    return "\n".join([stamp.marker, *body.split("\n")[1:]])


def stamp_of(body: str) -> Stamp | None:
    """The stamp in the first line of a comment; None: it has none, or says nothing that we would write."""
    found = _STAMPED.fullmatch(body.lstrip("\ufeff").split("\n", 1)[0].strip())
    if found is None:
        return None
    return Stamp(
        id=found["id"] or "",
        head=found["head"] or "",
        run=int(found["run"] or 0),
        attempt=int(found["attempt"] or 0),
    )


def decide(posted: Sequence[Posted], *, me: str, body: str, stamp: Stamp, wanted: bool = True) -> Decision:
    """What to do with the comments of all pages.

    ``body`` begins with the stamp's marker. Not ``wanted``: there is nothing to say, so that none is made, but one that
    stands is brought up to date, lest it go on telling of what is mended.
    """
    ours = sorted((one for one in posted if _is_ours(one, me, stamp)), key=lambda one: one.id)
    if not ours:
        return Decision(action=Action.CREATE if wanted else Action.NOTHING)
    target, others = ours[0], tuple(one.id for one in ours[1:])
    stamps = [found for one in ours if (found := stamp_of(one.body)) is not None]
    if any(found.age > stamp.age for found in stamps):
        # Its own run removes what is too many: of ours, the newest need not be the lowest yet.
        return Decision(action=Action.SUPERSEDED, target=target.id)
    action = Action.KEEP if _says(target.body, stamp_of(target.body)) == _says(body, stamp) else Action.UPDATE
    return Decision(action=action, target=target.id, delete=others)


def told_of(posted: Sequence[Posted], *, me: str, stamp: Stamp, heads: Container[str]) -> str | None:
    """The text of our comment where it is about one of these heads; None: there is none, or it is about another."""
    ours = sorted((one for one in posted if _is_ours(one, me, stamp)), key=lambda one: one.id)
    found = stamp_of(ours[0].body) if ours else None
    return ours[0].body.replace("\r\n", "\n") if found is not None and found.head in heads else None


def _is_ours(posted: Posted, me: str, stamp: Stamp) -> bool:
    found = stamp_of(posted.body)
    if found is None or posted.hidden or not _is_author(posted.author, me):
        return False
    return found.id == (identity(stamp.id) if stamp.id else "")


def _is_author(login: str, me: str) -> bool:
    """REST writes ``name[bot]`` of an App, which GraphQL may call ``name``; a person may be called that as well."""
    return login.casefold() in {me.casefold(), f"{me.casefold()}[bot]"}


def _says(body: str, stamp: Stamp | None) -> tuple[str, str]:
    """What a comment tells, and of which head. GitHub may give line ends back in another form."""
    rest = body.replace("\r\n", "\n").split("\n", 1)[1:]
    return ("" if stamp is None else stamp.head, rest[0].rstrip() if rest else "")
