"""Lists, a page at a time."""

from typing import Any

from servers.github.exchange import Answer, Request
from servers.github.world import World


def page(request: Request, items: list[Any], world: World, member: str | None = None) -> Answer:
    size, number = int(request.query.get("per_page", 30)), int(request.query.get("page", 1))
    part = items[(number - 1) * size : number * size]
    headers = {}
    if number * size < len(items):
        headers["Link"] = f'<{world.url}{request.path}?per_page={size}&page={number + 1}>; rel="next"'
    return 200, part if member is None else {"total_count": len(items), member: part}, headers
