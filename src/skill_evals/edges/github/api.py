"""What is asked of GitHub, method by method: https://docs.github.com/en/rest and the GraphQL reference.

Every method raises GitHubError. The permission that each needs stands in ``docs/action.md``.
"""

import base64
from collections.abc import Callable
from urllib.parse import quote

from skill_evals.edges.github.check_body import check_body, further_bodies
from skill_evals.edges.github.known_commit import MOST_FILES, KnownCommit, commit_on_path, commit_with_files
from skill_evals.edges.github.listed import Artefact, Remark, artefact_of, posted_of, remark_of, status_of
from skill_evals.edges.github.payload import finished_run_of, pull_request_of
from skill_evals.edges.github.rules import required_by
from skill_evals.edges.github.wire import Wire
from skill_evals.errors import GitHubError
from skill_evals.model.event import FinishedRun, PullRequest
from skill_evals.model.publication import CheckRun, Commit, Status
from skill_evals.report.sticky import Posted

APP = "[bot]"
"""Ends an App's login, which GraphQL may leave out; no person's can."""
BOT = f"github-actions{APP}"
_NOWHERE = "0" * 40
_PAGE = 100
_AS_OBJECT = "application/vnd.github.object+json"
"""Tells of a file of any size, without its bytes where it is large."""


