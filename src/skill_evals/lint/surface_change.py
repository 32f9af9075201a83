"""Where, and whether, the trigger surface of a skill changed between base and head."""

from skill_evals.documents.document import Document
from skill_evals.lint.context import Context
from skill_evals.model.changes import ChangeKind
from skill_evals.model.position import START, Part, Span
from skill_evals.model.skill import Skill

_KEYS = (
    "description",
    "when_to_use",
    "when-to-use",
    "name",
    "disable-model-invocation",
    "user-invocable",
    "paths",
)
"""Frontmatter keys that reach the model, the most telling first."""


def skill_before(skill: Skill, context: Context) -> Skill | None:
    """The skill at the base, followed through a rename of its ``SKILL.md`` or, where too much of that changed for git
    to see one, of its suites. Where it was one of several equal copies, it is the skill that they were folded into.
    """
    base = context.base
    if base is None:
        return None
    renames = {change.path: change.old_path for change in base.changes.changes}
    path = renames.get(skill.path, skill.path)
    folder = path.rpartition("/")[0]
    skills = base.project.skills
    own = next((before for before in skills if before.path == path), None)
    return own or next((before for before in skills if folder in before.mirrors), None) or _by_suite(skill, context)


def _by_suite(skill: Skill, context: Context) -> Skill | None:
    """The skill that a renamed suite was about, if it is there no longer."""
    base = context.base
    if base is None:
        return None
    here = {suite.path for suite in context.suites_of(skill.directory)}
    old = {c.old_path for c in base.changes.changes if c.kind is ChangeKind.RENAMED and c.path in here}
    left = {known.path for known in context.project.skills}
    about = (found.skill for found in base.project.suites if found.suite.path in old)
    return next((before for before in about if before is not None and before.path not in left), None)


def surface_moved(skill: Skill, stored: str | None, context: Context) -> bool | None:
    """Whether what the model sees changed since results with evolve's content hash ``stored`` were made.

    evolve's hash covers every byte of the frontmatter, so that it cannot tell a new licence from a new description.
    Where the base was fresh, base and head can be compared instead. None: it was not, there is no base, or the hash is
    the present one and the results are marked as older than it.
    """
    base = context.base
    now = context.hashes.get(skill.directory)
    if base is None or stored is None or now is None or now.triggers is None or now.triggers.content == stored:
        return None
    before = skill_before(skill, context)
    hashes = None if before is None else base.hashes.get(before.directory)
    if before is None or hashes is None or hashes.triggers is None or hashes.triggers.content != stored:
        return None
    return before.surface.digest != skill.surface.digest


def changed_line(skill: Skill, context: Context) -> Span:
    """The first line of the frontmatter that changed what the model sees; the description's where that is not known."""
    head = context.document(skill.path)
    if head is None:
        return START
    before = skill_before(skill, context)
    base = None if before is None or context.base is None else context.base.documents.get(before.path)
    if base is None:
        return head.span(("description",), Part.KEY)
    key = _changed_key(base, head)
    return _first_new_line(base, head, key)


def _changed_key(base: Document, head: Document) -> str:
    old, new = base.value, head.value
    if isinstance(old, dict) and isinstance(new, dict):
        for key in _KEYS:
            if old.get(key) != new.get(key):
                return key
    return "description"


def _first_new_line(base: Document, head: Document, key: str) -> Span:
    """The first line of the member that the base's member does not have; the member's name where there is none."""
    name = head.span((key,), Part.OPEN)
    if not isinstance(head.value, dict) or key not in head.value:
        return name
    old = set(_lines(base, key))
    for number, line in enumerate(_lines(head, key), start=name.line):
        if line not in old:
            return Span(line=number, column=1, end_line=number, end_column=len(line) + 1)
    return name


def _lines(document: Document, key: str) -> list[str]:
    first = document.span((key,), Part.OPEN).line
    last = document.span((key,)).end_line
    return document.text.splitlines()[first - 1 : last]
