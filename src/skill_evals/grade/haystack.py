"""How eval-magic writes a tool call as one line of text, for patterns to search."""

import json

from skill_evals.model.evidence import ToolCall


def called(call: ToolCall) -> str:
    """``<name> <arguments>``, the arguments as compact JSON: no spaces, keys in order, non-ASCII raw; the name alone
    where there are none. Arguments that are not JSON, or nest too deep to be read, are taken as one JSON string, as
    upstream keeps them.
    """
    if call.arguments is None:
        return call.name
    try:
        written = _compact(json.loads(call.arguments))
    except (ValueError, RecursionError):
        written = _compact(call.arguments)
    return f"{call.name} {written}"


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
