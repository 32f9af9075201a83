"""Statuses of commits."""

from collections.abc import Mapping
from typing import Any

from servers.github.exchange import Answer, Request
from servers.github.pages import page
from servers.github.world import World


def create(world: World, request: Request, sha: str) -> Answer:
    if set(sha) == {"0"}:
        return 422, {"message": f"No commit found for SHA: {sha}"}, {}
    meanwhile, world.before_status = world.before_status, None
    if meanwhile is not None:
        meanwhile()
    found = {**request.body, "sha": sha, "id": world.new_id()}
    world.statuses.insert(0, found)
    return 201, _shown(found), {}


def listed(world: World, request: Request, sha: str) -> Answer:
    return page(request, [_shown(one) for one in world.statuses if one["sha"] == sha], world)


def _shown(status: Mapping[str, Any]) -> dict[str, Any]:
    """A status, which does not tell of its commit."""
    return {name: value for name, value in status.items() if name != "sha"}
