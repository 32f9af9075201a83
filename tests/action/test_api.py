"""GitHub's API: each method against a server that keeps state, and each way in which it may say no."""

import pytest

from action import payloads
from servers.github.exchange import Refusal
from servers.github.world import BOT, REPOSITORY, World
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.wire import Pace, Wire
from skill_evals.errors import GitHubError
from skill_evals.model.publication import Annotation, CheckRun, Commit, Status

HEAD = "c" * 40


def check(count: int) -> CheckRun:
    lines = tuple(
        Annotation(path="a.json", start_line=n, end_line=n, level="failure", title="rule", message="words")
        for n in range(1, count + 1)
    )
    return CheckRun(name="skill-evals", head_sha=HEAD, conclusion="neutral", title="t", summary="s", annotations=lines)


@pytest.mark.parametrize("count", [0, 30, 31, 100, 101, 250])
def test_all_pages_of_comments_are_read(world: World, github: GitHub, count: int) -> None:
    ids = [world.comment(f"comment {n}", author="guest") for n in range(count)]
    world.comment("elsewhere", number=13)
    assert [one.id for one in github.comments(12)] == ids


def test_a_comment_is_made_changed_and_removed(world: World, github: GitHub) -> None:
    number = github.create_comment(12, "first")
    github.edit_comment(number, "second")
    assert world.comments[number]["body"] == "second"
    github.delete_comment(number)
    github.delete_comment(number)
    assert not world.comments


def test_the_token_is_known_by_its_login(github: GitHub) -> None:
    assert github.me() == "github-actions"


@pytest.mark.parametrize(("count", "requests"), [(0, 1), (50, 1), (51, 2), (120, 3)])
def test_annotations_go_by_fifties(world: World, github: GitHub, count: int, requests: int) -> None:
    run = check(count)
    number = github.create_check(run)
    github.complete_check(number, run)
    assert [one["start_line"] for one in world.checks[number]["annotations"]] == list(range(1, count + 1))
    assert len(world.requests) == requests
    assert world.checks[number]["status"] == "completed"


def test_files_are_committed_where_the_branch_is_what_it_was(world: World, github: GitHub) -> None:
    world.branches["topic/#1 & more"] = HEAD
    commit = Commit(branch="topic/#1 & more", expected=HEAD, headline="Results", files={"a/results.json": b"{}\n"})
    oid = github.commit(commit)
    assert world.commits[oid]["files"] == {"a/results.json": b"{}\n"}
    assert github.branch_head("topic/#1 & more") == oid
    with pytest.raises(GitHubError) as error:
        github.commit(commit)
    assert error.value.stale
    assert "Expected branch to point to" in error.value.message


def test_statuses_pulls_permissions_and_required_checks(world: World, github: GitHub) -> None:
    github.set_status(Status(sha=HEAD, state="pending", context="evaluate", description="begun"))
    github.set_status(
        Status(sha=HEAD, state="success", context="evaluate", description="done", url="https://x.example")
    )
    assert [one.state for one in github.statuses(HEAD)] == ["success", "pending"]
    world.pulls[12] = payloads.pull(head_repo=payloads.FORK)["pull_request"]
    assert github.pull(12).is_fork
    assert [one.number for one in github.pulls_from("guest", "sharper-stones")] == [12]
    assert github.pulls_from("mills", "sharper-stones") == ()
    world.permissions["miller"] = "write"
    assert (github.permission("miller"), github.permission("guest")) == ("write", "none")
    world.required = {"main": ["lint"], "rules:main": ["evals", "lint"]}
    assert github.required_checks("main") == ("evals", "lint")
    world.required = {"main": ["of protection"]}
    assert github.required_checks("main") == ("of protection",)
    world.merge_bases[f"main...{HEAD}"] = "b" * 40
    assert github.merge_base("main", HEAD) == "b" * 40


def test_an_artefact_comes_from_a_storage_that_never_sees_the_token(world: World, github: GitHub) -> None:
    world.artefacts = {7: (4399, "skill-evals", b"zip"), 8: (4399, "other", b""), 9: (1, "skill-evals", b"")}
    (found,) = github.artefacts(4399, "skill-evals")
    assert github.archive(found, most=3) == b"zip"
    with pytest.raises(GitHubError, match="more than 2 bytes"):
        github.archive(found, most=2)


