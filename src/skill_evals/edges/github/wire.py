"""One request to GitHub's API and its answer, through PyGithub, which nothing else here imports.

Reading is tried again, writing is not: a POST whose answer was lost may have been done, so the caller looks first. Only
where GitHub says that it refused for the rate is a write sent again, once the time that it names has passed
(https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api).
"""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from skill_evals.errors import GitHubError
from skill_evals.run.record_members import Members

if TYPE_CHECKING:
    from github.GithubException import GithubException
    from github.Requester import Requester

_PAGE = 100
_MOST_PAGES = 200
_LONGEST_WAIT = 120.0
"""Seconds that all waiting of one job may take; then it publishes less."""
_SECONDARY_WAIT = 60.0
_TRIES = 3
_READ_SECONDS = 30
_PASSING = (500, 502, 503, 504)
VERSION = "2022-11-28"


class Wire:
    """Every method raises GitHubError, whose message holds what GitHub said, and whose cure the permission it wants."""

    def __init__(
        self,
        token: str,
        *,
        api_url: str,
        between_writes: float = 1.0,
        backoff: float = 0.5,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """``between_writes`` and ``backoff`` are seconds: GitHub asks for one between two writes."""
        self._token = token
        self._api_url = api_url.rstrip("/")
        self._between_writes = between_writes
        self._backoff = backoff
        self._sleep = sleep
        self._requester: Requester | None = None
        self._waited = 0.0

    def get(self, path: str, *, accept: str = "", **parameters: str | int) -> Members:
        """``accept``: a media type of its own, where the usual one will not do."""
        return _object(path, self._ask("GET", path, parameters=parameters, accept=accept)[1])

    def pages(self, path: str, member: str | None = None, /, **parameters: str | int) -> Iterator[Members]:
        """The objects of all pages of a list, which some endpoints put into a ``member``."""
        for page in range(1, _MOST_PAGES + 1):
            headers, found = self._ask("GET", path, parameters={**parameters, "per_page": _PAGE, "page": page})
            items = found.get(member) if member is not None and isinstance(found, dict) else found
            if not isinstance(items, list):
                raise GitHubError(f"GitHub answered no list for {path}", cure="try again later")
            yield from (_object(path, item) for item in items)
            if 'rel="next"' not in headers.get("link", ""):
                return
        raise GitHubError(f"{path} has more than {_MOST_PAGES} pages", cure="see what fills it")

    def send(self, verb: str, path: str, body: Mapping[str, object] | None = None) -> Members:
        """The answer's object; an empty one where there is none."""
        return _object(path, self._ask(verb, path, body=body)[1] or {})

    def mutate(self, name: str, given: Mapping[str, object], wanted: str, *, needs: str) -> Members:
        """A mutation of GraphQL. Errors come with HTTP 200, so they are looked for in the answer.

        ``needs``: the permission for it, such as ``contents: write``, which GraphQL's refusals do not name.
        """
        from github.GithubException import GithubException

        try:
            _, found = self._connected().graphql_named_mutation(name, dict(given), wanted)
        except GithubException as error:
            refused = _refused(error, name)
            if any(one.get("type") == "FORBIDDEN" for one in _errors(error)):
                refused.cure = f"give the job `permissions: {needs}`"
            raise refused from error
        except OSError as error:
            raise _unreachable(error) from error
        return _object(name, found or {})

    def query(self, text: str) -> Members:
        from github.GithubException import GithubException

        try:
            _, found = self._connected().graphql_query(text, {})
        except GithubException as error:
            raise _refused(error, "a query") from error
        except OSError as error:
            raise _unreachable(error) from error
        return _object("GraphQL", found.get("data"))

    def download(self, path: str, *, most: int) -> bytes:
        """A file behind a redirect to the storage, which must not see the token."""
        import requests

        headers = {"Authorization": f"Bearer {self._token}", "X-GitHub-Api-Version": VERSION}
        try:
            # The library drops the token where the redirect leads to another host.
            with requests.get(f"{self._api_url}{path}", headers=headers, timeout=_READ_SECONDS, stream=True) as answer:
                if answer.status_code != 200:
                    raise GitHubError(
                        f"GitHub refused GET {path} ({answer.status_code})",
                        cure="give the job `permissions: actions: read`",
                        status=answer.status_code,
                    )
                data = answer.raw.read(most + 1)
        except OSError as error:
            raise _unreachable(error) from error
        if len(data) > most:
            raise GitHubError(f"{path} has more than {most} bytes", cure="see what fills the artefact")
        return bytes(data)

    def _ask(
        self,
        verb: str,
        path: str,
        *,
        parameters: Mapping[str, str | int] | None = None,
        body: Mapping[str, object] | None = None,
        accept: str = "",
    ) -> tuple[Mapping[str, str], Any]:
        from github.GithubException import GithubException

        while True:
            try:
                return self._connected().requestJsonAndCheck(
                    verb,
                    path,
                    parameters=dict(parameters) if parameters else None,
                    headers={"X-GitHub-Api-Version": VERSION, **({"Accept": accept} if accept else {})},
                    input=dict(body) if body is not None else None,
                )
            except GithubException as error:
                wait = _wait_of(error)
                if wait is None or self._waited + wait > _LONGEST_WAIT:
                    raise _refused(error, f"{verb} {path}") from error
                self._waited += wait
                self._sleep(wait)
            except OSError as error:
                raise _unreachable(error) from error

    def _connected(self) -> "Requester":
        if self._requester is None:
            from github import Auth, Github, GithubRetry

            retry = GithubRetry(
                total=_TRIES,
                allowed_methods=frozenset({"GET"}),
                status_forcelist=[500, 502, 503, 504],
                backoff_factor=0.5,
            )
            client = Github(
                auth=Auth.Token(self._token) if self._token else None,
                base_url=self._api_url,
                timeout=_READ_SECONDS,
                user_agent="skill-evals-action",
                retry=retry,
                seconds_between_requests=0,
                seconds_between_writes=self._between_writes,
            )
            self._requester = client.requester
        return self._requester


def _object(path: str, value: object) -> Members:
    if not isinstance(value, dict):
        raise GitHubError(f"GitHub answered no object for {path}", cure="try again later")
    return Members(where=f"GitHub's answer to {path}", values=value, cure="try again later", error=GitHubError)


def _wait_of(error: "GithubException") -> float | None:
    """Seconds to wait where the rate was the reason, and so nothing was done; None: another reason.

    A 403 may as well mean that a permission is missing, which no waiting mends.
    """
    headers = {name.lower(): value for name, value in (error.headers or {}).items()}
    after = headers.get("retry-after", "")
    if error.status not in {403, 429}:
        return None
    if after.isdecimal():
        return float(after)
    return _SECONDARY_WAIT if error.status == 429 or "secondary rate limit" in _said(error).lower() else None


def _said(error: "GithubException") -> str:
    data = error.data
    message = data.get("message") if isinstance(data, dict) else None
    return message if isinstance(message, str) else (error.message or "")


def _refused(error: "GithubException", what: str) -> GitHubError:
    headers = {name.lower(): value for name, value in (error.headers or {}).items()}
    said = _said(error) or _graphql_said(error) or "no reason was given"
    needed = headers.get("x-accepted-github-permissions", "")
    if error.status in {403, 404} and needed:
        cure = f"give the job `permissions: {needed.replace('=', ': ')}`"
    elif error.status in {401, 403, 404}:
        cure = "see whether the token may do this"
    else:
        cure = "try again later, or see githubstatus.com"
    stale = any(one.get("type") == "STALE_DATA" for one in _errors(error))
    return GitHubError(f"GitHub refused {what} ({error.status}): {said}", cure=cure, status=error.status, stale=stale)


def _errors(error: "GithubException") -> list[dict[str, Any]]:
    data = error.data
    found = data.get("errors") if isinstance(data, dict) else None
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _graphql_said(error: "GithubException") -> str:
    return "; ".join(str(one.get("message", "")) for one in _errors(error))


def _unreachable(error: OSError) -> GitHubError:
    return GitHubError(
        f"GitHub cannot be reached: {type(error).__name__}", cure="see the network and the API's address"
    )
