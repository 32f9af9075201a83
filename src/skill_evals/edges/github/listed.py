"""Items of GitHub's lists: comments, statuses, artefacts."""

from dataclasses import dataclass

from skill_evals.model.publication import Status
from skill_evals.report.sticky import Posted
from skill_evals.run.record_members import Members


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A comment on any issue or pull request, ``number``."""

    id: int
    number: int
    author: str
    body: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Artefact:
    id: int
    name: str
    size: int
    """Bytes of the archive."""
    expired: bool


def posted_of(one: Members) -> Posted:
    """A comment of a pull request that was asked for."""
    return Posted(
        id=one.integer("id"), author=_author(one), body=_text(one, "body"), hidden=not one.absent("minimized")
    )


def remark_of(one: Members) -> Remark:
    return Remark(
        id=one.integer("id"), number=_number_in(one.text("issue_url")), author=_author(one), body=_text(one, "body")
    )


def status_of(one: Members, sha: str) -> Status:
    """A list of statuses does not tell of their commit, ``sha``."""
    return Status(
        sha=sha,
        state=one.text("state"),
        context=one.text("context"),
        description=_text(one, "description"),
        url=_text(one, "target_url"),
    )


def artefact_of(one: Members) -> Artefact:
    return Artefact(
        id=one.integer("id"), name=one.text("name"), size=one.integer("size_in_bytes"), expired=one.flag("expired")
    )


def _author(one: Members) -> str:
    """Empty where the account is gone."""
    return "" if one.absent("user") else one.member("user").text("login")


def _text(one: Members, name: str) -> str:
    return "" if one.absent(name) else one.text(name)


def _number_in(url: str) -> int:
    last = url.rpartition("/")[2]
    return int(last) if last.isascii() and last.isdecimal() and len(last) < 12 else 0
