"""What stands on the GitHub on loopback."""

import re
import threading
from collections.abc import Callable, Mapping
from typing import Any

from servers.github.exchange import Judge, Refusal, Request

REPOSITORY = "mills/grinding"
BOT = "github-actions[bot]"


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
        self.rules: list[dict[str, Any]] = []
        """Further rules of every branch, as the API has them."""
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
        self.lock = threading.RLock()
        self._barrier = threading.Barrier(1)
        self._held = 0
        self._ids = iter(range(1000, 10**9))

    def comment(self, body: str, *, author: str = BOT, number: int = 12) -> int:
        with self.lock:
            found = next(self._ids)
            self.comments[found] = {"id": found, "body": body, "user": {"login": author}, "number": number}
            return found

    def hold(self, listings: int) -> None:
        """None of the next so many listings of comments is answered before all of them were asked for."""
        self._barrier, self._held = threading.Barrier(listings), listings

    def sent(self, verb: str, pattern: str = "") -> list[Request]:
        return [one for one in self.requests if one.verb == verb and re.search(pattern, one.path)]

    def take(self, request: Request) -> Refusal | None:
        """The request is kept; what is answered in place of what was asked, if anything."""
        with self.lock:
            self.requests.append(request)
            for verb, pattern, needed in self.forbidden:
                if verb == request.verb and re.search(pattern, request.path):
                    return Refusal(status=403, headers={"X-Accepted-GitHub-Permissions": needed})
            for place, (verb, pattern, refusal) in enumerate(self.refusals):
                if verb == request.verb and re.search(pattern, request.path):
                    del self.refusals[place]
                    return refusal
        return None

    def wait_for_others(self, request: Request) -> None:
        """Where listings of comments are held, until all of them were asked for."""
        with self.lock:
            held = self._held > 0 and request.verb == "GET" and request.path.endswith("/comments")
            self._held -= held
        if held:
            self._barrier.wait(20)

    def push(
        self, branch: str, files: Mapping[str, bytes], *, sha: str, author: str = BOT, message: Any = None
    ) -> None:
        """Put a commit upon a branch, and upon the pull requests from it; one that is there already as it is."""
        with self.lock:
            if sha not in self.commits:
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
