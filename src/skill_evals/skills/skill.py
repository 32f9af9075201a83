"""``SKILL.md`` → :class:`Skill`, and the part of it that decides whether a model reaches for it."""

import hashlib
from collections.abc import Mapping
from json.encoder import encode_basestring as _quoted

from skill_evals.documents.document import Document
from skill_evals.model.skill import Skill, Surface

_FLAGS = ("false", "true")
_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})
ROOT_SKILL = "skill"
"""What a skill at the root is called whose frontmatter names it not."""


def read_skill(path: str, document: Document | None, *, plugin: str = "", plugin_dir: str = "") -> Skill:
    """The skill of a ``SKILL.md``; of one that cannot be read, what its place says."""
    directory = path.rpartition("/")[0]
    folder = directory.rpartition("/")[2]
    frontmatter = _frontmatter(document)
    surface = surface_of(frontmatter or {}, fallback=folder)
    return Skill(
        name=folder or surface.name or ROOT_SKILL,
        directory=directory,
        path=path,
        surface=surface,
        plugin=plugin,
        plugin_dir=plugin_dir,
        frontmatter=frontmatter,
    )


def surface_of(frontmatter: Mapping[str, object], *, fallback: str) -> Surface:
    """The trigger surface; ``fallback`` names a skill whose frontmatter does not.

    ``digest`` is SHA-256, in hexadecimal, of the UTF-8 bytes of a JSON object with the members of the surface, names
    sorted, without white space: ``{"description":…,"model_invocable":…,"name":…,"paths":[…],"user_invocable":…,
    "when_to_use":…}``.
    """
    name = _text(frontmatter.get("name")) or fallback
    description, when_to_use = _text(frontmatter.get("description")), _text(frontmatter.get("when_to_use"))
    by_model = not lenient_boolean(frontmatter.get("disable-model-invocation"), default=False)
    by_user = lenient_boolean(frontmatter.get("user-invocable"), default=True)
    paths = _paths(frontmatter.get("paths"))
    # Written out, since a thousand skills pay for a JSON encoder's generality.
    canonical = (
        f'{{"description":{_quoted(description)},"model_invocable":{_FLAGS[by_model]},"name":{_quoted(name)},'
        f'"paths":[{",".join(map(_quoted, paths))}],"user_invocable":{_FLAGS[by_user]},'
        f'"when_to_use":{_quoted(when_to_use)}}}'
    )
    return Surface(
        name=name,
        description=description,
        when_to_use=when_to_use,
        model_invocable=by_model,
        user_invocable=by_user,
        paths=paths,
        digest=hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest(),
    )


def lenient_boolean(value: object, *, default: bool) -> bool:
    """A flag as clients read it: a boolean, or true, false, yes, no, on, off, 1, 0 in any case; else the default."""
    if value is None:
        return default
    word = str(value).strip().lower()
    if word in _TRUE:
        return True
    return False if word in _FALSE else default


def _frontmatter(document: Document | None) -> Mapping[str, object] | None:
    value = None if document is None else document.value
    return {str(key): member for key, member in value.items()} if isinstance(value, dict) else None


def _text(value: object) -> str:
    """A text as clients show it; a number or date that YAML made of one counts, a structure does not."""
    if value is None or isinstance(value, (dict, list, bool)):
        return ""
    return str(value).strip()


def _paths(value: object) -> tuple[str, ...]:
    listed = value.split(",") if isinstance(value, str) else value if isinstance(value, list) else ()
    return tuple([path.strip() for path in listed if isinstance(path, str) and path.strip()])
