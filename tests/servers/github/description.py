"""GitHub's own description of its REST API (npm's ``@octokit/openapi``, OpenAPI 3.0), to hold requests and answers against.

Beyond the description's schemas it knows what GitHub says in prose alone: pages of a hundred at most, and that a member
nobody described has no effect.
"""

import json
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from servers.github.document import Document, Operation, Schema, escaped

_HERE = "urn:github"
_LARGEST_PAGE = 100
_ANYWHERE = frozenset({401, 403, 404, 422, 429, 500, 502, 503})
"""Refusals that any operation may give, described or not:
https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api."""
_ERROR = "/components/schemas/basic-error"
_JSON = "application/json"
_COMMON_TYPES = frozenset({"*/*", _JSON, "application/vnd.github"})

_NULL = frozenset({("actions/get-workflow-run", "head_repository"), ("pulls/get", "head/repo")})
"""What GitHub answers null where the fork is gone, whatever its description says."""
_MADE_UP: Mapping[str, Any] = {"string": "made-up", "integer": 0, "boolean": False, "array": [], "object": {}}


@dataclass(frozen=True, kw_only=True)
class Sent:
    """A request as it came; ``target`` is the path, still escaped, with its query."""

    verb: str
    target: str
    headers: Mapping[str, str]
    body: Any = None
    path: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "path", urlsplit(self.target).path)


