"""A GitHub on loopback: comments, checks, statuses, branches, commits and artefacts, and every way in which it says no.

It keeps state, pages its lists, holds ``expectedHeadOid``, and remembers each request. Where it is given a judge, each
request and answer is put before it: `make e2e` gives GitHub's own description of its API (github_judge.py).
"""

import base64
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha1
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from servers.loopback import Handler, Loopback

REPOSITORY = "mills/grinding"
BOT = "github-actions[bot]"
FORBIDDEN = "Resource not accessible by integration"


@dataclass(frozen=True, kw_only=True)
class Refusal:
    """What is answered in place of what was asked; ``done``: and it was done all the same."""

    status: int
    message: str = FORBIDDEN
    headers: Mapping[str, str] = field(default_factory=dict)
    done: bool = False
    kind: str = ""
    """The type of a GraphQL error, which comes with HTTP 200."""

    @property
    def answer(self) -> "Answer":
        body = {"errors": [{"type": self.kind, "message": self.message}]} if self.kind else {"message": self.message}
        return self.status, body, self.headers


@dataclass(frozen=True, kw_only=True)
class Request:
    verb: str
    path: str
    query: Mapping[str, str]
    body: Any
    headers: Mapping[str, str]
    target: str = ""
    """The path with its query, as they were sent."""


Answer = tuple[int, Any, Mapping[str, str]]
Judge = Callable[[Request, int, Any], Any]
"""Of a request, and the status and the body that would answer it; the body that shall."""


class World:
    """What stands on the server. Tests read and set its members as they like."""

    def __init__(self) -> None:
        self.url = ""
        self.below = ""
        """Where the API lies on an Enterprise server, such as ``/api/v3``; ``url`` then ends in it."""
        self.me = BOT
        self.comments: dict[int, dict[str, Any]] = {}
        self.checks: dict[int, dict[str, Any]] = {}
        self.statuses: list[dict[str, Any]] = []
        self.pulls: dict[int, dict[str, Any]] = {}
        self.branches: dict[str, str] = {}
        self.commits: dict[str, dict[str, Any]] = {}
        self.permissions: dict[str, str] = {}
        self.required: dict[str, list[str]] = {}
        self.artefacts: dict[int, tuple[int, str, bytes]] = {}
        """Run, name and archive by id."""
        self.merge_bases: dict[str, str] = {}
        self.trees: dict[str, dict[str, bytes]] = {}
        """Files by commit; those that the server makes take their parent's along."""
        self.meanwhile: Callable[[], None] | None = None
        """Done once, between the last look at a branch and the commit."""
        self.before_status: Callable[[], None] | None = None
        """Done once, right before a status is set."""
        self.no_commits = False
        self.lose_commits = False
        """Commits are made, and their answers lost."""
        self.links: set[str] = set()
        """Paths that are links in every tree."""
        self.runs: dict[int, dict[str, Any]] = {}
        """Runs of workflows by id, as the API has them."""
        self.requests: list[Request] = []
        self.refusals: list[tuple[str, str, Refusal]] = []
        """Verb, a pattern of the path, and what is answered; the first that fits is used up."""
        self.forbidden: list[tuple[str, str, str]] = []
        """Verb, a pattern of the path, and the permission that is missing, for ever."""
        self.judge: Judge | None = None
        self._barrier = threading.Barrier(1)
        self._held = 0
        self._ids = iter(range(1000, 10**9))
        self._lock = threading.RLock()

    def comment(self, body: str, *, author: str = BOT, number: int = 12) -> int:
        with self._lock:
            found = next(self._ids)
            self.comments[found] = {"id": found, "body": body, "user": {"login": author}, "number": number}
            return found

    def hold(self, listings: int) -> None:
        """None of the next so many listings of comments is answered before all of them were asked for."""
        self._barrier, self._held = threading.Barrier(listings), listings

    def sent(self, verb: str, pattern: str = "") -> list[Request]:
        return [one for one in self.requests if one.verb == verb and re.search(pattern, one.path)]

    def answer(self, request: Request) -> Answer:
        with self._lock:
            self.requests.append(request)
            refusal = self._refusal(request)
            if refusal is not None and not refusal.done:
                return refusal.answer
            held = self._held > 0 and request.verb == "GET" and request.path.endswith("/comments")
            self._held -= held
        if held:
            self._barrier.wait(20)
        with self._lock:
            found = self._route(request)
        return found if refusal is None else refusal.answer

    def _refusal(self, request: Request) -> Refusal | None:
        for verb, pattern, needed in self.forbidden:
            if verb == request.verb and re.search(pattern, request.path):
                return Refusal(status=403, headers={"X-Accepted-GitHub-Permissions": needed})
        for place, (verb, pattern, refusal) in enumerate(self.refusals):
            if verb == request.verb and re.search(pattern, request.path):
                del self.refusals[place]
                return refusal
        return None

    def _route(self, request: Request) -> Answer:
        if request.path == "/graphql":
            found = self._graphql(request.body)
            is_lost = self.lose_commits and "createCommitOnBranch" in request.body["query"]
            return (502, {"message": "Bad Gateway"}, {}) if is_lost else (200, found, {})
        for verb, pattern, serve in _ROUTES:
            found = re.fullmatch(rf"/repos/{REPOSITORY}{pattern}", request.path)
            if found is not None and verb == request.verb:
                return serve(self, request, *map(unquote, found.groups()))
        return 404, {"message": "Not Found"}, {}

    def _graphql(self, body: Mapping[str, Any]) -> Any:
        if "viewer" in body["query"]:
            return {"data": {"viewer": {"login": self.me.removesuffix("[bot]")}}}
        meanwhile, self.meanwhile = self.meanwhile, None
        if meanwhile is not None:
            meanwhile()
        if self.no_commits:
            error = {"type": "FORBIDDEN", "path": ["createCommitOnBranch"], "message": FORBIDDEN}
            return {"data": {"createCommitOnBranch": None}, "errors": [error]}
        given = body["variables"]["input"]
        branch = given["branch"]["branchName"]
        now = self.branches.get(branch)
        if now != given["expectedHeadOid"]:
            words = f'Expected branch to point to "{now}" but it did not.'
            error = {"type": "STALE_DATA", "path": ["createCommitOnBranch"], "message": words}
            return {"data": {"createCommitOnBranch": None}, "errors": [error]}
        oid = f"{next(self._ids):040x}"
        files = {
            one["path"]: base64.b64decode(one["contents"], validate=True)
            for one in given["fileChanges"].get("additions", [])
        }
        self.push(branch, files, sha=oid, author=self.me, message=given["message"])
        return {"data": {"createCommitOnBranch": {"commit": {"oid": oid}}}}

    def push(
        self, branch: str, files: Mapping[str, bytes], *, sha: str, author: str = BOT, message: Any = None
    ) -> None:
        """Put a commit upon a branch, and upon the pull requests from it."""
        with self._lock:
            parent = self.branches.get(branch)
            self.commits[sha] = {
                "parent": parent,
                "files": dict(files),
                "message": message,
                "branch": branch,
                "author": author,
            }
            self.trees[sha] = {**self.trees.get(parent or "", {}), **files}
            self.branches[branch] = sha
            for pull in self.pulls.values():
                if pull["head"]["ref"] == branch and (pull["head"]["repo"] or {}).get("full_name") == REPOSITORY:
                    pull["head"] = {**pull["head"], "sha": sha}

    def new_id(self) -> int:
        return next(self._ids)


