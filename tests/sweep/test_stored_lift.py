"""Runs without the skill in the results: evolve's ``baseline``, made again only when something of them changed."""

import json
from pathlib import Path
from typing import Any

import pytest

from git_repo import Repo
from skill_evals.cli.main import main

SKILL = "---\nname: tally\ndescription: Add up the numbers of a table. Use when somebody asks for a sum.\n---\n{body}\n"
FOLDER = "plugins/office/evals/tally"
MODEL = "acme/one"


def suite(**prompts: str) -> str:
    cases = [
        {"id": key, "prompt": prompt, "assertions": [{"type": "regex", "pattern": "^3$"}]}
        for key, prompt in prompts.items()
    ]
    return json.dumps({"skill_name": "tally", "evals": cases})


def record(folder: Path, **answers: tuple[str, str | None]) -> None:
    """By case: what the agent says with the skill and without it; None: it errors."""
    lines = []
    for case, (told, plain) in answers.items():
        for arm, text in (("head", told), ("base", told), ("lift", plain)):
            for index in range(2 if text is None else 1):
                key = {"arm": arm, "stage": "screening", "tier": "evals", "model": MODEL, "index": index}
                key |= {"suite": f"{FOLDER}/evals.json", "case": case}
                ended = {"outcome": "error", "detail": "down"} if text is None else {"outcome": "finished"}
                lines.append(json.dumps({"v": 1, "key": key, **ended, "final_text": text or "", "seconds": 2.0}))
    folder.mkdir(exist_ok=True)
    (folder / "runs.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.fixture
def office(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> Repo:
    repo.commit(
        {
            "plugins/office/.claude-plugin/plugin.json": '{"name": "office"}',
            "plugins/office/skills/tally/SKILL.md": SKILL.format(body="Add them up."),
            f"{FOLDER}/evals.json": suite(one="1 + 2", two="2 + 1"),
        }
    )
    monkeypatch.chdir(repo.root)
    return repo


def run(repo: Repo, recordings: Path) -> dict[str, Any]:
    """Every case, on the replay backend, with the results written beside the suite: the lift, as JSON tells it."""
    words = ["run", "--all", "--backend", "replay", "--replay", str(recordings), "--write-results"]
    out = repo.root.parent / "run.json"
    assert main([*words, "--quiet", "--format", "json", "--output", str(out)]) in (0, 1)
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))["compare"]
    return found


def baseline(repo: Repo) -> list[tuple[str, bool]]:
    entry = json.loads((repo.root / FOLDER / "results.json").read_text(encoding="utf-8"))["models"][MODEL]["evals"]
    for row in entry.get("baseline", {}).get("results", []):
        (case,) = [case for case in entry["results"] if case["id"] == row["id"]]
        # Trimmed, and under evolve's fingerprint, which is the spec hash of a case run from the same wording.
        assert set(row) <= {"id", "passed", "measured", "summary", "timing", "fingerprint"}
        assert row["fingerprint"] == case["spec_hash"]
    return [(row["id"], row["passed"]) for row in entry.get("baseline", {}).get("results", [])]


def test_evolves_snapshot_is_written_with_its_circumstances_beside(office: Repo, tmp_path: Path) -> None:
    record(tmp_path / "runs", one=("3", "4"), two=("3", "3"))
    run(office, tmp_path / "runs")
    assert baseline(office) == [("one", False), ("two", True)]
    sidecar = json.loads((office.root / FOLDER / "results.provenance.json").read_text(encoding="utf-8"))
    tier = sidecar["models"][MODEL]["evals"]
    assert [case["key"] for case in tier["baseline"]] == ["one", "two"]
    sweep = tier["sweeps"][tier["baseline"][0]["sweep"]]
    assert sweep["backend"] == "replay"
    assert {"surface", "content_hash"}.isdisjoint(sweep)


def test_what_is_stored_stands_when_the_skill_changes_and_falls_when_the_case_does(
    office: Repo, tmp_path: Path
) -> None:
    record(tmp_path / "runs", one=("3", "4"), two=("3", "3"))
    run(office, tmp_path / "runs")
    # Were they run again, both would now end otherwise.
    record(tmp_path / "runs", one=("3", "3"), two=("3", "4"))
    office.write({"plugins/office/skills/tally/SKILL.md": SKILL.format(body="Add them up, twice.")})
    assert lift(run(office, tmp_path / "runs")) == {"with": 2, "without": 1, "cases": 2, "reused": 2}
    assert baseline(office) == [("one", False), ("two", True)]
    office.write({f"{FOLDER}/evals.json": suite(one="one and two", two="2 + 1")})
    assert lift(run(office, tmp_path / "runs")) == {"with": 2, "without": 2, "cases": 2, "reused": 1}
    assert baseline(office) == [("one", True), ("two", True)]


def test_an_errored_run_is_kept_nowhere_and_made_again(office: Repo, tmp_path: Path) -> None:
    record(tmp_path / "runs", one=("3", None), two=("3", "3"))
    assert lift(run(office, tmp_path / "runs")) == {"with": 1, "without": 1, "cases": 1, "errored": 1}
    assert baseline(office) == [("two", True)]
    record(tmp_path / "runs", one=("3", "4"), two=("3", "3"))
    assert lift(run(office, tmp_path / "runs")) == {"with": 2, "without": 1, "cases": 2, "reused": 1}
    assert baseline(office) == [("one", False), ("two", True)]


def test_a_pull_request_believes_what_its_base_holds(office: Repo, tmp_path: Path) -> None:
    record(tmp_path / "runs", one=("3", "4"), two=("3", "3"))
    run(office, tmp_path / "runs")
    office.git("add", "--all")
    office.commit(message="results")
    office.git("checkout", "--quiet", "-b", "change")
    office.commit({"plugins/office/skills/tally/SKILL.md": SKILL.format(body="Add them up, twice.")})
    forged = (office.root / FOLDER / "results.json").read_text(encoding="utf-8").replace("false", "true")
    office.commit({f"{FOLDER}/results.json": forged})
    out = tmp_path / "out"
    words = ["pr", "--base", "main", "--backend", "replay", "--replay", str(tmp_path / "runs"), "--out", str(out)]
    main([*words, "--quiet"])
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert lift(report["compare"]) == {"with": 2, "without": 1, "cases": 2, "reused": 2}
    comment = (out / "comment.md").read_text(encoding="utf-8")
    assert "with the skill 2/2, without it 1/2; 2 of the runs without it reused from stored results" in comment


def lift(compared: dict[str, Any]) -> dict[str, int]:
    """The counts that are not zero."""
    (family,) = compared["suites"]
    return {name: count for name, count in family["lift"].items() if count}
