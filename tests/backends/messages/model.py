"""A model that goes by words: what a script of the server needs."""

from collections.abc import Mapping
from typing import Any

from servers.messages_api import Script
from servers.messages_wire import Fault, Reply, skill, text

CONTROL = "Roman numeral"


def query_of(body: Mapping[str, Any]) -> str:
    """What the person wrote."""
    blocks = next(m["content"] for m in body["messages"] if m["role"] == "user")
    return str(blocks[-1]["text"])


def listing_of(body: Mapping[str, Any]) -> str:
    """What the system showed, wherever it stands."""
    return next(
        str(block["text"])
        for message in body["messages"]
        for block in message["content"]
        if "are available for use with the Skill tool" in block.get("text", "")
    )


def is_control(body: Mapping[str, Any]) -> bool:
    return "convert-roman-numerals" in listing_of(body)


def by_words(**skills: str) -> Script:
    """Uses the skill whose word stands in the query; the control's own, too."""

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        query = query_of(body)
        if CONTROL in query:
            return skill("convert-roman-numerals")
        found = [name for word, name in skills.items() if word in query]
        return skill(*found) if found else text("Gladly.")

    return script


def faulty(fault: Fault | Reply) -> Script:
    """Controls do well; every case's run gets this."""
    well = by_words()
    return lambda body: well(body) if is_control(body) else fault
