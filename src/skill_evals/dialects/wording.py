"""Broken constraints in words: what stands there, and what must."""

from collections.abc import Iterable, Mapping, Sequence

from skill_evals.documents.quoting import shown

_TYPES = {
    "string": "a string",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "an array",
    "object": "an object",
}
_LIMITS = {"minimum": "least", "maximum": "most"}
_PLAIN = {
    "minLength": "this must not be empty",
    "minItems": "this must not be empty",
    "minProperties": "this must not be empty",
    "uniqueItems": "the same item stands here twice",
    "pattern": "this must be small letters, digits and hyphens, beginning with a letter or a digit",
}
NAMELESS = "a name in here is empty"


def missing(name: str) -> str:
    return f"`{name}` is missing here"


def unknown(name: str, known: Sequence[str]) -> str:
    return f"`{shown(name)}` is not a member that belongs here; there are {_words(known, 'and')}"


def any_of(branches: Iterable[Mapping[str, object]]) -> str:
    """For branches that each require one member, and perhaps that it is not empty."""
    names: list[str] = []
    filled = False
    for branch in branches:
        required = branch.get("required")
        if isinstance(required, list):
            names.extend(str(name) for name in required)
        filled = filled or "properties" in branch
    return f"at least one of {_words(names, 'and')} must be here" + (", and not be empty" if filled else "")


def together(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"`{names[0]}` cannot stand here"
    return f"{_words(names, 'and')} cannot stand together"


def wrong(keyword: str, wanted: object, found: object) -> str:
    """A value that is of the wrong type, size or form."""
    choices = wanted if isinstance(wanted, list) else [wanted]
    if keyword == "type":
        types = [_TYPES.get(str(choice), str(choice)) for choice in choices]
        return f"this must be {' or '.join(types)}, not {described(found)}"
    if keyword in {"enum", "const"}:
        return f"this must be {_words([str(choice) for choice in choices], 'or')}, not {described(found)}"
    if keyword in _LIMITS:
        return f"this must be at {_LIMITS[keyword]} {wanted}, not {found}"
    return _PLAIN.get(keyword, f"this breaks the schema's `{keyword}`: {described(wanted)}")


def described(value: object) -> str:
    """A value as it can be shown in one line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + shown(value.replace("\n", "\\n")) + '"'
    if isinstance(value, list):
        return "an array"
    return "an object" if isinstance(value, dict) else str(value)


def _words(names: Sequence[str], word: str) -> str:
    quoted = [f"`{name}`" for name in names]
    return quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} {word} {quoted[-1]}" if quoted else "none"