class GitHub:
    """One repository, asked with one token."""

    def __init__(self, wire: Wire, repository: str) -> None:
        self._wire = wire
        self._repository = repository
        self._at = f"/repos/{repository}"

    def me(self) -> str:
        """The login of the token. ``GET /user`` refuses a workflow's own token, so GraphQL is asked."""
        login = self._wire.query("query { viewer { login } }").member("viewer").text("login", "") or BOT
        return f"{login.removesuffix(APP)}{APP}" if self._wire.is_apps else login

    def comments(self, number: int) -> tuple[Posted, ...]:
        """All comments of a pull request."""
        return tuple(map(posted_of, self._wire.pages(f"{self._at}/issues/{number}/comments")))

    def create_comment(self, number: int, body: str) -> int:
        return self._wire.send("POST", f"{self._at}/issues/{number}/comments", {"body": body}).integer("id")

    def edit_comment(self, comment: int, body: str) -> None:
        self._wire.send("PATCH", f"{self._at}/issues/comments/{comment}", {"body": body})

    def delete_comment(self, comment: int) -> None:
        """One that is gone already is as well."""
        try:
            self._wire.send("DELETE", f"{self._at}/issues/comments/{comment}")
        except GitHubError as error:
            if error.status != 404:
                raise

    def create_check(self, run: CheckRun) -> int:
        """Completed at once, so that a crash leaves none that waits for ever, and with MOST_ANNOTATIONS."""
        return self._wire.send("POST", f"{self._at}/check-runs", check_body(run)).integer("id")

    def complete_check(self, number: int, run: CheckRun) -> None:
        """The annotations that did not go with its first request. What was appended stays, also where this raises."""
        for body in further_bodies(run):
            self._wire.send("PATCH", f"{self._at}/check-runs/{number}", body)

    def set_status(self, status: Status) -> None:
        body: dict[str, object] = {
            "state": status.state,
            "context": status.context,
            "description": status.description,
        }
        if status.url:
            body["target_url"] = status.url
        self._wire.send("POST", f"{self._at}/statuses/{status.sha}", body, may_repeat=True)

    def statuses(self, sha: str) -> tuple[Status, ...]:
        """Of a commit, the newest first."""
        return tuple(status_of(one, sha) for one in self._wire.pages(f"{self._at}/commits/{sha}/statuses"))

    def pull(self, number: int) -> PullRequest:
        return pull_request_of(self._wire.get(f"{self._at}/pulls/{number}"))

    def pulls_from(self, owner: str, branch: str) -> tuple[PullRequest, ...]:
        """Pull requests of every state from a branch of an owner's fork; several may share it."""
        found = self._wire.pages(f"{self._at}/pulls", head=f"{owner}:{branch}", state="all")
        return tuple(map(pull_request_of, found))

    def branch_head(self, branch: str) -> str:
        """The commit that a branch is at."""
        try:
            return self._wire.get(f"{self._at}/git/ref/heads/{_path(branch)}").member("object").text("sha")
        except GitHubError as error:
            if error.status != 404:
                raise
            words = f"there is no branch `{branch}` that this token can see"
            cure = "push it first, or give the job `permissions: contents: read`"
            raise GitHubError(words, cure=cure, status=404) from error

    def merge_base(self, base: str, head: str) -> str:
        return self._wire.get(f"{self._at}/compare/{base}...{head}").member("merge_base_commit").text("sha")

    def permission(self, login: str) -> str:
        """``admin``, ``write``, ``read`` or ``none``."""
        return self._wire.get(f"{self._at}/collaborators/{quote(login, safe='')}/permission").text("permission")

    def can_write(self, pull: int | None = None) -> bool:
        """Whether the token could change anything: tried by writes that cannot succeed, since GitHub tells nobody what
        a workflow's token may do. Whoever may is refused for the content (422), and not for the right (403).
        """
        attempts: list[tuple[str, dict[str, object]]] = [
            ("git/refs", {"ref": "refs/heads/skill-evals-probe", "sha": _NOWHERE}),
            (f"statuses/{_NOWHERE}", {"state": "pending", "context": "skill-evals-probe"}),
        ]
        if pull is not None:
            attempts.append((f"issues/{pull}/comments", {"body": ""}))
        return any(self._is_let(f"{self._at}/{path}", body) for path, body in attempts)

    def _is_let(self, path: str, body: dict[str, object]) -> bool:
        """What cannot be told counts as let."""
        try:
            self._wire.send("POST", path, body)
        except GitHubError as error:
            return error.limited or error.status not in {401, 403, 404}
        return True

    def required_checks(self, branch: str) -> tuple[str, ...]:
        """The names of what rules or protection of a branch require to have run."""
        rules = self._wire.pages(f"{self._at}/rules/branches/{_path(branch)}")
        named = [name for rule in rules for name in required_by(rule)]
        branch_now = self._wire.get(f"{self._at}/branches/{_path(branch)}")
        if not branch_now.absent("protection"):
            protection = branch_now.member("protection")
            if not protection.absent("required_status_checks"):
                named += protection.member("required_status_checks").texts("contexts")
        return tuple(dict.fromkeys(named))

    def commit(self, commit: Commit) -> str:
        """Write files in one commit that GitHub signs; the new commit.

        Raises:
            GitHubError: with ``stale`` where the branch is elsewhere by now.
        """
        additions = [
            {"path": path, "contents": base64.b64encode(data).decode("ascii")} for path, data in commit.files.items()
        ]
        given = {
            "branch": {"repositoryNameWithOwner": self._repository, "branchName": commit.branch},
            "message": {"headline": commit.headline, "body": commit.body},
            "expectedHeadOid": commit.expected,
            "fileChanges": {"additions": additions},
        }
        done = self._wire.mutate("createCommitOnBranch", given, "commit { oid }", needs="contents: write")
        return done.member("commit").text("oid")

    def commit_of(self, sha: str, *, only: Callable[[str], bool] = lambda _: False) -> KnownCommit:
        """Further files than a first page are asked for as long as all so far are ``only`` such as are looked for."""
        path = f"{self._at}/commits/{quote(sha, safe='')}"
        found = self._wire.get(path, per_page=_PAGE)
        files = last = found.items("files")
        while len(last) >= _PAGE and len(files) < MOST_FILES and all(only(one.text("filename")) for one in last):
            last = self._wire.get(path, per_page=_PAGE, page=len(files) // _PAGE + 1).items("files")
            files = (*files, *last)
        return commit_with_files(found, files)

    def last_commit_of(self, path: str, ref: str) -> KnownCommit | None:
        """The newest commit that wrote a path, as seen from ``ref``; it tells of no other file. None: nobody did."""
        found = self._wire.pages(f"{self._at}/commits", path=path, sha=ref)
        return next((commit_on_path(one, path) for one in found), None)

    def blob_at(self, path: str, ref: str) -> str | None:
        """The id that git has for a file's bytes at a commit; None where there is no such file.

        Raises:
            GitHubError: also where something else than a file is there, such as a link.
        """
        try:
            found = self._wire.get(f"{self._at}/contents/{quote(path, safe='/')}", accept=_AS_OBJECT, ref=ref)
        except GitHubError as error:
            if error.status == 404:
                return None
            raise
        if found.text("type") != "file":
            raise GitHubError(f"{path} is no file at {ref[:12]}", cure="put a file there")
        return found.text("sha")

    def blob(self, oid: str) -> bytes:
        """The bytes of a file by git's id of them."""
        found = self._wire.get(f"{self._at}/git/blobs/{oid}")
        return base64.b64decode(found.text("content"))

    def run(self, number: int) -> FinishedRun:
        """A run of a workflow; its ``conclusion`` is empty while it lasts."""
        return finished_run_of(self._wire.get(f"{self._at}/actions/runs/{number}"))

    def remarks_since(self, moment: str) -> tuple[Remark, ...]:
        """Comments on everything, made or changed since a moment (ISO 8601)."""
        return tuple(map(remark_of, self._wire.pages(f"{self._at}/issues/comments", since=moment)))

    def artefacts(self, run: int, name: str) -> tuple[Artefact, ...]:
        """Those of a workflow's run with that name."""
        path = f"{self._at}/actions/runs/{run}/artifacts"
        return tuple(map(artefact_of, self._wire.pages(path, "artifacts", name=name)))

    def archive(self, artefact: Artefact, *, most: int) -> bytes:
        """The zip archive of an artefact.

        Raises:
            GitHubError: also where it has more than ``most`` bytes.
        """
        return self._wire.download(f"{self._at}/actions/artifacts/{artefact.id}/zip", most=most)


def _path(branch: str) -> str:
    """A branch in a URL: its slashes are slashes there, everything else that is no letter is escaped."""
    return quote(branch, safe="/")
