"""Whole sweeps with a judge, through the command line: recorded runs are judged, as a backend's would be."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import Serve
from command_line import Call, skill
from git_repo import Repo
from judge.bench import asked, quoting, verdicts
from judge.records import evidence
from servers.messages_api import Script
from servers.messages_wire import Fault, Reply
from skill_evals.edges.backends.messages.credentials import KEY
from skill_evals.model.evidence import Arm, RunKey, Stage
from skill_evals.model.suite import Tier
from skill_evals.run.record import decode, encode

SUITE, RESULTS = "skills/sheep/evals/evals.json", "skills/sheep/evals/results.json"
SIDECAR = "skills/sheep/evals/results.provenance.json"
MODEL = "anthropic/claude-sonnet-5-5"
TASKS = {"count": "Ten sheep, counted.", "shear": "All sheep are shorn."}
"""What the agent answered, by case; each is to be the expectation of its case as well, but for the second."""


def suite(*, expect: str = "It counts the sheep.") -> str:
    cases = [{"id": one, "prompt": f"Please {one}.", "expectations": [expect]} for one in TASKS]
    return json.dumps({"skill_name": "sheep", "evals": cases}, indent=1)


@pytest.fixture
def meadow(repo: Repo) -> Repo:
    repo.commit({"skills/sheep/SKILL.md": skill(), SUITE: suite()})
    return repo


@pytest.fixture
def recordings(tmp_path: Path) -> Path:
    """Every run that a sweep may ask for, none of them judged."""
    folder = tmp_path / "recordings"
    folder.mkdir()
    runs = [(arm, Stage.SCREENING, n) for arm in Arm for n in range(3)]
    runs += [(arm, Stage.CONFIRM, n) for arm in (Arm.BASE, Arm.HEAD) for n in range(10)]
    lines = [
        encode(
            evidence(
                answer,
                key=RunKey(arm=arm, stage=stage, tier=Tier.EVALS, model=MODEL, suite=SUITE, case=case, index=index),
            )
        )
        for arm, stage, index in runs
        for case, answer in TASKS.items()
    ]
    (folder / "runs.jsonl").write_text("\n".join(lines) + "\n")
    return folder


def counting(body: Mapping[str, Any]) -> Reply | Fault:
    """Passes what counted, fails what did not."""
    return verdicts(
        quoting("Ten sheep, counted.") if "counted" in asked(body).record else quoting("All sheep", 1, "fail")
    )


def results(root: Path) -> dict[str, bool | None]:
    told = json.loads((root / RESULTS).read_text())["models"][MODEL]["evals"]["results"]
    return {one["id"]: one.get("passed") for one in told}


Judge = Callable[..., Any]


@pytest.fixture
def rejudge(serve: Serve, meadow: Repo, recordings: Path, call: Call) -> Judge:
    """Runs everything that is recorded and has it judged; gives the server as well."""

    def run(script: Script, *words: object, verb: tuple[object, ...] = ("run", "--all"), **more: Any) -> Any:
        api = serve(script, **more)
        done = call(*verb, "--replay", recordings, "--rejudge", "--root", meadow.root, *words)
        return api, done

    return run


def test_the_judge_s_verdicts_become_results_with_its_name_beside_them(rejudge: Judge, meadow: Repo) -> None:
    api, done = rejudge(counting, "--write-results", "--format", "json", "--runs", 1)
    assert done.code == 0, done.err
    assert results(meadow.root) == {"count": True, "shear": False}
    assert "Ten sheep, counted." in (meadow.root / RESULTS).read_text()
    sweeps = json.loads((meadow.root / SIDECAR).read_text())["models"][MODEL]["evals"]["sweeps"]
    assert {sweep["judge"].rpartition("/")[0] for sweep in sweeps} == {"claude-opus-5-5/1"}
    assert len(api.messages) == 2 * 2, "both cases, with the skill and without"
    assert done.json["run"]["spending"]["judge"] == pytest.approx(done.json["run"]["usd"])
    assert done.json["run"]["usd"] > 0


def test_what_was_judged_and_recorded_is_graded_again_for_nothing(
    rejudge: Judge, meadow: Repo, call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = tmp_path / "kept"
    rejudge(counting, "--runs", 1, "--record", kept)
    lines = (kept / "runs.jsonl").read_text().splitlines()
    assert len(lines) == 4
    assert all(decode(line, "").judging is not None for line in lines)
    monkeypatch.delenv(KEY)
    done = call("run", "--all", "--replay", kept, "--write-results", "--runs", 1, "--root", meadow.root)
    assert done.code == 0, done.err
    assert results(meadow.root) == {"count": True, "shear": False}


def test_without_a_judge_what_only_a_judge_decides_is_skipped(
    meadow: Repo, recordings: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(KEY, raising=False)
    done = call("run", "--all", "--replay", recordings, "--write-results", "--root", meadow.root)
    assert done.code == 0, done.err
    assert not (meadow.root / RESULTS).exists()


@pytest.mark.parametrize(
    ("fault", "words"),
    [
        (Reply(stop="refusal"), "judge error: the judge refused to answer"),
        (Fault(status=500, message="oh"), "judge error: the API failed (500: oh)"),
        (verdicts(), "judge error: the judge's answer cannot be used: there is no verdict on it"),
        (verdicts(quoting("made up")), "judge error: the quote does not stand in the record: made up (asked twice)"),
    ],
)
def test_no_fault_of_the_judge_passes_or_fails_a_case(
    rejudge: Judge, meadow: Repo, hasty: None, fault: Reply | Fault, words: str
) -> None:
    _, done = rejudge(lambda body: fault, "--write-results", "--runs", 1)
    assert done.code == 3
    assert results(meadow.root) == {"count": None, "shear": None}
    assert words.removeprefix("judge error: ") in (meadow.root / RESULTS).read_text() + done.out


def test_a_sweep_whose_judge_ran_out_of_credit_resumes_with_the_judge_alone(
    rejudge: Judge, meadow: Repo, tmp_path: Path
) -> None:
    credit = iter(range(1))

    def poor(body: Mapping[str, Any]) -> Reply | Fault:
        return counting(body) if next(credit, None) is not None else Fault(status=402, message="no credit")

    words = ("--write-results", "--runs", 1, "--journal", tmp_path / "journal", "--jobs", 1, "--format", "json")
    _, stopped = rejudge(poor, *words)
    assert stopped.code == 3
    assert "the account cannot pay (402: no credit)" in stopped.json["run"]["partial"]
    api, done = rejudge(counting, *words)
    assert done.code == 0, done.err
    assert done.json["run"]["resumed"] == 2
    assert len(api.messages) == 3, "one of four was judged before"
    assert results(meadow.root) == {"count": True, "shear": False}


class TestStoredVerdicts:
    """Of the base: they stand for it only where the same judge would judge."""

    @pytest.fixture
    def committed(self, rejudge: Judge, meadow: Repo) -> Repo:
        rejudge(counting, "--write-results", "--runs", 1)
        meadow.git("add", "-A")
        meadow.git("commit", "-qm", "results")
        meadow.git("checkout", "-q", "-b", "change")
        meadow.commit({"skills/sheep/SKILL.md": skill(does="count many woolly sheep")})
        return meadow

    def arms(self, rejudge: Judge, tmp_path: Path, *words: object) -> int:
        """How many runs a pull request has judged. A case of the head takes one, each other arm one more."""
        verb = ("pr", "--base", "main", "--out", tmp_path / "out")
        api, done = rejudge(counting, "--runs", 1, *words, verb=verb)
        assert done.code in (0, 1), done.err
        return len(api.messages)

    def test_the_same_judge_need_not_judge_again(self, committed: Repo, rejudge: Judge, tmp_path: Path) -> None:
        assert self.arms(rejudge, tmp_path) == 2

    def test_another_judge_judges_the_base_as_well(self, committed: Repo, rejudge: Judge, tmp_path: Path) -> None:
        assert self.arms(rejudge, tmp_path, "--judge-model", "haiku") == 2 * 3

    def test_a_recorded_verdict_is_no_verdict_of_this_judge(
        self, committed: Repo, call: Call, recordings: Path, tmp_path: Path
    ) -> None:
        done = call("pr", "--base", "main", "--replay", recordings, "--root", committed.root, "--out", tmp_path / "out")
        report = json.loads((tmp_path / "out" / "report.json").read_text())
        assert "reused" not in json.dumps(report["compare"]), done.err


def test_who_judges_himself_is_told_in_the_report(rejudge: Judge, meadow: Repo, tmp_path: Path) -> None:
    meadow.git("checkout", "-q", "-b", "change")
    meadow.commit({"skills/sheep/SKILL.md": skill(does="count many woolly sheep")})
    verb = ("pr", "--base", "main", "--out", tmp_path / "out")
    _, done = rejudge(counting, "--runs", 1, "--judge-model", MODEL, verb=verb)
    assert done.code == 0, done.err
    comment = (tmp_path / "out" / "comment.md").read_text()
    assert "judged its own runs" in comment
    assert "calls of the judge claude-sonnet-5-5" in comment


def test_there_is_something_to_judge_again_only_in_recordings(meadow: Repo, recordings: Path, call: Call) -> None:
    for words in (("--rejudge",), ("--rejudge", "--no-judge", "--replay", recordings)):
        done = call("run", "--all", "--root", meadow.root, *words)
        assert done.code == 2
        assert "--rejudge asks a judge about recorded runs" in done.err


def test_a_dialect_s_own_words_for_a_judge_are_understood(rejudge: Judge, meadow: Repo, recordings: Path) -> None:
    assertions = [
        {"id": "a", "type": "llm_judge", "rubric": "It counts the sheep.", "model": "haiku"},
        {"id": "b", "type": "llm_judge", "rubric": "It is about sheep."},
    ]
    cases = [{"id": "count", "prompt": "Please count.", "expected_output": "Ten.", "assertions": assertions}]
    meadow.commit({SUITE: json.dumps({"skill_name": "sheep", "evals": cases}, indent=1)})
    api, done = rejudge(counting, "--write-results", "--runs", 1)
    assert done.code == 0, done.err
    assert {body["model"] for body in api.messages} == {"claude-haiku-5-5", "claude-opus-5-5"}
    assert results(meadow.root) == {"count": True}


def test_the_key_is_found_in_no_file(rejudge: Judge, meadow: Repo, recordings: Path, tmp_path: Path) -> None:
    marker = "sk-marker-91c2"
    out = tmp_path / "out"
    words = ("--write-results", "--runs", 1, "--record", out / "rec", "--journal", out / "journal")
    api, done = rejudge(counting, *words, key=marker)
    assert done.code == 0
    assert api.messages
    assert all(sent.authorised and marker not in sent.text for sent in api.requests)
    assert marker not in done.out + done.err
    files = [path for root in (meadow.root, out) for path in root.rglob("*") if path.is_file()]
    assert len(files) > 5
    assert not [path for path in files if marker.encode() in path.read_bytes()]