def _page(request: Request, items: list[Any], world: World, member: str | None = None) -> Answer:
    size, number = int(request.query.get("per_page", 30)), int(request.query.get("page", 1))
    part = items[(number - 1) * size : number * size]
    headers = {}
    if number * size < len(items):
        headers["Link"] = f'<{world.url}{request.path}?per_page={size}&page={number + 1}>; rel="next"'
    return 200, part if member is None else {"total_count": len(items), member: part}, headers


def _shown(world: World, comment: Mapping[str, Any]) -> dict[str, Any]:
    """A comment, which tells by an address what it is on."""
    url = f"{world.url}/repos/{REPOSITORY}/issues/{comment['number']}"
    return {"id": comment["id"], "body": comment["body"], "user": comment["user"], "issue_url": url}


def _list_comments(world: World, request: Request, number: str) -> Answer:
    found = [_shown(world, one) for one in world.comments.values() if one["number"] == int(number)]
    return _page(request, found, world)


def _create_comment(world: World, request: Request, number: str) -> Answer:
    if not request.body["body"].strip():
        return 422, {"message": "Validation Failed: body cannot be blank"}, {}
    if len(request.body["body"].encode("utf-16-le")) // 2 > 65_536:
        return 422, {"message": "Body is too long (maximum is 65536 characters)"}, {}
    found = world.comment(request.body["body"], author=world.me, number=int(number))
    return 201, _shown(world, world.comments[found]), {}


