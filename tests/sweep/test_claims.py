"""Results that only the head holds are claims: right hashes buy nothing, and an audit catches invented scores."""

import json
from pathlib import Path
from typing import Any

import pytest

from command_line import Call, Done, skill, triggers
from git_repo import Repo

RESULTS = "skills/sheep/evals/results.json"
SIDECAR = "skills/sheep/evals/results.provenance.json"
MODEL = "local/lexical"


def invented(repo: Repo, call: Call) -> None:
    """Measure the working tree, then write over every score that it passed, under hashes that are right."""
    call("run", "--root", repo.root, "--all", "--backend", "lexical", "--write-results", "-q")
    path = repo.root / RESULTS
    file = json.loads(path.read_text())
    for entry in file["models"].values():
        rows = entry["triggers"]["results"]
        for row in rows:
            row.update(passed=True, hits=row["runs"] if row["should_trigger"] else 0)
        entry["triggers"]["summary"].update(passed=len(rows), failed=0, pass_rate=1)
    path.write_text(json.dumps(file, indent=2) + "\n")


def judged(repo: Repo, call: Call, out: Path) -> tuple[Done, dict[str, Any], str]:
    done = call("pr", "--root", repo.root, "--base", "base", "--backend", "lexical", "--out", out, "-q")
    return done, json.loads((out / "report.json").read_text()), (out / "comment.md").read_text()


def sleepy(repo: Repo) -> None:
    """On `base` a skill whose five positive queries speak of sheep, while its description does not any more."""
    repo.commit({"skills/sheep/SKILL.md": skill(), "skills/sheep/evals/triggers.json": triggers()})
    repo.write({"skills/sheep/SKILL.md": skill(does="brew strong coffee")})


def test_claims_of_a_changed_skill_skip_no_run(repo: Repo, call: Call, tmp_path: Path) -> None:
    sleepy(repo)
    repo.git("branch", "base")
    invented(repo, call)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "All green, see the results")

    done, report, comment = judged(repo, call, tmp_path / "out")

    assert done.code == 1
    audit = report["audit"]
    assert (audit["claimed"], audit["vouched"], audit["measured"], len(audit["disagreeing"])) == (10, 0, 10, 5)
    assert (
        "10 verdicts of the head's results are not in the base and thus a claim: 10 measured again, 5 disagree."
        in comment
    )
    assert "| claimed | measured in the head | in the base |" in comment
    assert "| pass 1/1 | fail 0/1 | 1/1 |" in comment


@pytest.fixture
def unaffected(repo: Repo, call: Call) -> Repo:
    """A pull request of nothing but invented scores, for a skill that fails at the base as well."""
    sleepy(repo)
    repo.git("commit", "--all", "--quiet", "--message", "Coffee")
    repo.git("branch", "base")
    invented(repo, call)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "Results")
    return repo


def test_invented_scores_of_an_unchanged_skill_are_audited(unaffected: Repo, call: Call, tmp_path: Path) -> None:
    _, report, comment = judged(unaffected, call, tmp_path / "out")

    (job,) = report["plan"]["jobs"]
    assert len(job["cases"]) == 3
    assert job["reasons"] == ["3 results are claims of the head, drawn to be measured again"]
    assert report["audit"]["claimed"] == 10
    assert report["audit"]["measured"] == 3
    wrong = {row["case"] for row in report["audit"]["disagreeing"]}
    assert wrong == {case for case in job["cases"] if case.startswith("Please")}
    assert "3 measured again" in comment


def test_the_head_draws_the_sample(unaffected: Repo, call: Call, tmp_path: Path) -> None:
    """Not always the same three: of ten commits, some draw others."""
    drawn = set()
    for number in range(10):
        unaffected.git("commit", "--allow-empty", "--quiet", "--message", f"again {number}")
        _, report, _ = judged(unaffected, call, tmp_path / "out")
        (job,) = report["plan"]["jobs"]
        drawn.add(tuple(job["cases"]))
    assert len(drawn) > 1


@pytest.mark.parametrize(("audit", "measured"), [("0.1", 3), ("0.75", 8), ("0", 0)])
def test_a_base_that_trusts_anyone_audits_all_the_same(
    repo: Repo, call: Call, tmp_path: Path, audit: str, measured: int
) -> None:
    repo.commit({".skill-evals.yml": f"trust-results: anyone\naudit: {audit}\n"})
    sleepy(repo)
    repo.git("branch", "base")
    invented(repo, call)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "All green, see the results")

    _, report, _ = judged(repo, call, tmp_path / "out")

    assert report["audit"]["claimed"] == report["audit"]["vouched"] == 10
    assert report["audit"]["measured"] == measured
    skips = [skip["reason"] for skip in report["plan"]["skips"]]
    rested = 10 - measured
    assert f"the results of {rested} cases are fresh in the head, which the configuration believes of anyone" in skips


def test_trust_that_only_the_head_asks_for_is_none(repo: Repo, call: Call, tmp_path: Path) -> None:
    sleepy(repo)
    repo.git("branch", "base")
    repo.write({".skill-evals.yml": "trust-results: anyone\naudit: 0\n"})
    invented(repo, call)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "Believe me")

    _, report, _ = judged(repo, call, tmp_path / "out")

    assert report["audit"]["vouched"] == 0
    assert report["audit"]["measured"] == 10
