"""Asking again: what is waited for, what is sent once only, and what is given up, of REST and GraphQL alike."""

from collections.abc import Callable

import pytest

from servers.github.exchange import Refusal
from servers.github.world import REPOSITORY, World
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.wire import Pace, Wire
from skill_evals.errors import GitHubError
from skill_evals.model.publication import Commit

HEAD = "c" * 40
NOW = 1_800_000_000.0
SOON, LATE = {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1800000030"}, {"Retry-After": "3600"}
USED_UP = "API rate limit exceeded for installation ID 7."
TOO_FAST = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."

Ask = Callable[[GitHub], object]


def commented(github: GitHub) -> object:
    return github.create_comment(12, "once")


def committed(github: GitHub) -> object:
    return github.commit(Commit(branch="topic", expected=HEAD, headline="Results", files={"a/results.json": b"{}"}))


def counted(world: World) -> int:
    """What was written."""
    return len(world.comments) + len(world.commits)


ASKED: dict[str, tuple[str, str, Ask]] = {
    "rest-write": ("POST", "comments", commented),
    "graphql-write": ("POST", "graphql", committed),
    "rest-read": ("GET", "comments", lambda github: github.comments(12)),
    "graphql-read": ("POST", "graphql", lambda github: github.me()),
}
WRITES = ("rest-write", "graphql-write")
READS = ("rest-read", "graphql-read")


@pytest.fixture
def github(world: World, waits: list[float]) -> GitHub:
    world.branches["topic"] = HEAD
    pace = Pace(between_writes=0, backoff=0.25, sleep=waits.append, now=lambda: NOW)
    return GitHub(Wire("token-marker", api_url=world.url, pace=pace), REPOSITORY)


@pytest.mark.bug(53)
@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize(
    ("refusal", "waited"),
    [
        (Refusal(status=429, message="Too Many Requests", headers={"Retry-After": "7"}), 7.0),
        (Refusal(status=403, message=TOO_FAST, headers={"Retry-After": "9"}), 9.0),
        (Refusal(status=403, message=TOO_FAST), 60.0),
        (Refusal(status=403, message=USED_UP, headers=SOON), 31.0),
    ],
    ids=["too many", "secondary", "secondary, untold", "primary"],
)
def test_what_is_refused_for_the_rate_waits_as_long_as_github_says_and_is_done_once(
    world: World, github: GitHub, waits: list[float], asked: str, refusal: Refusal, waited: float
) -> None:
    verb, pattern, ask = ASKED[asked]
    world.refusals.append((verb, pattern, refusal))
    ask(github)
    assert (waits, len(world.requests)) == ([waited], 2)
    assert counted(world) == (asked in WRITES)


@pytest.mark.bug(53)
@pytest.mark.parametrize("asked", ["graphql-write", "graphql-read"])
@pytest.mark.parametrize(
    ("refusal", "waited"),
    [
        (Refusal(status=200, kind="RATE_LIMITED", message=USED_UP, headers=SOON), 31.0),
        (Refusal(status=200, kind="RATE_LIMIT", message="used up", headers=SOON), 31.0),
        (Refusal(status=200, kind="FORBIDDEN", message=TOO_FAST, headers={"Retry-After": "5"}), 5.0),
        (Refusal(status=200, kind="FORBIDDEN", message=TOO_FAST), 60.0),
    ],
    ids=["primary", "primary, newer word", "secondary", "secondary, untold"],
)
def test_graphql_says_with_http_200_that_it_was_too_much(
    world: World, github: GitHub, waits: list[float], asked: str, refusal: Refusal, waited: float
) -> None:
    world.refusals.append(("POST", "graphql", refusal))
    ASKED[asked][2](github)
    assert (waits, len(world.requests)) == ([waited], 2)


@pytest.mark.bug(53)
@pytest.mark.parametrize("asked", ASKED)
def test_nobody_waits_for_an_hour(world: World, github: GitHub, waits: list[float], asked: str) -> None:
    verb, pattern, ask = ASKED[asked]
    world.refusals.append((verb, pattern, Refusal(status=403, message=USED_UP, headers=LATE)))
    with pytest.raises(GitHubError, match="rate limit exceeded") as error:
        ask(github)
    assert (waits, error.value.limited) == ([], True)
    assert error.value.cure == "run this job again in 60 min: until then this token may ask nothing more"


def test_all_waiting_of_a_job_has_one_bound(world: World, github: GitHub, waits: list[float]) -> None:
    world.refusals += [("POST", "comments", Refusal(status=403, message=TOO_FAST))] * 3
    with pytest.raises(GitHubError, match="secondary"):
        commented(github)
    assert waits == [60.0, 60.0]


def test_a_limit_tells_nothing_of_what_a_token_may_do(world: World, github: GitHub) -> None:
    world.forbidden += [("POST", pattern, "contents=write") for pattern in ("statuses", "comments")]
    world.refusals.append(("POST", "git/refs", Refusal(status=403, message=USED_UP, headers=LATE)))
    assert github.can_write(12)


def test_a_permission_that_is_missing_is_not_waited_for(world: World, github: GitHub, waits: list[float]) -> None:
    world.no_commits = True
    with pytest.raises(GitHubError) as error:
        committed(github)
    assert error.value.cure == "give the job `permissions: contents: write`"
    assert (len(world.requests), waits, error.value.limited) == (1, [], False)


@pytest.mark.bug(54)
@pytest.mark.parametrize("asked", WRITES)
@pytest.mark.parametrize("status", [500, 502, 503])
def test_a_lost_answer_to_a_write_is_not_sent_again(world: World, github: GitHub, asked: str, status: int) -> None:
    verb, pattern, ask = ASKED[asked]
    world.refusals.append((verb, pattern, Refusal(status=status, message="Server Error", done=True)))
    with pytest.raises(GitHubError) as error:
        ask(github)
    assert error.value.status == status
    assert (counted(world), len(world.requests)) == (1, 1)


@pytest.mark.parametrize("asked", READS)
def test_reading_is_asked_again_a_few_times(world: World, github: GitHub, waits: list[float], asked: str) -> None:
    verb, pattern, ask = ASKED[asked]
    world.refusals += [(verb, pattern, Refusal(status=502, message="Bad Gateway"))] * 3
    ask(github)
    assert waits == [0.25, 0.5, 1.0]
    world.refusals += [(verb, pattern, Refusal(status=502, message="Bad Gateway"))] * 4
    with pytest.raises(GitHubError, match="Bad Gateway"):
        ask(github)


def test_two_writes_are_a_second_apart_whichever_way_they_go(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    world.branches["topic"] = HEAD
    slept: list[float] = []
    monkeypatch.setattr("github.Requester.time.sleep", slept.append)
    github = GitHub(Wire("t", api_url=world.url, pace=Pace(between_writes=1000)), REPOSITORY)
    commented(github)
    committed(github)
    (apart,) = slept
    assert 0 < apart <= 1000
