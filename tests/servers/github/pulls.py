"""Pull requests."""

from servers.github.exchange import NOT_FOUND, Answer, Request
from servers.github.pages import page
from servers.github.world import World


def get(world: World, _: Request, number: str) -> Answer:
    found = world.pulls.get(int(number))
    return NOT_FOUND if found is None else (200, found, {})


def listed(world: World, request: Request) -> Answer:
    """A list tells less of each than is told of one."""
    owner, _, branch = request.query["head"].partition(":")
    return page(
        request,
        [
            {name: value for name, value in one.items() if name not in {"merged", "changed_files"}}
            for one in world.pulls.values()
            if one["head"]["ref"] == branch
            and one["head"]["repo"] is not None
            and one["head"]["repo"]["full_name"].split("/")[0] == owner
        ],
        world,
    )
