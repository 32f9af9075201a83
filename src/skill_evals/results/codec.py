"""``results.json`` between bytes and nouns: one canonical form, and a tolerant reader."""

from enum import StrEnum

from skill_evals.documents.document import Format
from skill_evals.documents.read import format_of as format_of_name
from skill_evals.errors import ResultsError
from skill_evals.model.results import SCHEMA, ResultsFile
from skill_evals.results.document import parse
from skill_evals.results.gojson import indented
from skill_evals.results.migrate import OLDEST, migrate
from skill_evals.results.shapes import RESULTS

MAINTAINED = "Maintained by evolve run; do not edit by hand."
"""The comment that heads jsonc and yaml files; evolve writes these very words, and compares bytes."""


class ResultsFormat(StrEnum):
    JSON = "json"
    JSONC = "jsonc"
    YAML = "yaml"


_FORMATS: dict[Format | None, ResultsFormat] = {
    Format.JSON: ResultsFormat.JSON,
    Format.JSONC: ResultsFormat.JSONC,
    Format.YAML: ResultsFormat.YAML,
}


def load(path: str, data: bytes) -> ResultsFile:
    """Read a results file; its format follows from the name's ending.

    Raises:
        ResultsError: it cannot be read, or its schema is not one that this version reads.
    """
    return from_value(path, parse(path, data))


def from_value(path: str, value: object) -> ResultsFile:
    """The same, from a value that a document reader has already made (dict, list, str, int, float, bool, None)."""
    schema = schema_of(value)
    if schema is None or schema < OLDEST:
        found = "has no schema number" if schema is None else f"is of schema {schema}"
        raise ResultsError(
            f"{path} {found}; schemas {OLDEST} to {SCHEMA} can be read",
            cure="run the suite again to write it anew, after moving this file away if you still need it",
        )
    if schema > SCHEMA:
        raise ResultsError(
            f"{path} is of schema {schema}, newer than {SCHEMA}, which this version knows; it was left as it is",
            cure="use a newer version of this tool",
        )
    try:
        return decode(migrate(value) if schema < SCHEMA else value)
    except ResultsError as problem:
        raise ResultsError(
            f"{path} does not hold results: {problem.message}", cure="restore it from git, or run the suite again"
        ) from problem


def schema_of(value: object) -> int | None:
    """The schema number of a parsed file; None where there is none that is a whole number."""
    schema = value.get("schema") if isinstance(value, dict) else None
    if isinstance(schema, bool) or not isinstance(schema, (int, float)) or schema != schema // 1:
        return None
    return int(schema)


def decode(value: object) -> ResultsFile:
    """The nouns of a schema 5 value. Unknown members are dropped, as evolve drops them at its next save.

    Raises:
        ResultsError: a member of the wrong type; the message names its place and not the file.
    """
    return RESULTS.read(value, "results")


def encode(file: ResultsFile) -> bytes:
    """The canonical bytes: those that evolve would write."""
    return dump(file, ResultsFormat.JSON)


def dump(file: ResultsFile, form: ResultsFormat) -> bytes:
    """The bytes of a file in one of evolve's formats, byte for byte as it writes them."""
    value = RESULTS.write(file)
    if form is ResultsFormat.YAML:
        from skill_evals.results.goyaml import (
            block,  # its patterns take milliseconds to compile, and few files are YAML
        )

        text = f"# {MAINTAINED}\n{block(value)}"
    else:
        comment = f"// {MAINTAINED}\n" if form is ResultsFormat.JSONC else ""
        text = f"{comment}{indented(value)}\n"
    return text.encode()


def format_of(path: str) -> ResultsFormat:
    """The format that a file of this name is written in.

    Raises:
        ResultsError: the name ends in none of json, jsonc, yaml, yml.
    """
    form = _FORMATS.get(format_of_name(path))
    if form is None:
        raise ResultsError(
            f"{path} has no ending that says its format", cure="name it results.json, .jsonc, .yaml or .yml"
        )
    return form