class Description:
    def __init__(self, document: Mapping[str, Any]) -> None:
        from referencing import Registry
        from referencing.jsonschema import DRAFT4

        self._document = Document(document)
        self._registry: Registry[Any] = Registry().with_resource(_HERE, DRAFT4.create_resource(document))
        self._validators: dict[tuple[str, bool], Any] = {}

    @classmethod
    def read(cls, path: Path) -> "Description":
        return cls(json.loads(path.read_bytes()))

    def find(self, verb: str, path: str) -> tuple[Operation, Mapping[str, str]] | None:
        """The operation and its arguments by name."""
        return self._document.find(verb, path)

    def faults_of_request(self, operation: Operation, arguments: Mapping[str, str], sent: Sent) -> Iterator[str]:
        by_place = {(one["in"], one["name"]): one for one in operation.parameters}
        for name, value in arguments.items():
            yield from self._faults_of_text(by_place["path", name], value)
        query = parse_qsl(urlsplit(sent.target).query, keep_blank_values=True)
        for name, value in query:
            if ("query", name) not in by_place:
                yield f"the query's {name} is not described"
            else:
                yield from self._faults_of_text(by_place["query", name], value)
        given = [name for name, _ in query]
        yield from (f"the query has {name} twice" for name in set(given) if given.count(name) > 1)
        for (place, name), one in by_place.items():
            if place == "query" and one.get("required") and name not in given:
                yield f"the query lacks {name}"
        yield from self._faults_of_headers(operation, sent)
        yield from self._faults_of_body(operation, sent.body)

    def faults_of_answer(self, operation: Operation, sent: Sent, status: int, own: Any, whole: Any) -> Iterator[str]:
        """``own`` is what the server made itself: all of that must be described, and ``whole`` must be valid."""
        found = self._response(operation, sent, status)
        if found is None and status not in _ANYWHERE:
            yield f"the status {status} is not described"
            return
        pointer = _ERROR if found is None else found[0]
        if pointer == "":
            yield from ["the answer should have no body"] if own is not None else []
            return
        for error in self._errors(pointer, whole, is_sent=False):
            if error.instance is not None or (operation.name, _place(error)) not in _NULL:
                yield f"the answer's {_place(error)}: {error.message[:300]}"
        yield from (f"the answer's {one}" for one in self._undescribed([self._document.at(pointer)], own, "body"))

    def completed(self, operation: Operation, sent: Sent, status: int, body: Any) -> Any:
        """An answer with what the server leaves out taken from the example that GitHub gives of such an answer.

        Some of these examples lack what their own schema requires; that is made up.
        """
        found = self._response(operation, sent, status)
        if found is None or found[1] is None:
            return body
        pointer, whole = found[0], deepcopy(_merged(body, found[1]))
        while lacking := [one for one in self._errors(pointer, whole, is_sent=False) if one.validator == "required"]:
            for error in lacking:
                for name in set(error.schema["required"]) - error.instance.keys():
                    error.instance[name] = self._made_up(error.schema["properties"][name])
        return whole

    def _made_up(self, schema: Schema) -> Any:
        schema = self._document.resolved(schema)
        if "enum" in schema:
            return schema["enum"][0]
        return deepcopy(_MADE_UP[schema["type"]])

    def _response(self, operation: Operation, sent: Sent, status: int) -> tuple[str, Any] | None:
        """Where the schema of an answer stands, and its example; the pointer is empty where it has no body."""
        described = operation.described["responses"].get(str(status))
        if described is None:
            return None
        pointer = described.get("$ref", f"#{operation.pointer}/responses/{status}").removeprefix("#")
        content = self._document.at(pointer).get("content", {})
        if not content:
            return "", None
        asked = _plain(sent.headers.get("accept", ""))
        kind = asked if asked in content else _JSON
        examples = [self._document.resolved(one)["value"] for one in content[kind].get("examples", {}).values()]
        return f"{pointer}/content/{escaped(kind)}/schema", next(iter(examples), None)

    def _faults_of_headers(self, operation: Operation, sent: Sent) -> Iterator[str]:
        if not sent.headers.get("authorization", "").lower().startswith(("bearer ", "token ")):
            yield "no token is sent"
        if not sent.headers.get("user-agent"):
            yield "no user agent is named"
        if re.fullmatch(r"\d{4}-\d\d-\d\d", sent.headers.get("x-github-api-version", "")) is None:
            yield "no version of the API is named"
        kinds = set(_COMMON_TYPES)
        for described in operation.described["responses"].values():
            kinds |= set(self._document.resolved(described).get("content", {}))
        accepted = _plain(sent.headers.get("accept", "*/*"))
        if accepted not in kinds:
            yield f"it asks for {accepted}, which is not described"
        if sent.body is not None and _plain(sent.headers.get("content-type", "")) != _JSON:
            yield "the body is not said to be JSON"

    def _faults_of_body(self, operation: Operation, body: Any) -> Iterator[str]:
        described = operation.described.get("requestBody")
        if described is None:
            yield from ["the request should have no body"] if body is not None else []
            return
        if body is None:
            yield from ["the request lacks its body"] if self._document.resolved(described).get("required") else []
            return
        place = described.get("$ref", f"#{operation.pointer}/requestBody").removeprefix("#")
        pointer = f"{place}/content/{escaped(_JSON)}/schema"
        for error in self._errors(pointer, body, is_sent=True):
            yield f"the request's {_place(error)}: {error.message[:300]}"
        yield from (f"the request's {one}" for one in self._undescribed([self._document.at(pointer)], body, "body"))

    def _faults_of_text(self, parameter: Mapping[str, Any], text: str) -> Iterator[str]:
        """Of a parameter, which is text in a URL whatever its type is."""
        schema, name = self._document.resolved(parameter["schema"]), parameter["name"]
        kind = schema.get("type")
        if kind == "integer" and re.fullmatch(r"-?\d+", text) is None:
            yield f"{name} is {text!r}, no integer"
        elif kind == "boolean" and text not in {"true", "false"}:
            yield f"{name} is {text!r}, no boolean"
        else:
            value = json.loads(text) if kind in {"integer", "boolean"} else text
            yield from (f"{name}: {one.message}" for one in self._validator(schema).iter_errors(value))
            if name == "per_page" and not 1 <= int(value) <= _LARGEST_PAGE:
                yield f"per_page is {text}, and GitHub gives {_LARGEST_PAGE} at most"

    def _errors(self, pointer: str, value: Any, *, is_sent: bool) -> Iterator[Any]:
        key = pointer, is_sent
        if key not in self._validators:
            self._validators[key] = self._validator({"$ref": f"{_HERE}#{quote(pointer)}"}, is_sent=is_sent)
        yield from self._validators[key].iter_errors(value)

    def _validator(self, schema: Schema, *, is_sent: bool = True) -> Any:
        from openapi_schema_validator import OAS30ReadValidator, OAS30WriteValidator, oas30_format_checker

        kind = OAS30WriteValidator if is_sent else OAS30ReadValidator
        return kind(dict(schema), registry=self._registry, format_checker=oas30_format_checker)

    def _undescribed(self, schemas: list[Schema], value: Any, place: str) -> Iterator[str]:
        """Members that no alternative of the schemas names; an object of free members has none."""
        parts = [part for schema in schemas for part in self._document.parts(schema)]
        if isinstance(value, list):
            items = [part["items"] for part in parts if "items" in part]
            for number, item in enumerate(value):
                yield from self._undescribed(items, item, f"{place}/{number}")
        if not isinstance(value, dict):
            return
        known: dict[str, list[Schema]] = {}
        for part in parts:
            for name, schema in part.get("properties", {}).items():
                known.setdefault(name, []).append(schema)
        for name in value if known else ():
            if name not in known:
                yield f"{place}/{name} is not described"
            else:
                yield from self._undescribed(known[name], value[name], f"{place}/{name}")


def _merged(own: Any, example: Any) -> Any:
    """The example with what is our own put over it; of a list, each of our items over one of the same ``type``."""
    if isinstance(own, dict) and isinstance(example, dict):
        return {**example, **{name: _merged(value, example.get(name)) for name, value in own.items()}}
    if isinstance(own, list) and isinstance(example, list) and example:
        return [_merged(item, _alike(item, example)) for item in own]
    return own


def _alike(item: Any, examples: list[Any]) -> Any:
    if not isinstance(item, dict) or "type" not in item:
        return examples[0]
    return next((one for one in examples if isinstance(one, dict) and one.get("type") == item["type"]), None)


def _place(error: Any) -> str:
    return "/".join(map(str, error.absolute_path)) or "body"


def _plain(kind: str) -> str:
    """A media type without its parameters and its ``+json``."""
    return kind.partition(";")[0].strip().removesuffix("+json")
