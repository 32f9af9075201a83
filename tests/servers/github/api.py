"""A GitHub on loopback: comments, checks, statuses, branches, commits and artefacts, and every way in which it says no.

It keeps state, pages its lists, holds ``expectedHeadOid``, and remembers each request. Where it is given a judge, each
request and answer is put before it: `make e2e` gives GitHub's own description of its API (judge.py).
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from urllib.parse import parse_qs, urlsplit

from servers.github.exchange import Request
from servers.github.routes import answer
from servers.github.world import World
from servers.loopback import Handler, Loopback


@contextmanager
def serve() -> Iterator[World]:
    """A world and the server that shows it, on a port of its own."""
    world = World()
    with Loopback(_Handler, world=world) as server:
        world.url = server.url
        yield world


class _Handler(Handler):
    world: World

    def answer(self) -> None:
        world, parts = self.world, urlsplit(self.path)
        data = self.body()
        is_graphql = parts.path == f"{world.below.removesuffix('/v3')}/graphql"
        path = "/graphql" if is_graphql else parts.path.removeprefix(world.below)
        assert is_graphql or parts.path.startswith(f"{world.below}/"), "the API lies elsewhere on this server"
        if path.startswith("/storage/"):
            assert "authorization" not in self.headers, "the storage must not see the token"
            self.reply(200, world.artefacts[int(path.rpartition("/")[2])][2])
            return
        request = Request(
            verb=self.command,
            path=path,
            query={name: values[0] for name, values in parse_qs(parts.query).items()},
            body=json.loads(data) if data else None,
            headers={name.lower(): value for name, value in self.headers.items()},
            target=self.path,
        )
        status, body, headers = answer(world, request)
        if status >= HTTPStatus.BAD_REQUEST:
            body = {**body, "documentation_url": "https://docs.github.com/rest"}
        if world.judge is not None:
            body = world.judge(request, status, body)
        self.reply(status, b"" if body is None else json.dumps(body).encode(), headers=headers)
