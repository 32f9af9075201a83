"""Runs of workflows, and their artefacts."""

from servers.github.exchange import NOT_FOUND, Answer, Request
from servers.github.pages import page
from servers.github.world import World


def get(world: World, _: Request, number: str) -> Answer:
    found = world.runs.get(int(number))
    return NOT_FOUND if found is None else (200, found, {})


def artefacts(world: World, request: Request, run: str) -> Answer:
    found = [
        {"id": number, "name": name, "size_in_bytes": len(data), "expired": False}
        for number, (of, name, data) in world.artefacts.items()
        if of == int(run) and request.query.get("name", name) == name
    ]
    return page(request, found, world, "artifacts")


def archive(world: World, _: Request, number: str) -> Answer:
    return 302, None, {"Location": f"{world.url.replace('127.0.0.1', 'localhost')}/storage/{number}"}
