"""Structured outputs: which schemas the Messages API takes (``output_config.format``), so that ours is one of them.

After https://platform.claude.com/docs/en/build-with-claude/structured-outputs: every object is closed, and bounds of
numbers, lengths and patterns are not supported.
"""

from collections.abc import Iterator, Mapping
from typing import Any

_KNOWN = frozenset({"type", "properties", "required", "additionalProperties", "items", "enum", "description", "title"})


def rejected(body: Mapping[str, Any]) -> str | None:
    """Why the API answers 400 to the format that a request asks for; None: it asks for none, or for one that is taken."""
    wanted = (body.get("output_config") or {}).get("format")
    if wanted is None:
        return None
    if wanted.get("type") != "json_schema" or not isinstance(wanted.get("schema"), dict):
        return "output_config.format: json_schema with a schema is expected"
    return next(_faults(wanted["schema"], "output_config.format.schema"), None)


def _faults(schema: Mapping[str, Any], at: str) -> Iterator[str]:
    yield from (f"{at}: {name} is not supported" for name in schema if name not in _KNOWN)
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        yield f"{at}: additionalProperties must be false"
    for name, member in schema.get("properties", {}).items():
        yield from _faults(member, f"{at}.{name}")
    if "items" in schema:
        yield from _faults(schema["items"], f"{at}.items")