def _edit_comment(world: World, request: Request, number: str) -> Answer:
    if int(number) not in world.comments:
        return 404, {"message": "Not Found"}, {}
    world.comments[int(number)]["body"] = request.body["body"]
    return 200, _shown(world, world.comments[int(number)]), {}


def _delete_comment(world: World, _: Request, number: str) -> Answer:
    gone = world.comments.pop(int(number), None) is None
    return (404, {"message": "Not Found"}, {}) if gone else (204, None, {})


def _bad_output(output: Mapping[str, Any]) -> str | None:
    if len(output["summary"].encode()) > 65_535:
        return "summary exceeds a maximum bytesize of 65535"
    if len(output["annotations"]) > 50:
        return "annotations: too many"
    for one in output["annotations"]:
        texts = (one["path"], one["title"], one["message"])
        if any(ord(letter) > 0xFFFF for text in texts for letter in text):
            return "a character is not allowed"
        if len(one["title"]) > 255 or len(one["message"].encode()) > 65_536:
            return "an annotation is too long"
        if one["start_line"] != one["end_line"] and "start_column" in one:
            return "columns want one line"
    return None


def _create_check(world: World, request: Request) -> Answer:
    bad = _bad_output(request.body["output"])
    if bad is not None:
        return 422, {"message": bad}, {}
    number = world.new_id()
    world.checks[number] = {**request.body, "id": number, "annotations": list(request.body["output"]["annotations"])}
    return 201, {"id": number}, {}


def _edit_check(world: World, request: Request, number: str) -> Answer:
    bad = _bad_output(request.body["output"])
    if bad is not None:
        return 422, {"message": bad}, {}
    world.checks[int(number)]["annotations"] += request.body["output"]["annotations"]
    return 200, {"id": int(number)}, {}


def _create_ref(_: World, request: Request) -> Answer:
    """This server makes no branches; whoever may ask is told that the object does not exist."""
    assert set(request.body["sha"]) == {"0"}
    return 422, {"message": "Object does not exist"}, {}


def _create_status(world: World, request: Request, sha: str) -> Answer:
    if set(sha) == {"0"}:
        return 422, {"message": f"No commit found for SHA: {sha}"}, {}
    meanwhile, world.before_status = world.before_status, None
    if meanwhile is not None:
        meanwhile()
    found = {**request.body, "sha": sha, "id": world.new_id()}
    world.statuses.insert(0, found)
    return 201, _shown_status(found), {}


def _shown_status(status: Mapping[str, Any]) -> dict[str, Any]:
    """A status, which does not tell of its commit."""
    return {name: value for name, value in status.items() if name != "sha"}


def _list_statuses(world: World, request: Request, sha: str) -> Answer:
    return _page(request, [_shown_status(one) for one in world.statuses if one["sha"] == sha], world)


def _pull(world: World, _: Request, number: str) -> Answer:
    found = world.pulls.get(int(number))
    return (404, {"message": "Not Found"}, {}) if found is None else (200, found, {})


