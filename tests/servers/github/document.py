"""The document in which GitHub describes its REST API (OpenAPI 3.0): its operations, found by verb and path, and what
its references stand for.

A parameter of a path may take slashes where the document marks it with ``x-multi-segment``.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

_VERBS = ("get", "post", "put", "patch", "delete")

Schema = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class Operation:
    verb: str
    name: str
    pattern: re.Pattern[str]
    pointer: str
    """Of the operation in the document."""
    described: Mapping[str, Any]
    parameters: tuple[Mapping[str, Any], ...]


class Document:
    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document
        found = [
            self._operation(path, verb, item)
            for path, item in document["paths"].items()
            for verb in _VERBS
            if verb in item
        ]
        self._operations = sorted(found, key=lambda one: (one.pointer.count("{"), -one.pointer.count("~1")))
        """Those with fewer parameters and more parts first: they are the more literal ones."""

    def find(self, verb: str, path: str) -> tuple[Operation, Mapping[str, str]] | None:
        """The operation and its arguments by name."""
        for one in self._operations:
            if one.verb == verb and (found := one.pattern.fullmatch(path)) is not None:
                return one, {name: unquote(value) for name, value in found.groupdict().items()}
        return None

    def resolved(self, value: Any) -> Any:
        """What a reference stands for; anything else is itself."""
        while "$ref" in value:
            value = self.at(value["$ref"].removeprefix("#"))
        return value

    def at(self, pointer: str) -> Any:
        """The part of the document at a JSON pointer."""
        found: Any = self._document
        for part in pointer.split("/")[1:]:
            found = found[part.replace("~1", "/").replace("~0", "~")]
        return found

    def parts(self, schema: Schema) -> Iterator[Schema]:
        """A schema and all that it is put together of."""
        schema = self.resolved(schema)
        yield schema
        for word in ("allOf", "anyOf", "oneOf"):
            for one in schema.get(word, ()):
                yield from self.parts(one)

    def _operation(self, path: str, verb: str, item: Mapping[str, Any]) -> Operation:
        described = item[verb]
        found = [self.resolved(one) for one in [*item.get("parameters", []), *described.get("parameters", [])]]
        several = {one["name"] for one in found if one.get("x-multi-segment")}
        parts = []
        for part in re.split(r"(\{\w+\})", path):
            name = part.strip("{}")
            one = ".+" if name in several else "[^/]+"
            parts.append(f"(?P<{name}>{one})" if part.startswith("{") else re.escape(part))
        return Operation(
            verb=verb.upper(),
            name=described["operationId"],
            pattern=re.compile("".join(parts)),
            pointer=f"/paths/{escaped(path)}/{verb}",
            described=described,
            parameters=tuple(found),
        )


def escaped(part: str) -> str:
    return part.replace("~", "~0").replace("/", "~1")
