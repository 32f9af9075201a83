"""Branches, what is required of them, and who may write to them."""

from servers.github.exchange import NOT_FOUND, Answer, Request
from servers.github.pages import page
from servers.github.world import World


def create(_: World, request: Request) -> Answer:
    """This server makes no branches; whoever may ask is told that the object does not exist."""
    assert set(request.body["sha"]) == {"0"}
    return 422, {"message": "Object does not exist"}, {}


def head(world: World, _: Request, branch: str) -> Answer:
    found = world.branches.get(branch)
    return NOT_FOUND if found is None else (200, {"object": {"sha": found}}, {})


def get(world: World, _: Request, branch: str) -> Answer:
    contexts = {"contexts": world.required.get(branch, [])}
    return 200, {"name": branch, "protection": {"required_status_checks": contexts}}, {}


def rules(world: World, request: Request, branch: str) -> Answer:
    checks = [{"context": name} for name in world.required.get(f"rules:{branch}", [])]
    parameters = {"required_status_checks": checks, "strict_required_status_checks_policy": False}
    rule = {"type": "required_status_checks", "parameters": parameters}
    return page(request, [*([rule] if checks else []), *world.rules], world)


def permission(world: World, _: Request, login: str) -> Answer:
    return 200, {"permission": world.permissions.get(login, "none")}, {}
