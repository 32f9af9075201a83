"""``/evaluate``: who may, which commit is meant, one at a time, and a status that ends whatever happens."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from action import payloads
from action.payloads import FORK, HEAD_SHA, HOME
from action.steps import step
from action.test_publishing import BRANCH, left
from servers.github.world import BOT, World
from skill_evals.app.action.evaluate import Authorised, authorise, publish_evaluation, with_command
from skill_evals.app.action.evaluate_status import CONTEXT, sweep
from skill_evals.edges.github.api import GitHub
from skill_evals.errors import GitHubError, UsageError
from skill_evals.model.config import Config
from skill_evals.model.event import FinishedRun
from skill_evals.model.publication import Status
from skill_evals.report.evaluate_command import MOST_RUNS, EvaluateCommand, parse

NEXT = "e" * 40
ME, OTHER = 4400, 4300
"""This run, and another of the same workflow."""
NAMES = st.text(st.characters(categories=["L", "N", "P", "S", "Zs"]), min_size=1, max_size=20).filter(
    lambda text: text.isprintable() and not text.startswith("-")
)


@pytest.fixture(autouse=True)
def standing(world: World) -> None:
    world.push(BRANCH, {}, sha=HEAD_SHA, author="miller")
    world.pulls[12] = payloads.pull()["pull_request"]
    world.permissions = {"miller": "write", "boss": "admin", "reader": "read"}


def ask(github: GitHub, line: str = "/evaluate", author: str = "miller", **inputs: str) -> Authorised:
    payload = payloads.comment(line)
    payload["comment"]["user"]["login"] = author
    return authorise(step(github, "issue_comment", payload, **inputs))


def states(world: World, sha: str = HEAD_SHA) -> list[str]:
    return [one["state"] for one in world.statuses if one["sha"] == sha and one["context"] == CONTEXT]


def pending(github: GitHub, run: int = OTHER, sha: str = HEAD_SHA) -> None:
    github.set_status(Status(sha=sha, state="pending", context=CONTEXT, description="", url=url_of(run)))


def url_of(run: int) -> str:
    return f"https://github.com/{HOME['full_name']}/actions/runs/{run}"


def under_way(world: World, run: int, conclusion: str | None = None) -> None:
    world.runs[run] = {**payloads.finished("issue_comment")["workflow_run"], "id": run, "conclusion": conclusion}


def answers(world: World) -> list[str]:
    return [one["body"] for one in world.comments.values()]


@pytest.mark.parametrize("author", ["miller", "boss"])
def test_who_can_write_has_the_head_measured_and_is_answered(world: World, github: GitHub, author: str) -> None:
    found = ask(github, author=author)
    assert found.sha == HEAD_SHA
    assert states(world) == ["pending"]
    (answer,) = answers(world)
    assert HEAD_SHA in answer
    assert f"actions/runs/{ME}" in answer


@pytest.mark.parametrize("author", ["reader", "guest", "miller/../boss"])
def test_who_cannot_write_gets_neither_a_run_nor_an_answer(world: World, github: GitHub, author: str) -> None:
    found = ask(github, author=author)
    assert found.sha is None
    assert "write is needed" in found.why
    assert (states(world), answers(world)) == ([], [])


@pytest.mark.bug(56)
def test_bug_56_a_forks_head_must_be_named(world: World, github: GitHub) -> None:
    world.pulls[12] = payloads.pull(head_repo=FORK)["pull_request"]
    found = ask(github, "/evaluate --tier triggers")
    assert found.sha is None
    (answer,) = answers(world)
    assert f"`/evaluate {HEAD_SHA} --tier triggers`" in answer
    assert states(world) == []
    assert ask(github, f"/evaluate {HEAD_SHA} --tier triggers").sha == HEAD_SHA


@pytest.mark.bug(56)
@pytest.mark.parametrize("head_repo", [HOME, FORK, None], ids=["home", "fork", "gone"])
def test_bug_56_a_commit_that_is_not_the_head_any_more_is_not_measured(
    world: World, github: GitHub, head_repo: dict[str, Any] | None
) -> None:
    world.pulls[12] = payloads.pull(head_repo=head_repo)["pull_request"]
    assert ask(github, f"/evaluate {NEXT}").sha is None
    assert f"`/evaluate {HEAD_SHA}`" in answers(world)[0]
    assert states(world) == []


def test_a_closed_pull_request_is_not_measured(world: World, github: GitHub) -> None:
    world.pulls[12] = {**world.pulls[12], "state": "closed"}
    assert "closed" in ask(github).why


@pytest.mark.parametrize(
    "line",
    [
        "/evaluate cccccccc",
        f"/evaluate {'C' * 40}",
        "/evaluate main",
        "/evaluate --all",
        "/evaluate --confirm-runs 41",
        "/evaluate --confirm-runs 0",
        "/evaluate --confirm-runs ١",
        "/evaluate --confirm-runs",
        "/evaluate --tier both",
        "/evaluate --skill a --skill b",
        "/evaluate --skill 'a",
        "/evaluate --skill --all",
        f"/evaluate {HEAD_SHA} {HEAD_SHA}",
        f"/evaluate --skill {'a' * 2_000}",
    ],
)
def test_a_line_that_is_not_understood_is_answered_with_the_form(world: World, github: GitHub, line: str) -> None:
    found = ask(github, line)
    assert found.sha is None
    assert "not understood" in answers(world)[0]
    assert states(world) == []


def test_what_a_line_says_pings_nobody_in_the_answer(world: World, github: GitHub) -> None:
    ask(github, "/evaluate --skill '@everyone`<!-- -->'")
    (answer,) = answers(world)
    assert "@everyone" in answer.split("```")[0].replace("``", "`")
    assert answer.count("<!--") == 2
    assert answer.startswith("<!-- skill-evals-action:evaluate v1 ")


def test_only_the_first_line_counts() -> None:
    assert parse(f"/evaluate {HEAD_SHA}\n/evaluate --skill x") == EvaluateCommand(sha=HEAD_SHA)
    assert parse("/evaluate\r\nplease") == EvaluateCommand()


@given(
    st.builds(
        EvaluateCommand,
        sha=st.sampled_from(["", HEAD_SHA]),
        skill=NAMES | st.just(""),
        tier=st.sampled_from(["", "triggers", "evals"]),
        model=NAMES | st.just(""),
        confirm_runs=st.none() | st.integers(1, MOST_RUNS),
    )
)
def test_a_line_that_is_offered_is_understood(command: EvaluateCommand) -> None:
    assert parse(command.line) == command


def test_a_second_evaluation_of_a_commit_waits_for_the_first(world: World, github: GitHub) -> None:
    pending(github)
    under_way(world, OTHER)
    found = ask(github)
    assert found.sha is None
    assert f"actions/runs/{OTHER}" in found.why
    assert states(world) == ["pending"]


def test_a_status_that_a_crash_left_pending_holds_nobody_up(world: World, github: GitHub) -> None:
    pending(github)
    under_way(world, OTHER, "cancelled")
    assert ask(github).sha == HEAD_SHA


@pytest.mark.parametrize("url", ["", "https://evil.example/actions/runs/4300", "https://github.com/x/actions/runs/9"])
def test_a_pending_status_of_no_run_of_ours_holds_nobody_up(world: World, github: GitHub, url: str) -> None:
    github.set_status(Status(sha=HEAD_SHA, state="pending", context=CONTEXT, description="", url=url))
    assert ask(github).sha == HEAD_SHA


def test_of_two_at_the_same_time_the_first_status_goes_on(world: World, github: GitHub) -> None:
    under_way(world, OTHER)
    theirs = {"sha": HEAD_SHA, "state": "pending", "context": CONTEXT, "target_url": url_of(OTHER)}
    world.before_status = lambda: world.statuses.insert(0, theirs)
    found = ask(github)
    assert found.sha is None
    assert "already" in found.why
    assert answers(world) == []


def test_without_the_permission_for_statuses_nothing_is_spent(world: World, github: GitHub) -> None:
    world.forbidden.append(("POST", "/statuses/", "statuses=write"))
    with pytest.raises(GitHubError) as error:
        ask(github)
    assert error.value.cure == "give the job `permissions: statuses: write`"


def test_what_was_measured_ends_the_status(world: World, github: GitHub, tmp_path: Path) -> None:
    ask(github)
    left(world, tmp_path, of=ME)
    found = publish_evaluation(step(github, "issue_comment", payloads.comment(), expected_head_sha=HEAD_SHA))
    assert found.report is not None
    assert states(world) == ["failure", "pending"]
    assert any(one["body"].startswith("<!-- skill-evals-action:comment v1") for one in world.comments.values())


def test_results_that_are_committed_carry_the_status_along(world: World, github: GitHub, tmp_path: Path) -> None:
    world.me = "evals-app[bot]"
    ask(github)
    left(world, tmp_path, of=ME)
    found = publish_evaluation(step(github, "issue_comment", payloads.comment(), expected_head_sha=HEAD_SHA))
    assert found.head == world.branches[BRANCH] != HEAD_SHA
    assert states(world, found.head) == ["failure"]
    assert states(world)[0] == "failure"


@pytest.mark.parametrize("archive", [None, b"no archive"])
def test_a_run_that_left_nothing_to_publish_ends_the_status_too(
    world: World, github: GitHub, archive: bytes | None
) -> None:
    ask(github)
    if archive is not None:
        world.artefacts[7] = (ME, "skill-evals", archive)
    asked = step(github, "issue_comment", payloads.comment(), expected_head_sha=HEAD_SHA)
    if archive is None:
        publish_evaluation(asked)
    else:
        with pytest.raises(UsageError):
            publish_evaluation(asked)
    assert states(world) == ["error", "pending"]


def test_a_head_that_moved_meanwhile_ends_the_status_and_says_nothing_else(
    world: World, github: GitHub, tmp_path: Path
) -> None:
    ask(github)
    left(world, tmp_path, of=ME)
    world.push(BRANCH, {"a/SKILL.md": b"other"}, sha=NEXT, author="miller")
    found = publish_evaluation(step(github, "issue_comment", payloads.comment(), expected_head_sha=HEAD_SHA))
    assert found.superseded
    assert states(world)[0] == "error"
    assert len(answers(world)) == 1


def test_nothing_is_published_that_nobody_authorised(github: GitHub) -> None:
    with pytest.raises(UsageError, match="no commit was authorised"):
        publish_evaluation(step(github, "issue_comment", payloads.comment()))


def swept(github: GitHub, run: int = ME, conclusion: str = "cancelled") -> tuple[str, ...]:
    payload = payloads.finished("issue_comment", head_repository=HOME)
    payload["workflow_run"] |= {"id": run, "conclusion": conclusion, "created_at": "2026-11-30T12:00:00Z"}
    asked = step(github, "workflow_run", payload)
    assert isinstance(asked.event.finished, FinishedRun)
    return sweep(asked, asked.event.finished)


def test_a_cancelled_run_has_its_status_ended_by_the_sweeper(world: World, github: GitHub) -> None:
    ask(github)
    assert swept(github) == (HEAD_SHA,)
    assert states(world) == ["error", "pending"]
    assert world.statuses[0]["target_url"].endswith(f"/{ME}")
    assert swept(github) == ()


def test_the_sweeper_finds_the_commit_although_the_head_moved(world: World, github: GitHub) -> None:
    ask(github)
    world.push(BRANCH, {"x": b""}, sha=NEXT, author="miller")
    assert swept(github) == (HEAD_SHA,)


def test_the_sweeper_leaves_other_runs_and_other_peoples_words_alone(world: World, github: GitHub) -> None:
    ask(github)
    assert swept(github, run=OTHER) == ()
    forged = next(iter(answers(world))).replace(f"run={ME}", f"run={OTHER}")
    world.comment(forged, author="guest")
    pending(github)
    assert swept(github, run=OTHER) == ()
    assert states(world)[0] == "pending"
    assert BOT in {one["user"]["login"] for one in world.comments.values()}


def test_an_ended_status_stays(world: World, github: GitHub, tmp_path: Path) -> None:
    ask(github)
    left(world, tmp_path, of=ME)
    publish_evaluation(step(github, "issue_comment", payloads.comment(), expected_head_sha=HEAD_SHA))
    assert swept(github, conclusion="success") == ()
    assert states(world)[0] == "failure"


def test_a_line_never_has_fewer_fresh_runs_than_the_gate_asks_for() -> None:
    gate = Config().gate
    few, many = (with_command(EvaluateCommand(confirm_runs=n))(Config()).gate for n in (2, 30))
    assert few == gate
    assert (many.triggers.confirm_runs, many.evals.confirm_runs) == (30, 30)
