"""What the step does on GitHub from inside its image: commits, check runs, the split for forks, `/evaluate` when cancelled."""

import json
import signal
import subprocess
import threading
from collections.abc import Mapping
from typing import Any

from action import payloads
from action.payloads import FORK
from action.test_artefact import files_of, packed
from e2e.example import model
from e2e.runner import Ended
from e2e.stage import FAULTY, Stage, given
from git_repo import Repo
from servers.messages_api import MessagesApi
from servers.messages_wire import Fault, Reply
from skill_evals.report.sticky import stamp_of

SUITE = "plugins/shipping/skills/release-notes/evals/evals.json"
MEASURED = 4399
"""The run that measured, where another one publishes."""


def only_comment(stage: Stage) -> str:
    (comment,) = stage.world.comments.values()
    return str(comment["body"])


def hand_over(stage: Stage, ended: Ended, run: int) -> None:
    """As actions/upload-artifact does it."""
    left = stage.runner.workspace / ended.outputs["artefact-path"]
    stage.world.artefacts[7] = (run, "skill-evals", packed(files_of(left)))


def test_results_are_committed_and_the_comment_follows_the_next_push(stage: Stage) -> None:
    stage.world.me = "evals-app[bot]"
    stage.job.push("mended", without=FAULTY)
    head = stage.known()
    first = stage.step(stage.job.pull(), commit="pr")
    sha = first.outputs["commit-sha"]
    assert (first.outputs["committed"], stage.world.commits[sha]["parent"]) == ("true", head), first.log
    assert all(path.rpartition("/")[2].startswith("results.") for path in stage.world.commits[sha]["files"])
    stamp = stamp_of(only_comment(stage))
    assert stamp is not None
    assert stamp.head == sha
    stage.job.origin.commit({"plugins/shipping/skills/release-notes/notes.txt": "More.\n"})
    stage.known()
    second = stage.step(stage.job.pull(), commit="pr")
    assert second.outputs["comment-action"] == "update", second.log
    after = stamp_of(only_comment(stage))
    assert after is not None
    assert after.head == second.outputs["commit-sha"] != sha


def test_a_check_run_holds_120_annotations(stage: Stage) -> None:
    cases = [{"id": "same", "prompt": f"Do {n}.", "expected_output": "It is done."} for n in range(121)]
    stage.job.origin.commit({SUITE: json.dumps({"skill_name": "release-notes", "evals": cases}, indent=1)})
    ended = stage.step(stage.job.pull(), annotations="check")
    (check,) = stage.world.checks.values()
    in_suite = [one for one in check["annotations"] if one["path"] == SUITE]
    assert len(in_suite) == 120, ended.log
    assert len({one["start_line"] for one in in_suite}) == 120
    assert len(stage.world.sent("PATCH", "/check-runs/")) == (len(check["annotations"]) - 1) // 50
    assert ended.outputs["check-id"] == str(check["id"])
    assert "::error file=" not in ended.log


def test_a_fork_is_measured_without_rights_and_published_by_another_run(stage: Stage) -> None:
    stage.job.push("mended", without=FAULTY)
    payload = stage.job.pull(head_repo=FORK)
    measured = stage.step(payload, of=str(MEASURED), mode="eval", **{"github-token": ""})
    assert stage.world.requests == []
    hand_over(stage, measured, MEASURED)
    stage.world.pulls[12] = payload["pull_request"]
    ended = payloads.finished(head_repository=FORK)
    ended["workflow_run"] |= {"head_branch": "sharper-stones", "head_sha": payload["pull_request"]["head"]["sha"]}
    stage.world.runs[MEASURED] = ended["workflow_run"]
    told = stage.step(ended, event="workflow_run")
    assert (told.code, told.outputs["comment-action"], told.outputs["committed"]) == (0, "create", "false"), told.log
    assert "they are its claims" in only_comment(stage)
    assert "regressed" in told.summary


def test_a_cancelled_evaluation_keeps_what_was_paid_for_and_ends_its_status(stage: Stage) -> None:
    stage.world.permissions["miller"] = "write"
    stage.job.push("mended", without=FAULTY)
    said, head = payloads.comment("/evaluate"), stage.known()
    assert stage.step(said, event="issue_comment").outputs["commit-sha"] == head
    assert stage.world.statuses[0]["state"] == "pending"
    stage.job.check_out()
    Repo(stage.job.workspace, start=False).git("fetch", "--quiet", "origin", head)
    Repo(stage.job.workspace, start=False).git("checkout", "--quiet", head)
    cancelled = cancel(stage, said, head)
    assert cancelled["conclusion"] == "incomplete"
    journal = stage.runner.workspace / "journal" / "runs.jsonl"
    assert len(journal.read_text(encoding="utf-8").splitlines()) >= ANSWERED // 2
    summary = (stage.runner.place / "file_commands" / "step_summary").read_text(encoding="utf-8")
    assert "stopped by SIG" in summary
    left = stage.runner.workspace / cancelled["artefact-path"]
    stage.world.artefacts[7] = (4400, "skill-evals", packed(files_of(left)))
    stage.step(said, event="issue_comment", mode="publish", **{"expected-head-sha": head})
    assert stage.world.statuses[0]["state"] in {"failure", "error"}
    assert any("only measured in part" in one["body"] for one in stage.world.comments.values())


ANSWERED = 12
"""Calls that are answered; those after them are not, so that something is under way."""


def cancel(stage: Stage, said: dict[str, Any], head: str) -> dict[str, str]:
    """As the runner cancels: SIGINT to the client of Docker, which hands it on, then SIGTERM."""
    reached, counted, lock = threading.Event(), [0], threading.Lock()

    def script(body: Mapping[str, Any]) -> Reply | Fault:
        with lock:
            counted[0] += 1
            if counted[0] <= ANSWERED:
                return model(body)
        reached.set()
        return Fault(stall=2)

    with MessagesApi(script) as api:
        main = stage.job.origin.git("rev-parse", "main").strip()
        runner = stage.ready(ANTHROPIC_BASE_URL=api.url, GITHUB_SHA=main)
        inputs = {"mode": "eval", "backend": "messages", "api-key": api.key, "tier": "triggers"}
        more = {"expected-head-sha": head, "journal-path": "journal/runs.jsonl"}
        words = runner.command("action", event="issue_comment", payload=said, inputs=given({**inputs, **more}))
        with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
            assert reached.wait(300), "the sweep did not begin"
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGTERM)
            log, _ = process.communicate(timeout=300)
    outputs = runner.outputs()
    assert outputs, log
    return outputs
