"""Comments on issues and pull requests."""

from collections.abc import Mapping
from typing import Any

from servers.github.exchange import NOT_FOUND, Answer, Request
from servers.github.pages import page
from servers.github.world import REPOSITORY, World


def _shown(world: World, comment: Mapping[str, Any]) -> dict[str, Any]:
    """A comment, which tells by an address what it is on."""
    url = f"{world.url}/repos/{REPOSITORY}/issues/{comment['number']}"
    minimized = {"reason": "outdated"} if comment.get("hidden") else None
    told = {"id": comment["id"], "body": comment["body"], "user": comment["user"], "minimized": minimized}
    return {**told, "issue_url": url}


def listed(world: World, request: Request, number: str) -> Answer:
    found = [_shown(world, one) for one in world.comments.values() if one["number"] == int(number)]
    return page(request, found, world)


def all_listed(world: World, request: Request) -> Answer:
    return page(request, [_shown(world, one) for one in world.comments.values()], world)


def create(world: World, request: Request, number: str) -> Answer:
    if not request.body["body"].strip():
        return 422, {"message": "Validation Failed: body cannot be blank"}, {}
    if len(request.body["body"].encode("utf-16-le")) // 2 > 65_536:
        return 422, {"message": "Body is too long (maximum is 65536 characters)"}, {}
    found = world.comment(request.body["body"], author=world.me, number=int(number))
    return 201, _shown(world, world.comments[found]), {}


def edit(world: World, request: Request, number: str) -> Answer:
    if int(number) not in world.comments:
        return NOT_FOUND
    world.comments[int(number)]["body"] = request.body["body"]
    return 200, _shown(world, world.comments[int(number)]), {}


def delete(world: World, _: Request, number: str) -> Answer:
    gone = world.comments.pop(int(number), None) is None
    return NOT_FOUND if gone else (204, None, {})
