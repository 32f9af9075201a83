"""A lasting outage is given up; where it is over at the next start, what it left is made up for."""

import asyncio
import json
from pathlib import Path

import pytest

from backends.messages.conftest import RESULTS, Serve
from backends.messages.model import by_words, is_control
from command_line import SUITE, Call, skill, small
from git_repo import Repo
from kills.conftest import CONTROLS, RUN
from servers.messages_wire import Fault
from skill_evals.edges.backends.messages.credentials import KEY
from skill_evals.edges.backends.messages.faults import Course
from skill_evals.edges.backends.messages.faults import Fault as Found
from skill_evals.edges.backends.messages.pace import Pace, Patience
from skill_evals.errors import BackendError
from skill_evals.run.outage import LOST, Outage

ATTEMPTS = 4
"""Of a run, before its patience is at its end."""


def test_so_many_in_a_row_are_an_outage() -> None:
    outage = Outage()
    assert [outage.lost("busy") for _ in range(LOST - 1)] == [None] * (LOST - 1)
    assert outage.lost("busy") == "the last 8 runs got no answer: busy"


def test_an_answer_says_that_it_is_none() -> None:
    outage = Outage()
    for _ in range(5 * LOST):
        outage.lost("busy")
        outage.answered()
    assert outage.lost("busy") is None


def failing(course: Course, times: int) -> int:
    """How many runs could fail so before the sweep was stopped."""

    async def main() -> int:
        pace = Pace(Patience(first=0, longest=0, total=0), lambda: None)
        for n in range(times):
            try:
                await pace.failed(Found(course=course, words="oh", wait=None), 10, 1.0)
            except BackendError:
                return n
        return times

    return asyncio.run(main())


@pytest.mark.parametrize(
    ("course", "after"), [(Course.AGAIN, LOST - 1), (Course.TIMEOUT, LOST - 1), (Course.RUN, 3 * LOST)]
)
def test_what_is_wrong_with_a_request_is_no_outage(course: Course, after: int) -> None:
    assert failing(course, 3 * LOST) == after


def test_the_sweep_stops_and_its_next_start_makes_up_for_it(
    serve: Serve, repo: Repo, call: Call, hasty: None, tmp_path: Path
) -> None:
    well = by_words(count="sheep")
    api = serve(lambda body: well(body) if is_control(body) else Fault(status=529, type="overloaded_error"))
    words = (*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal", "--jobs", 1, "--format", "json")
    done = call(*words)
    assert done.code == 3
    partial = done.json["run"]["partial"]
    assert partial.startswith("the last 8 runs got no answer: the API is overloaded (529")
    assert partial.endswith("start again when the API answers")
    assert len(api.messages) == CONTROLS + LOST * ATTEMPTS
    api.script = well
    again = call(*words)
    assert (again.code, again.json["run"]["resumed"]) == (0, CONTROLS), "no error that cost nothing is kept for good"
    assert again.json["run"]["errored"] == 0
    assert (repo.root / RESULTS).exists()


def test_what_was_paid_for_is_not_asked_again_though_it_is_an_error(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path
) -> None:
    """A refusal is an answer, and billed."""
    from servers.messages_wire import Reply

    well = by_words(count="sheep")
    api = serve(lambda body: well(body) if is_control(body) else Reply(stop="refusal"))
    words = (*RUN, "--root", small(repo).root, "--journal", tmp_path / "journal", "--jobs", 1)
    assert call(*words).code == 3
    before = len(api.messages)
    assert call(*words).code == 3
    assert len(api.messages) == before


@pytest.mark.parametrize(("label", "code"), [("true", 3), ('"yes"', 1)], ids=["sound suite", "lint error"])
def test_an_account_that_is_refused_leaves_lint_plan_and_comment(
    serve: Serve, repo: Repo, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, label: str, code: int
) -> None:
    """Nothing is measured, and the pull request hears of everything else; what lint found decides as ever."""
    api = serve(by_words(count="sheep"))
    monkeypatch.setenv(KEY, "wrong")
    small(repo)
    repo.git("checkout", "-q", "-b", "change")
    suite = (repo.root / SUITE).read_text().replace('"should_trigger": true', f'"should_trigger": {label}', 1)
    repo.commit({"skills/sheep/SKILL.md": skill(does="count many woolly sheep"), SUITE: suite})
    out = tmp_path / "out"
    done = call("pr", "--base", "main", "--backend", "messages", "--root", repo.root, "--out", out)
    assert (done.code, api.messages) == (code, []), done.err
    comment = (out / "comment.md").read_text()
    assert "**Not measured, because** the models cannot be looked up: the API refuses the credential" in comment
    assert "set a valid credential" in comment
    assert "- to run: `sheep` triggers" in comment
    report = json.loads((out / "report.json").read_text())
    assert (report["exit"], report["run"], len(report["plan"]["jobs"])) == (code, None, 1)
