"""One request to GitHub's API and its answer, through PyGithub, which nothing else here imports.

Reading is tried again, writing is not, unless its caller says that it may be done twice: a POST whose answer was lost
may have been done, so the caller looks first. Only where GitHub says that it refused for the rate is a write sent
again, once the time that it names has passed. All of that holds for GraphQL as well.
"""

import json
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from skill_evals.edges.github.refusal import Refusal
from skill_evals.errors import GitHubError
from skill_evals.run.record_members import Members

if TYPE_CHECKING:
    from github.Requester import Requester

T = TypeVar("T")
Answer = tuple[Mapping[str, str], Any]
"""Headers, with names in lower case, and the body as it was parsed."""

_PAGE = 100
_MOST_PAGES = 200
_LONGEST_WAIT = 120.0
"""Seconds that all waiting of one job may take; then it publishes less."""
_RETRIES = 3
"""Of a question whose answer was lost."""
_READ_SECONDS = 30
_REDIRECTED = 300
"""From this status on, what was asked for was not done."""
VERSION = "2022-11-28"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast is asked. Times are seconds."""

    between_writes: float = 1.0
    """What GitHub asks for."""
    backoff: float = 0.5
    """Before a question is asked again whose answer was lost; twice that before the next time."""
    sleep: Callable[[float], None] = time.sleep
    now: Callable[[], float] = time.time
    """Since the epoch, as GitHub tells when a limit ends."""


class Wire:
    """Every method raises GitHubError, whose message holds what GitHub said, and whose cure the permission it wants."""

    def __init__(self, token: str, *, api_url: str, pace: Pace | None = None) -> None:
        self._token = token
        self._api_url = api_url.rstrip("/")
        self._pace = pace or Pace()
        self._requester: Requester | None = None
        self._waited = 0.0

    @property
    def is_apps(self) -> bool:
        """Whether the token is one of an App's installation, as that of a workflow is, and no person's:
        https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github
        """
        return self._token.startswith("ghs_")

    def get(self, path: str, *, accept: str = "", **parameters: str | int) -> Members:
        """``accept``: a media type of its own, where the usual one will not do."""
        return _object(path, self._asked(path, parameters=parameters, accept=accept)[1])

    def pages(self, path: str, member: str | None = None, /, **parameters: str | int) -> Iterator[Members]:
        """The objects of all pages of a list, which some endpoints put into a ``member``."""
        for page in range(1, _MOST_PAGES + 1):
            headers, found = self._asked(path, parameters={**parameters, "per_page": _PAGE, "page": page})
            items = found.get(member) if member is not None and isinstance(found, dict) else found
            if not isinstance(items, list):
                raise GitHubError(f"GitHub answered no list for {path}", cure="try again later")
            yield from (_object(path, item) for item in items)
            if 'rel="next"' not in headers.get("link", ""):
                return
        raise GitHubError(f"{path} has more than {_MOST_PAGES} pages", cure="see what fills it")

    def send(
        self, verb: str, path: str, body: Mapping[str, object] | None = None, *, may_repeat: bool = False
    ) -> Members:
        """The answer's object; an empty one where there is none. ``may_repeat``: to do it twice says nothing else."""

        def once() -> Answer | Refusal:
            return self._once(verb, path, body=body)

        return _object(path, self._until(once, f"{verb} {path}", may_ask_again=may_repeat)[1] or {})

    def mutate(self, name: str, given: Mapping[str, object], wanted: str, *, needs: str) -> Members:
        """A mutation of GraphQL; ``needs`` is the permission for it, such as ``contents: write``."""
        kind = f"{name[:1].upper()}{name[1:]}Input!"
        text = f"mutation ($input: {kind}) {{ {name}(input: $input) {{ {wanted} }} }}"
        return self._graphql(text, {"input": dict(given)}, what=name, needs=needs).member(name)

    def query(self, text: str) -> Members:
        """What a query of GraphQL, which changes nothing, finds."""
        return self._graphql(text, {}, what="a query", reads=True)

    def download(self, path: str, *, most: int) -> bytes:
        """A file behind a redirect to the storage, which must not see the token."""
        data = self._until(lambda: self._loaded(path, most), f"GET {path}", needs="actions: read", may_ask_again=True)
        if len(data) > most:
            raise GitHubError(f"{path} has more than {most} bytes", cure="see what fills the artefact")
        return data

    def _loaded(self, path: str, most: int) -> bytes | Refusal:
        """At most one byte more than ``most``."""
        import requests
        from urllib3.exceptions import HTTPError

        headers = {"Authorization": f"Bearer {self._token}", "X-GitHub-Api-Version": VERSION}
        try:
            # The library drops the token where the redirect leads to another host.
            with requests.get(f"{self._api_url}{path}", headers=headers, timeout=_READ_SECONDS, stream=True) as answer:
                if answer.status_code != 200:
                    return _refusal(answer.status_code, answer.headers, {})
                return bytes(answer.raw.read(most + 1))
        except (OSError, HTTPError) as error:
            return _no_answer(f"GitHub cannot be reached: {type(error).__name__}")

    def _graphql(
        self, text: str, variables: Mapping[str, object], *, what: str, needs: str = "", reads: bool = False
    ) -> Members:
        """Errors come with HTTP 200 and are refusals as well."""
        body = {"query": text, "variables": dict(variables)}

        def once() -> Answer | Refusal:
            answer = self._once("POST", self._connected().graphql_url, body=body)
            if isinstance(answer, Refusal) or not (isinstance(answer[1], dict) and "errors" in answer[1]):
                return answer
            return _refusal(200, *answer)

        _, found = self._until(once, what, needs=needs, may_ask_again=reads)
        return _object("GraphQL", found).member("data")

    def _asked(self, path: str, *, parameters: Mapping[str, str | int], accept: str = "") -> Answer:
        """The answer to a question."""

        def once() -> Answer | Refusal:
            return self._once("GET", path, parameters=parameters, accept=accept)

        return self._until(once, f"GET {path}", may_ask_again=True)

    def _until(self, once: Callable[[], T | Refusal], what: str, *, may_ask_again: bool, needs: str = "") -> T:
        """An answer. ``may_ask_again``: also where it was lost, since nothing can have been done twice then."""
        if not self._token:
            raise GitHubError(
                f"{what}: there is no token to ask GitHub with", cure="leave the input `github-token` at its default"
            )
        retries = 0
        while True:
            answer = once()
            if not isinstance(answer, Refusal):
                return answer
            wait = answer.seconds_to_wait(self._pace.now())
            if wait is None and answer.is_passing and may_ask_again and retries < _RETRIES:
                wait = self._pace.backoff * 2**retries
                retries += 1
            if wait is None or self._waited + wait > _LONGEST_WAIT:
                raise answer.error(what, now=self._pace.now(), needs=needs)
            self._waited += wait
            self._pace.sleep(wait)

    def _once(
        self,
        verb: str,
        url: str,
        *,
        parameters: Mapping[str, str | int] | None = None,
        body: Mapping[str, object] | None = None,
        accept: str = "",
    ) -> Answer | Refusal:
        """What an error says is not repeated, since it might hold what was sent."""
        try:
            status, headers, text = self._connected().requestJson(
                verb,
                url,
                parameters=dict(parameters) if parameters else None,
                headers={"X-GitHub-Api-Version": VERSION, **({"Accept": accept} if accept else {})},
                input=dict(body) if body is not None else None,
            )
        except OSError as error:
            return _no_answer(f"GitHub cannot be reached: {type(error).__name__}")
        except RuntimeError:
            return _no_answer("GitHub's API redirects to another server")
        try:
            data = json.loads(text) if text else None
        except (ValueError, RecursionError):
            data = None
            if status < _REDIRECTED:
                return _no_answer("GitHub's answer is no JSON, as if it were cut off")
        # A redirection that the library does not follow did nothing, whatever was to be done.
        return (headers, data) if status < _REDIRECTED else _refusal(status, headers, data)

    def _connected(self) -> "Requester":
        if self._requester is None:
            from github import Auth, Github

            client = Github(
                auth=Auth.Token(self._token) if self._token else None,
                base_url=self._api_url,
                timeout=_READ_SECONDS,
                user_agent="skill-evals-action",
                retry=None,
                seconds_between_requests=0,
                seconds_between_writes=self._pace.between_writes,
            )
            self._requester = client.requester
        return self._requester


def _object(path: str, value: object) -> Members:
    if not isinstance(value, dict):
        raise GitHubError(f"GitHub answered no object for {path}", cure="try again later")
    return Members(where=f"GitHub's answer to {path}", values=value, cure="try again later", error=GitHubError)


def _refusal(status: int, headers: Mapping[str, str], data: object) -> Refusal:
    return Refusal(status=status, headers={name.lower(): value for name, value in headers.items()}, data=data)


def _no_answer(words: str) -> Refusal:
    return _refusal(0, {}, {"message": words})
