"""GraphQL, as far as it is asked here: who is asking, and commits, which hold ``expectedHeadOid``."""

import base64
from collections.abc import Mapping
from typing import Any

from servers.github.exchange import FORBIDDEN, Answer, Request
from servers.github.world import World


def answer(world: World, request: Request) -> Answer:
    if "viewer" in request.body["query"]:
        return 200, {"data": {"viewer": {"login": world.me.removesuffix("[bot]")}}}, {}
    found = _commit(world, request.body["variables"]["input"])
    return (502, {"message": "Bad Gateway"}, {}) if world.lose_commits else (200, found, {})


def _commit(world: World, given: Mapping[str, Any]) -> Any:
    meanwhile, world.meanwhile = world.meanwhile, None
    if meanwhile is not None:
        meanwhile()
    if world.no_commits:
        return _refused("FORBIDDEN", FORBIDDEN)
    branch = given["branch"]["branchName"]
    now = world.branches.get(branch)
    if now != given["expectedHeadOid"]:
        return _refused("STALE_DATA", f'Expected branch to point to "{now}" but it did not.')
    oid = f"{world.new_id():040x}"
    added = given["fileChanges"].get("additions", [])
    files = {one["path"]: base64.b64decode(one["contents"], validate=True) for one in added}
    world.push(branch, files, sha=oid, author=world.me, message=given["message"])
    return {"data": {"createCommitOnBranch": {"commit": {"oid": oid}}}}


def _refused(kind: str, message: str) -> Any:
    error = {"type": kind, "path": ["createCommitOnBranch"], "message": message}
    return {"data": {"createCommitOnBranch": None}, "errors": [error]}
