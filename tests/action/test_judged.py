"""Results of the job that measured them: committed by their paths in the repository, left for another, or a patch."""

import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from action import payloads
from action.payloads import HEAD_SHA, HOME
from action.steps import step
from action.test_artefact import files_of, packed
from git_repo import Repo
from report.test_check_run import report
from servers.github.world import World
from skill_evals.app.action.judged import commit_judged, in_repository, leave, leave_patch
from skill_evals.edges.files import WorkingTree
from skill_evals.edges.github.api import GitHub
from skill_evals.edges.github.artefact import read_artefact
from skill_evals.model.comparison import Comparison, ComparisonOutcome
from skill_evals.model.report import RunSummary
from skill_evals.model.results import ResultsFile
from skill_evals.results.codec import encode

RESULTS = {"a/evals/results.json": encode(ResultsFile(skill="a", plugin=""))}
WHOLE = report(
    run=RunSummary(backend="messages", models=("anthropic/m",)),
    comparison=Comparison(outcome=ComparisonOutcome.UNCHANGED, families=()),
)
BRANCH = "sharper-stones"


@pytest.fixture
def checkout(repo: Repo, world: World) -> Repo:
    world.me = "evals-app[bot]"
    world.push(BRANCH, {}, sha=HEAD_SHA, author="miller")
    world.pulls[12] = payloads.pull()["pull_request"]
    repo.commit({"sub/a/evals/results.json": "{}\n", "sub/a/SKILL.md": "skill\n"})
    return repo


@pytest.mark.bug(33)
def test_bug_33_results_of_a_folder_are_committed_by_their_path_in_the_repository(
    checkout: Repo, world: World, github: GitHub
) -> None:
    root = checkout.root / "sub"
    asked = step(github, "pull_request", payloads.pull())
    found = commit_judged(asked, WHOLE, RESULTS, files=WorkingTree(root), root=root)
    assert list(world.commits[found.sha or ""]["files"]) == ["sub/a/evals/results.json"]


@pytest.mark.bug(64)
def test_bug_64_the_checkout_is_as_it_was(checkout: Repo, github: GitHub) -> None:
    checkout.write({"sub/a/SKILL.md": "not committed yet\n"})
    asked = step(github, "pull_request", payloads.pull())
    commit_judged(asked, WHOLE, RESULTS, files=WorkingTree(checkout.root), root=checkout.root)
    assert (checkout.root / "sub/a/SKILL.md").read_text() == "not committed yet\n"
    assert checkout.git("status", "--porcelain").strip() == "M sub/a/SKILL.md"


def test_what_is_not_committed_is_a_patch_for_the_top_of_the_repository(
    checkout: Repo, github: GitHub, tmp_path: Path
) -> None:
    root = checkout.root / "sub"
    asked = step(github, "pull_request", payloads.pull(), commit="off")
    patch = leave_patch(commit_judged(asked, WHOLE, RESULTS, files=WorkingTree(root), root=root), tmp_path)
    subprocess.run(["git", "apply", str(patch)], cwd=checkout.root, check=True, capture_output=True)
    assert (root / "a/evals/results.json").read_bytes() == RESULTS["a/evals/results.json"]


def test_a_partial_sweep_is_kept_and_not_committed(checkout: Repo, world: World, github: GitHub) -> None:
    assert WHOLE.run is not None
    partial = replace(WHOLE, run=replace(WHOLE.run, partial="$5 are spent"), exit_code=3)
    asked = step(github, "pull_request", payloads.pull())
    found = commit_judged(asked, partial, RESULTS, files=WorkingTree(checkout.root), root=checkout.root)
    assert (found.sha, len(world.commits)) == (None, 1)
    assert "$5 are spent" in found.why


def test_what_is_left_for_another_job_says_where_it_is_from(checkout: Repo, github: GitHub, tmp_path: Path) -> None:
    asked = step(github, "pull_request", payloads.pull())
    results = in_repository(RESULTS, checkout.root / "sub")
    folder = leave(asked, WHOLE, results, out=tmp_path, head=HEAD_SHA)
    found = read_artefact(packed(files_of(folder)))
    assert (found.origin.repository, found.origin.run, found.origin.head_sha) == (HOME["id"], 4400, HEAD_SHA)
    assert list(found.results) == ["sub/a/evals/results.json"]
