"""Results that a pull request brings along, judged by the step: claims, of which an audit measures some again."""

import json
from pathlib import Path

import pytest

from action.test_the_step_publishes import known
from action.workflow import Done, Job, opened
from command_line import skill, triggers
from servers.github.world import BOT, World
from skill_evals.cli.main import main

FOLDER = "plugins/wool"
RESULTS = f"{FOLDER}/skills/sheep/evals/results.json"
SIDECAR = f"{FOLDER}/skills/sheep/evals/results.provenance.json"
QUERIES = 10


@pytest.fixture
def job(tmp_path: Path, world: World) -> Job:
    """The base's skill fails half of its queries. The pull request brings nothing but results: right hashes, and every
    score a pass.
    """
    found = opened(tmp_path, world)
    repo = found.origin
    repo.git("checkout", "--quiet", "main")
    repo.git("rm", "--quiet", "-r", "--force", ".")
    place = f"{FOLDER}/skills/sheep"
    repo.commit({f"{place}/SKILL.md": skill(does="brew strong coffee"), f"{place}/evals/triggers.json": triggers()})
    repo.git("checkout", "--quiet", "-B", "sharper-stones")
    words = ["--root", str(repo.root / FOLDER), "--all", "--backend", "lexical", "--write-results", "--quiet"]
    assert main(["run", *words]) == 0
    _invent(repo.root / RESULTS)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "All green, see the results")
    found.check_out()
    known(found, world)
    return found


def _invent(path: Path) -> None:
    file = json.loads(path.read_text(encoding="utf-8"))
    for entry in file["models"].values():
        rows = entry["triggers"]["results"]
        for row in rows:
            row.update(passed=True, hits=row["runs"] if row["should_trigger"] else 0)
        entry["triggers"]["summary"].update(passed=len(rows), failed=0, pass_rate=1)
    path.write_text(json.dumps(file, indent=2) + "\n", encoding="utf-8")


def judged(job: Job) -> Done:
    return job.step(job.pull(), backend="lexical", **{"working-directory": FOLDER, "json-file": "report.json"})


def vouched(job: Job) -> int:
    """How many claims were believed; of these some are measured again as well."""
    done = judged(job)
    audit = json.loads((job.workspace / done.outputs["json-file"]).read_text(encoding="utf-8"))["audit"]
    assert audit["claimed"] == QUERIES, done.log
    found: int = audit["vouched"]
    return found


def test_invented_scores_are_caught_and_told_in_the_comment(job: Job, world: World) -> None:
    done = judged(job)
    assert int(done.outputs["calls"]) > 0, done.log
    (comment,) = world.comments.values()
    for told in (comment["body"], done.summary):
        assert f"{QUERIES} verdicts of the head's results are not in the base and thus a claim" in told
        assert "disagree" in told
        assert "| claimed | measured in the head | in the base |" in told


def test_what_the_action_itself_committed_is_no_claim(job: Job, world: World) -> None:
    """By its path in the repository, which the working directory is no part of."""
    world.me = BOT
    sha = job.origin.git("rev-parse", "sharper-stones").strip()
    world.commits[sha].update(author=BOT, files=dict.fromkeys((RESULTS, SIDECAR), b""))
    assert vouched(job) == QUERIES


def test_nobody_vouches_for_a_commit_in_the_actions_name(job: Job, world: World) -> None:
    world.me = BOT
    sha = job.origin.git("rev-parse", "sharper-stones").strip()
    world.commits[sha].update(author=BOT, files=dict.fromkeys((RESULTS, SIDECAR), b""), verified=False)
    assert vouched(job) == 0


def drawn(job: Job, run: int) -> list[str]:
    """The believed claims that a run measures again."""
    job.environment["GITHUB_RUN_ID"] = str(run)
    done = judged(job)
    report = json.loads((job.workspace / done.outputs["json-file"]).read_text(encoding="utf-8"))
    (planned,) = report["plan"]["jobs"]
    return sorted(planned["cases"])


def test_the_run_draws_what_is_audited_since_the_head_could_be_tried_out_until_it_suits(job: Job, world: World) -> None:
    """Who writes claims chooses the commit's id by its message or date, and learns the run's only when it has begun."""
    world.me = BOT
    sha = job.origin.git("rev-parse", "sharper-stones").strip()
    world.commits[sha].update(author=BOT, files=dict.fromkeys((RESULTS, SIDECAR), b""))

    assert drawn(job, 71) == drawn(job, 71)
    assert len({tuple(drawn(job, run)) for run in range(71, 77)}) > 1


def test_a_journal_counts_for_the_run_that_wrote_it_alone(job: Job) -> None:
    """A cache of the branch may hold one that somebody made up, who cannot have known the number of this run."""
    calls = []
    for run in (71, 71, 72):
        job.environment["GITHUB_RUN_ID"] = str(run)
        done = job.step(
            job.pull(), backend="lexical", **{"working-directory": FOLDER, "journal-path": ".journal/runs.jsonl"}
        )
        calls.append(int(done.outputs["calls"]))

    assert calls[0] > 0
    assert calls == [calls[0], 0, calls[0]]