def test_a_missing_permission_is_named_and_not_tried_again(world: World, github: GitHub, waits: list[float]) -> None:
    world.forbidden.append(("POST", "check-runs", "checks=write"))
    with pytest.raises(GitHubError) as error:
        github.create_check(check(1))
    assert error.value.cure == "give the job `permissions: checks: write`"
    assert "Resource not accessible by integration" in error.value.message
    assert (len(world.requests), waits) == (1, [])


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (404, "Not Found"),
        (410, "Issues are disabled for this repo"),
        (422, "Validation Failed"),
        (401, "Bad credentials"),
    ],
)
def test_every_refusal_comes_with_its_words(world: World, github: GitHub, status: int, message: str) -> None:
    world.refusals.append(("POST", "comments", Refusal(status=status, message=message)))
    with pytest.raises(GitHubError) as error:
        github.create_comment(12, "x")
    assert error.value.status == status
    assert message in error.value.message


def test_a_server_that_is_not_there_is_said() -> None:
    with pytest.raises(GitHubError, match="cannot be reached"):
        GitHub(Wire("t", api_url="http://127.0.0.1:9", pace=Pace(backoff=0)), REPOSITORY).branch_head("main")


def test_the_token_goes_into_one_header_and_no_error(world: World, github: GitHub) -> None:
    world.refusals.append(("POST", "comments", Refusal(status=401, message="Bad credentials")))
    with pytest.raises(GitHubError) as error:
        github.create_comment(12, "x")
    assert "token-marker" not in f"{error.value} {error.value.cure} {error.value.__cause__!r}"
    (request,) = world.requests
    assert [name for name, value in request.headers.items() if "token-marker" in value] == ["authorization"]


@pytest.mark.parametrize(
    ("forbidden", "could"),
    [
        ([], True),
        (["git/refs", "statuses"], True),
        (["git/refs", "statuses", "comments"], False),
        (["git/refs"], True),
    ],
)
def test_whether_a_token_could_write_is_tried_by_what_cannot_succeed(
    world: World, github: GitHub, forbidden: list[str], could: bool
) -> None:
    world.forbidden += [("POST", pattern, "contents=write") for pattern in forbidden]
    assert github.can_write(12) is could
    assert not world.comments
    assert not world.statuses


def test_what_cannot_be_told_counts_as_could() -> None:
    assert GitHub(Wire("t", api_url="http://127.0.0.1:9", pace=Pace(backoff=0)), REPOSITORY).can_write()


def test_what_stands_at_a_commit_and_who_made_it(world: World, github: GitHub) -> None:
    world.push("main", {"a b/é.json": b"{}\n", "c": b""}, sha="a" * 40, author="miller")
    world.push("main", {"c": b"more"}, sha=HEAD)
    oid = github.blob_at("a b/é.json", HEAD)
    assert oid == "0967ef424bce6791893e9a57bb952f80fd536e93", "as `git hash-object` has it"
    assert github.blob(oid) == b"{}\n"
    assert github.blob_at("nothing.json", HEAD) is None
    found = github.commit_of(HEAD)
    assert (found.parents, found.author, found.verified, found.paths) == (("a" * 40,), BOT, True, ("c",))
    world.links.add("c")
    with pytest.raises(GitHubError, match="is no file"):
        github.blob_at("c", HEAD)


def test_a_run_of_a_workflow_and_comments_everywhere(world: World, github: GitHub) -> None:
    world.runs[4399] = {**payloads.finished()["workflow_run"], "conclusion": None}
    assert (github.run(4399).conclusion, github.run(4399).head_sha) == ("", HEAD)
    first, second = world.comment("one"), world.comment("two", author="guest", number=13)
    found = github.remarks_since("2026-11-30T12:00:00Z")
    assert [(one.id, one.number, one.author) for one in found] == [(first, 12, BOT), (second, 13, "guest")]
    assert world.requests[-1].query["since"] == "2026-11-30T12:00:00Z"
