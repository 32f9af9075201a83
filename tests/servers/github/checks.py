"""Check runs, within what GitHub takes of their annotations."""

from collections.abc import Mapping
from typing import Any

from servers.github.exchange import Answer, Request
from servers.github.world import World


def create(world: World, request: Request) -> Answer:
    bad = _bad_output(request.body["output"])
    if bad is not None:
        return 422, {"message": bad}, {}
    number = world.new_id()
    world.checks[number] = {**request.body, "id": number, "annotations": list(request.body["output"]["annotations"])}
    return 201, {"id": number}, {}


def edit(world: World, request: Request, number: str) -> Answer:
    bad = _bad_output(request.body["output"])
    if bad is not None:
        return 422, {"message": bad}, {}
    world.checks[int(number)]["annotations"] += request.body["output"]["annotations"]
    return 200, {"id": int(number)}, {}


def _bad_output(output: Mapping[str, Any]) -> str | None:
    if len(output["summary"].encode()) > 65_535:
        return "summary exceeds a maximum bytesize of 65535"
    if len(output["annotations"]) > 50:
        return "annotations: too many"
    for one in output["annotations"]:
        texts = (one["path"], one["title"], one["message"])
        if any(ord(letter) > 0xFFFF for text in texts for letter in text):
            return "a character is not allowed"
        if len(one["title"]) > 255 or len(one["message"].encode()) > 65_536:
            return "an annotation is too long"
        if one["start_line"] != one["end_line"] and "start_column" in one:
            return "columns want one line"
    return None
