"""Commits, and the files in them."""

import base64
from collections.abc import Mapping
from hashlib import sha1
from typing import Any

from servers.github.exchange import NOT_FOUND, Answer, Request
from servers.github.pages import page
from servers.github.world import World

_LISTED = 3_000
"""Files of a commit that GitHub tells of."""


def compare(world: World, _: Request, span: str) -> Answer:
    found = world.merge_bases.get(span)
    return NOT_FOUND if found is None else (200, {"merge_base_commit": {"sha": found}}, {})


def get(world: World, request: Request, sha: str) -> Answer:
    found = world.commits.get(sha)
    if found is None:
        return NOT_FOUND
    size, number = int(request.query.get("per_page", 30)), int(request.query.get("page", 1))
    paths = list(found["files"])[:_LISTED][(number - 1) * size : number * size]
    body = {
        "sha": sha,
        "commit": {"message": _message(found), "verification": {"verified": found.get("verified", True)}},
        "author": {"login": found["author"]},
        "committer": {"login": found.get("committer", "web-flow")},
        "parents": [{"sha": found["parent"]}] if found["parent"] else [],
        "files": [_file(world, found, path) for path in paths],
    }
    return 200, body, {}


def _file(world: World, commit: Mapping[str, Any], path: str) -> dict[str, Any]:
    is_new = path not in world.trees.get(commit["parent"] or "", {})
    status = commit.get("status", "added" if is_new else "modified")
    return {"filename": path, "status": status, "sha": _oid(commit["files"][path])}


def _message(commit: Mapping[str, Any]) -> str:
    """As GitHub puts it together of headline and body."""
    given = commit["message"] or {"headline": "change"}
    return "\n\n".join(filter(None, (given["headline"], given.get("body"))))


def listed(world: World, request: Request) -> Answer:
    """Those that wrote a path, from a commit on backwards."""
    sha, found = request.query["sha"], []
    while sha in world.commits:
        if request.query["path"] in world.commits[sha]["files"]:
            found.append(get(world, request, sha)[1])
        sha = world.commits[sha]["parent"]
    return page(request, found, world)


def contents(world: World, request: Request, path: str) -> Answer:
    if path in world.links:
        return 200, {"type": "symlink", "sha": "1" * 40}, {}
    data = world.trees.get(request.query["ref"], {}).get(path)
    return NOT_FOUND if data is None else (200, {"type": "file", "sha": _oid(data)}, {})


def blob(world: World, _: Request, oid: str) -> Answer:
    found = next((data for tree in world.trees.values() for data in tree.values() if _oid(data) == oid), None)
    if found is None:
        return NOT_FOUND
    return 200, {"content": base64.encodebytes(found).decode(), "encoding": "base64"}, {}


def _oid(data: bytes) -> str:
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()
