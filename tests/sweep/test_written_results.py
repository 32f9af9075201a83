"""What a sweep leaves beside the suites: finished cases, marked where it was cut short; nothing of others' work lost."""

import json
from pathlib import Path
from typing import Any

import pytest

from git_repo import Link, Repo
from skill_evals.cli.main import main

FOLDER = "skills/count-sheep/evals"
RESULTS, SIDECAR = f"{FOLDER}/results.json", f"{FOLDER}/results.provenance.json"
MODEL = "local/lexical-bm25-v1"
SKILL = (
    "---\nname: count-sheep\ndescription: Count {what}. Use whenever somebody asks how many there are.\n---\nCount.\n"
)
QUERIES = {
    "How many sheep are in the field?": True,
    "Count the sheep of the flock": True,
    "Are there more sheep than yesterday?": True,
    "Shear the wool": False,
    "Translate the menu": False,
    "Draw a cactus": False,
}
CONFLICT = b"{\n<<<<<<< HEAD\n=======\n>>>>>>> other\n}\n"


@pytest.fixture
def flock(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    """``main`` with results, and a branch on which the description is another one."""
    cases = [{"query": query, "should_trigger": label} for query, label in QUERIES.items()]
    repo.commit(
        {
            "skills/count-sheep/SKILL.md": SKILL.format(what="sheep, flock and field"),
            f"{FOLDER}/triggers.json": json.dumps({"skill_name": "count-sheep", "queries": cases}),
        }
    )
    monkeypatch.chdir(repo.root)
    assert main(["run", "--all", "--backend", "lexical", "--write-results", "--quiet"]) == 0
    repo.git("add", "--all")
    repo.commit(message="results")
    repo.git("checkout", "--quiet", "-b", "change")
    repo.commit({"skills/count-sheep/SKILL.md": SKILL.format(what="goats and the field of sheep")})
    return repo


def pr(repo: Repo, *words: str) -> dict[str, Any]:
    """The report of the job."""
    out = repo.root.parent / "out"
    main(["pr", "--base", "main", "--backend", "lexical", "--out", str(out), "--quiet", *words])
    report: dict[str, Any] = json.loads((out / "report.json").read_text(encoding="utf-8"))
    return report


def stored(repo: Repo) -> dict[str, dict[str, Any]]:
    text = (repo.root / RESULTS).read_text(encoding="utf-8")
    return {row["query"]: row for row in json.loads(text)["models"][MODEL]["triggers"]["results"]}


def sweeps(repo: Repo) -> dict[str, dict[str, Any]]:
    """The sweep of each case, as the sidecar has it."""
    sidecar = json.loads((repo.root / SIDECAR).read_text(encoding="utf-8"))
    tier = sidecar["models"][MODEL]["triggers"]
    return {case["key"]: tier["sweeps"][case["sweep"]] for case in tier["cases"]}


def test_a_sweep_that_was_cut_short_writes_what_it_finished_and_keeps_the_rest(flock: Repo) -> None:
    before = stored(flock)
    assert pr(flock, "--write-results", "--max-calls", "5")["compare"]["outcome"] == "partial"
    partial = {query: sweep.get("partial") for query, sweep in sweeps(flock).items()}
    assert partial == {
        query: "the cap of 5 calls was reached" if place < 3 else None for place, query in enumerate(QUERIES)
    }
    after = stored(flock)
    kept = list(QUERIES)[3:]
    assert list(after) == list(QUERIES)
    assert [(after[q]["hits"], after[q]["runs"]) for q in kept] == [
        (before[q]["hits"], before[q]["runs"]) for q in kept
    ]
    assert all(after[query]["spec_hash"] != before[query]["spec_hash"] for query in kept), (
        "they speak of another surface"
    )


def test_the_next_sweep_measures_only_what_is_left(flock: Repo) -> None:
    pr(flock, "--write-results", "--max-calls", "5")
    again = pr(flock, "--write-results")
    assert [job["cases"] for job in again["plan"]["jobs"]] == [list(QUERIES)[3:]]
    assert again["run"]["partial"] is None


def test_the_cases_that_a_cap_on_cases_left_out_are_what_the_next_sweep_measures(flock: Repo) -> None:
    first = pr(flock, "--write-results", "--max-cases", "3")
    assert [job["left_out"] for job in first["plan"]["jobs"]] == [list(QUERIES)[3:]]
    words = "the cap of 3 cases leaves 3 of 6 unmeasured; a higher `max-cases` measures them"
    assert first["run"]["partial"] == words
    assert [sweep.get("partial") for sweep in sweeps(flock).values()] == [words] * 3 + [None] * 3
    again = pr(flock, "--write-results", "--max-cases", "3")
    assert [job["cases"] for job in again["plan"]["jobs"]] == [list(QUERIES)[3:]]
    assert (again["run"]["partial"], again["plan"]["cut"]) == (None, None)


def test_results_are_laid_beside_the_suite_only_where_asked(flock: Repo) -> None:
    before = (flock.root / RESULTS).read_bytes()
    pr(flock)
    assert (flock.root / RESULTS).read_bytes() == before
    pr(flock, "--write-results")
    written = (flock.root / RESULTS).read_bytes()
    assert written == (flock.root.parent / "out" / "results" / RESULTS).read_bytes() != before


def test_a_results_file_that_leads_out_of_the_tree_is_not_written_through(flock: Repo, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_bytes(b"mine")
    flock.commit({RESULTS: None})
    flock.commit({RESULTS: Link(str(outside))})
    pr(flock, "--write-results")
    assert outside.read_bytes() == b"mine"


def test_a_results_file_with_conflict_markers_is_kept_and_the_comment_says_so(flock: Repo) -> None:
    flock.commit({RESULTS: CONFLICT})
    pr(flock, "--write-results")
    assert (flock.root / RESULTS).read_bytes() == CONFLICT
    comment = (flock.root.parent / "out" / "comment.md").read_text(encoding="utf-8")
    assert "of the head" in comment
    assert "conflict" in comment


def test_a_base_with_conflict_markers_gives_no_baseline_from_it(flock: Repo) -> None:
    flock.git("checkout", "--quiet", "main")
    flock.commit({RESULTS: CONFLICT})
    flock.git("checkout", "--quiet", "-B", "change")
    flock.commit({"skills/count-sheep/SKILL.md": SKILL.format(what="sheep, the flock and the field")})
    report = pr(flock)
    assert any(note.startswith(f"No baseline from `{RESULTS}` of the base") for note in report["notes"])
    assert {suite["base_reason"] for suite in report["compare"]["suites"]} == {"run live"}
