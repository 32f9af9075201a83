"""Bytes → Document, by the name of the file."""

import posixpath

from skill_evals.documents.bounds import MAX_BYTES
from skill_evals.documents.decoding import decode
from skill_evals.documents.document import UNREAD, Document, Format, Problem
from skill_evals.documents.frontmatter import read_frontmatter
from skill_evals.documents.json_read import read_json

_FORMATS = {
    ".json": Format.JSON,
    ".jsonc": Format.JSONC,
    ".yaml": Format.YAML,
    ".yml": Format.YAML,
    ".md": Format.FRONTMATTER,
}

_MARK_READERS = {
    Format.JSON: "which strict JSON readers refuse",
    Format.JSONC: "which strict JSON readers refuse",
    Format.YAML: "which some readers take for text",
    Format.FRONTMATTER: "so that strict readers, evolve among them, find no frontmatter",
}


def format_of(path: str) -> Format | None:
    """The format that a file's name says; None for a name that no reader here takes."""
    return _FORMATS.get(posixpath.splitext(path)[1].lower())


def read_document(path: str, data: bytes, format_: Format | None = None) -> Document:
    """Read the bytes of a file; ``format_`` is what its name says, where somebody has asked already. Content never
    raises: it becomes a problem. ValueError for a name without a format.
    """
    format_ = format_ or format_of(path)
    if format_ is None:
        raise ValueError(f"no reader for {path}")
    if len(data) > MAX_BYTES:
        from skill_evals.documents.yaml_read import too_large

        return Document(path=path, format=format_, text="", value=UNREAD, problems=(too_large(MAX_BYTES),))
    decoded = decode(data, _MARK_READERS[format_])
    if not decoded.readable:
        return Document(path=path, format=format_, text=decoded.text, value=UNREAD, problems=decoded.problems)
    return _read(path, decoded.text, format_, decoded.problems)


def _read(path: str, text: str, format_: Format, problems: tuple[Problem, ...]) -> Document:
    if format_ is Format.YAML:
        from skill_evals.documents.yaml_read import read_yaml  # a tree without YAML does not pay for its reader

        return read_yaml(path, text, problems)
    if format_ is Format.FRONTMATTER:
        return read_frontmatter(path, text, problems)
    return read_json(path, text, format_, problems)
