"""The comment on a pull request, against a server that keeps state: pages, strangers, races, lost answers, refusals."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from servers.github.exchange import Refusal
from servers.github.world import BOT, REPOSITORY, World
from skill_evals.app.publish import Commented, Draft, publish_comment
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.wire import Pace, Wire
from skill_evals.report.comment import MARKER
from skill_evals.report.sticky import Action, Stamp, stamped

HEAD, NEXT = "c" * 40, "e" * 40


def draft(run: int = 31, head: str = HEAD, text: str = "### fine", wanted: bool = True, author: str = "") -> Draft:
    stamp = Stamp(id="evals", head=head, run=run, attempt=1)
    return Draft(number=12, body=f"{MARKER}\n{text}\n", stamp=stamp, wanted=wanted, author=author)


def body(of: Draft) -> str:
    return stamped(of.body, of.stamp)


@pytest.mark.bug(17)
@pytest.mark.parametrize("others", [0, 31, 101])
def test_the_second_push_finds_the_first_ones_comment_on_any_page(world: World, github: GitHub, others: int) -> None:
    for n in range(others):
        world.comment(f"chat {n}", author="guest")
    first = publish_comment(github, draft())
    second = publish_comment(github, draft(run=32, head=NEXT, text="### better"))
    assert (first.action, second.action) == (Action.CREATE, Action.UPDATE)
    assert first.id == second.id
    mine = [one["body"] for one in world.comments.values() if one["user"]["login"] == BOT]
    assert mine == [body(draft(run=32, head=NEXT, text="### better"))]


def test_an_equal_body_is_not_written(world: World, github: GitHub) -> None:
    publish_comment(github, draft())
    writes = len(world.sent("POST", "comments")) + len(world.sent("PATCH"))
    assert publish_comment(github, draft(run=32)).action is Action.KEEP
    assert len(world.sent("POST", "comments")) + len(world.sent("PATCH")) == writes


def test_an_older_run_never_has_the_last_word(world: World, github: GitHub) -> None:
    publish_comment(github, draft(run=32, head=NEXT))
    assert publish_comment(github, draft(run=31, text="### old")).action is Action.SUPERSEDED
    assert [one["body"] for one in world.comments.values()] == [body(draft(run=32, head=NEXT))]


@pytest.mark.bug(19)
def test_another_persons_copy_of_the_marker_stays_theirs(world: World, github: GitHub) -> None:
    theirs = world.comment(body(draft(text="forged")), author="guest")
    ours = publish_comment(github, draft())
    assert ours.action is Action.CREATE
    assert ours.id != theirs
    assert world.comments[theirs]["body"] == body(draft(text="forged"))


@pytest.mark.bug(20)
def test_a_token_of_another_identity_finds_the_old_comment_by_its_author(world: World, github: GitHub) -> None:
    old = world.comment(body(draft()), author="evals-app[bot]")
    assert publish_comment(github, draft(run=32, text="### new", author="evals-app[bot]")).id == old


def test_what_is_mended_is_said_where_it_was_told_and_nowhere_else(world: World, github: GitHub) -> None:
    assert publish_comment(github, draft(wanted=False)).action is Action.NOTHING
    assert not world.comments
    publish_comment(github, draft(text="### ❌ broken"))
    assert publish_comment(github, draft(run=32, head=NEXT, wanted=False)).action is Action.UPDATE


@pytest.mark.bug(18)
def test_two_publishers_at_once_leave_one_comment(world: World) -> None:
    world.hold(listings=2)

    def publish(run: int) -> Commented:
        github = GitHub(Wire("t", api_url=world.url, pace=Pace(between_writes=0, backoff=0)), REPOSITORY)
        return publish_comment(github, draft(run))

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(publish, (31, 31)))
    assert len(world.sent("POST", "comments")) == 2, "the race did not happen"
    assert {one.id for one in results} == set(world.comments)
    assert len(world.comments) == 1


@pytest.mark.bug(54)
def test_a_lost_answer_leaves_one_comment(world: World, github: GitHub) -> None:
    world.refusals.append(("POST", "12/comments", Refusal(status=502, message="Bad Gateway", done=True)))
    assert publish_comment(github, draft()).notice == ""
    assert len(world.comments) == 1
    assert len(world.sent("POST", "12/comments")) == 1


def test_a_write_that_was_not_done_is_done_once_looked_for(world: World, github: GitHub) -> None:
    world.refusals.append(("POST", "12/comments", Refusal(status=502, message="Bad Gateway")))
    assert publish_comment(github, draft()).action is Action.CREATE
    assert len(world.comments) == 1


@pytest.mark.parametrize(
    ("refusal", "says"),
    [
        (
            Refusal(status=403, headers={"X-Accepted-GitHub-Permissions": "pull_requests=write"}),
            "Resource not accessible by integration; give the job `permissions: pull-requests: write`",
        ),
        (Refusal(status=410, message="Issues are disabled for this repo"), "Issues are disabled"),
        (Refusal(status=422, message="Unable to create comment because issue is locked"), "issue is locked"),
        (Refusal(status=404, message="Not Found"), "Not Found"),
    ],
)
def test_a_refusal_is_told_and_no_error(world: World, github: GitHub, refusal: Refusal, says: str) -> None:
    world.refusals.append(("POST", "12/comments", refusal))
    found = publish_comment(github, draft())
    assert says in found.notice
    assert len(world.sent("POST", "12/comments")) == 1