def _pulls(world: World, request: Request) -> Answer:
    """A list tells less of each than is told of one."""
    owner, _, branch = request.query["head"].partition(":")
    return _page(
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


def _ref(world: World, _: Request, branch: str) -> Answer:
    found = world.branches.get(branch)
    return (404, {"message": "Not Found"}, {}) if found is None else (200, {"object": {"sha": found}}, {})


def _branch(world: World, _: Request, branch: str) -> Answer:
    contexts = {"contexts": world.required.get(branch, [])}
    return 200, {"name": branch, "protection": {"required_status_checks": contexts}}, {}


def _rules(world: World, request: Request, branch: str) -> Answer:
    checks = [{"context": name} for name in world.required.get(f"rules:{branch}", [])]
    parameters = {"required_status_checks": checks, "strict_required_status_checks_policy": False}
    rule = {"type": "required_status_checks", "parameters": parameters}
    return _page(request, [rule] if checks else [], world)


def _compare(world: World, _: Request, span: str) -> Answer:
    found = world.merge_bases.get(span)
    return (404, {"message": "Not Found"}, {}) if found is None else (200, {"merge_base_commit": {"sha": found}}, {})


def _commit(world: World, request: Request, sha: str) -> Answer:
    found = world.commits.get(sha)
    if found is None:
        return 404, {"message": "Not Found"}, {}
    size = int(request.query.get("per_page", 30))
    body = {
        "sha": sha,
        "commit": {"message": _message(found), "verification": {"verified": found.get("verified", True)}},
        "author": {"login": found["author"]},
        "parents": [{"sha": found["parent"]}] if found["parent"] else [],
        "files": [{"filename": path} for path in list(found["files"])[:size]],
    }
    return 200, body, {}


def _message(commit: Mapping[str, Any]) -> str:
    """As GitHub puts it together of headline and body."""
    given = commit["message"] or {"headline": "change"}
    return "\n\n".join(filter(None, (given["headline"], given.get("body"))))


def _commits(world: World, request: Request) -> Answer:
    """Those that wrote a path, from a commit on backwards."""
    sha, found = request.query["sha"], []
    while sha in world.commits:
        if request.query["path"] in world.commits[sha]["files"]:
            found.append(_commit(world, request, sha)[1])
        sha = world.commits[sha]["parent"]
    return _page(request, found, world)


def _oid(data: bytes) -> str:
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def _contents(world: World, request: Request, path: str) -> Answer:
    if path in world.links:
        return 200, {"type": "symlink", "sha": "1" * 40}, {}
    data = world.trees.get(request.query["ref"], {}).get(path)
    return (404, {"message": "Not Found"}, {}) if data is None else (200, {"type": "file", "sha": _oid(data)}, {})


def _blob(world: World, _: Request, oid: str) -> Answer:
    found = next((data for tree in world.trees.values() for data in tree.values() if _oid(data) == oid), None)
    if found is None:
        return 404, {"message": "Not Found"}, {}
    return 200, {"content": base64.encodebytes(found).decode(), "encoding": "base64"}, {}


def _run(world: World, _: Request, number: str) -> Answer:
    found = world.runs.get(int(number))
    return (404, {"message": "Not Found"}, {}) if found is None else (200, found, {})


def _all_comments(world: World, request: Request) -> Answer:
    return _page(request, [_shown(world, one) for one in world.comments.values()], world)


def _permission(world: World, _: Request, login: str) -> Answer:
    return 200, {"permission": world.permissions.get(login, "none")}, {}


def _artefacts(world: World, request: Request, run: str) -> Answer:
    found = [
        {"id": number, "name": name, "size_in_bytes": len(data), "expired": False}
        for number, (of, name, data) in world.artefacts.items()
        if of == int(run) and request.query.get("name", name) == name
    ]
    return _page(request, found, world, "artifacts")


def _archive(world: World, _: Request, number: str) -> Answer:
    return 302, None, {"Location": f"{world.url.replace('127.0.0.1', 'localhost')}/storage/{number}"}


_BRANCH = r"(.+)"
_ROUTES: tuple[tuple[str, str, Callable[..., Answer]], ...] = (
    ("GET", r"/issues/(\d+)/comments", _list_comments),
    ("POST", r"/issues/(\d+)/comments", _create_comment),
    ("PATCH", r"/issues/comments/(\d+)", _edit_comment),
    ("DELETE", r"/issues/comments/(\d+)", _delete_comment),
    ("GET", r"/issues/comments", _all_comments),
    ("GET", r"/commits/([0-9a-f]{40})", _commit),
    ("GET", r"/commits", _commits),
    ("GET", r"/contents/(.+)", _contents),
    ("GET", r"/git/blobs/([0-9a-f]{40})", _blob),
    ("GET", r"/actions/runs/(\d+)", _run),
    ("POST", r"/check-runs", _create_check),
    ("PATCH", r"/check-runs/(\d+)", _edit_check),
    ("POST", r"/git/refs", _create_ref),
    ("POST", r"/statuses/([0-9a-f]{40})", _create_status),
    ("GET", r"/commits/([0-9a-f]{40})/statuses", _list_statuses),
    ("GET", r"/pulls", _pulls),
    ("GET", r"/pulls/(\d+)", _pull),
    ("GET", rf"/git/ref/heads/{_BRANCH}", _ref),
    ("GET", rf"/branches/{_BRANCH}", _branch),
    ("GET", rf"/rules/branches/{_BRANCH}", _rules),
    ("GET", r"/compare/(.+)", _compare),
    ("GET", r"/collaborators/([^/]+)/permission", _permission),
    ("GET", r"/actions/runs/(\d+)/artifacts", _artefacts),
    ("GET", r"/actions/artifacts/(\d+)/zip", _archive),
)


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
        status, body, headers = world.answer(request)
        if status >= HTTPStatus.BAD_REQUEST:
            body = {**body, "documentation_url": "https://docs.github.com/rest"}
        if world.judge is not None:
            body = world.judge(request, status, body)
        self.reply(status, b"" if body is None else json.dumps(body).encode(), headers=headers)
