"""What of GitHub's API is served, and by whom."""

import re
from collections.abc import Callable
from urllib.parse import unquote

from servers.github import branches, checks, comments, commits, graphql, pulls, runs, statuses
from servers.github.exchange import NOT_FOUND, Answer, Request
from servers.github.world import REPOSITORY, World

_BRANCH = r"(.+)"
_ROUTES: tuple[tuple[str, str, Callable[..., Answer]], ...] = (
    ("GET", r"/issues/(\d+)/comments", comments.listed),
    ("POST", r"/issues/(\d+)/comments", comments.create),
    ("PATCH", r"/issues/comments/(\d+)", comments.edit),
    ("DELETE", r"/issues/comments/(\d+)", comments.delete),
    ("GET", r"/issues/comments", comments.all_listed),
    ("GET", r"/commits/([0-9a-f]{40})", commits.get),
    ("GET", r"/commits", commits.listed),
    ("GET", r"/contents/(.+)", commits.contents),
    ("GET", r"/git/blobs/([0-9a-f]{40})", commits.blob),
    ("GET", r"/actions/runs/(\d+)", runs.get),
    ("POST", r"/check-runs", checks.create),
    ("PATCH", r"/check-runs/(\d+)", checks.edit),
    ("POST", r"/git/refs", branches.create),
    ("POST", r"/statuses/([0-9a-f]{40})", statuses.create),
    ("GET", r"/commits/([0-9a-f]{40})/statuses", statuses.listed),
    ("GET", r"/pulls", pulls.listed),
    ("GET", r"/pulls/(\d+)", pulls.get),
    ("GET", rf"/git/ref/heads/{_BRANCH}", branches.head),
    ("GET", rf"/branches/{_BRANCH}", branches.get),
    ("GET", rf"/rules/branches/{_BRANCH}", branches.rules),
    ("GET", r"/compare/(.+)", commits.compare),
    ("GET", r"/collaborators/([^/]+)/permission", branches.permission),
    ("GET", r"/actions/runs/(\d+)/artifacts", runs.artefacts),
    ("GET", r"/actions/artifacts/(\d+)/zip", runs.archive),
)


def answer(world: World, request: Request) -> Answer:
    refusal = world.take(request)
    if refusal is not None and not refusal.done:
        return refusal.answer
    with world.lock:
        found = _served(world, request)
    world.wait_for_others(request)
    return found if refusal is None else refusal.answer


def _served(world: World, request: Request) -> Answer:
    if request.path == "/graphql":
        return graphql.answer(world, request)
    for verb, pattern, serve in _ROUTES:
        found = re.fullmatch(rf"/repos/{REPOSITORY}{pattern}", request.path)
        if found is not None and verb == request.verb:
            return serve(world, request, *map(unquote, found.groups()))
    return NOT_FOUND
