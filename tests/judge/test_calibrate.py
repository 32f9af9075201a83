"""``calibrate-judge``: a judge beside people, from a file of labels to the exit code."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import Serve
from command_line import Call
from judge.bench import absent, asked, entry, quoting, verdicts
from servers.messages_wire import Fault, Reply

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "judge" / "labels.yaml"
LABELS: dict[str, Any] = {
    "version": 1,
    "runs": [
        {"id": "hot", "answer": "The tea is hot.", "criteria": [{"rubric": "Hot?", "verdict": "pass"}]},
        {
            "id": "cold",
            "answer": "The tea is cold.",
            "criteria": [{"rubric": "Hot?", "verdicts": ["fail", "fail", "pass"]}],
        },
        {
            "id": "warm",
            "answer": "The tea is hot enough.",
            "criteria": [{"rubric": "Hot?", "verdicts": ["fail", "pass"]}],
        },
    ],
}


@pytest.fixture
def labels(tmp_path: Path) -> Path:
    file = tmp_path / "labels.json"
    file.write_text(json.dumps(LABELS))
    return file


def honest(body: Mapping[str, Any]) -> Reply | Fault:
    """Says that what is hot is hot."""
    record = asked(body).record
    return verdicts(quoting("The tea is hot") if "is hot" in record else quoting("The tea is cold", 1, "fail"))


def yes(body: Mapping[str, Any]) -> Reply | Fault:
    return verdicts(quoting("The tea is"))


def test_a_judge_that_agrees_is_good_enough(serve: Serve, labels: Path, call: Call) -> None:
    api = serve(honest)
    done = call("calibrate-judge", labels)
    assert done.code == 0, done.err
    assert done.err.startswith("At least 3 calls, $0.0")
    assert done.out == (
        "3 criteria of 3 runs, judged by claude-opus-5-5\n"
        "\n"
        "               judge: pass judge: fail\n"
        "people: pass             1           0\n"
        "people: fail             0           1\n"
        "\n"
        "1 criterion on which the people are evenly split, in no figure\n"
        "accuracy 1.00 (95 % interval 0.34 to 1.00)\n"
        "Cohen's kappa 1.00, enough: at least 0.8 is wanted\n"
        "2 criteria tell little: label at least 30\n"
        "\n" + done.out.splitlines()[-1] + "\n"
    )
    assert done.out.splitlines()[-1].startswith("3 calls for $0.0")
    assert len(api.messages) == 3


def test_a_judge_that_agrees_less_than_wanted_fails_and_shows_where(serve: Serve, labels: Path, call: Call) -> None:
    serve(yes)
    done = call("calibrate-judge", labels)
    assert done.code == 1
    assert "Cohen's kappa 0.00, too little: at least 0.8 is wanted" in done.out
    assert (
        f"{labels}, run cold, criterion 1: people fail (2 of 3), judge pass\n  Hot?\n  judge: The tea is\n" in done.out
    )
    assert call("calibrate-judge", labels, "--min-agreement", 0).code == 0


def test_as_json_everything_is_there(serve: Serve, labels: Path, call: Call) -> None:
    serve(yes)
    done = call("calibrate-judge", labels, "--format", "json", "--judge-model", "haiku")
    told = done.json
    assert (told["exit"], told["kappa"], told["accuracy"], told["split"]) == (done.code, 0, 0.5, 1)
    assert told["models"] == ["claude-haiku-5-5"]
    assert told["table"] == {"pass_pass": 1, "pass_fail": 0, "fail_pass": 1, "fail_fail": 0}
    assert [(one["run"], one["people"], one["judge"]) for one in told["criteria"]] == [
        ("hot", "pass", "pass"),
        ("cold", "fail", "pass"),
        ("warm", None, "pass"),
    ]
    assert 0 < told["usd"] < told["foreseen"][1]
    assert told["calls"] == 3


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (Reply(stop="refusal"), "judge: the judge refused to answer"),
        (Fault(status=500, message="oh"), "judge: the API failed (500: oh)"),
        (Fault(status=402, message="no credit"), "stopped before the end: the account cannot pay (402: no credit)"),
        (verdicts(quoting("made up")), "judge: the quote does not stand in the record: made up (asked twice)"),
        (verdicts(entry(1, "undecidable", basis="none")), "judge: the judge cannot tell: It says so."),
    ],
)
def test_what_was_not_measured_is_no_disagreement(
    serve: Serve, hasty: None, labels: Path, call: Call, said: Fault | Reply, words: str
) -> None:
    serve(lambda body: honest(body) if "is hot" in asked(body).record else said)
    done = call("calibrate-judge", labels, "--jobs", 1)
    assert done.code == 3
    assert words in done.out
    assert "kappa: not measured" in done.out


def test_one_verdict_for_all_tells_nothing(serve: Serve, tmp_path: Path, call: Call) -> None:
    serve(yes)
    file = tmp_path / "labels.json"
    file.write_text(json.dumps({"version": 1, "runs": LABELS["runs"][:1]}))
    done = call("calibrate-judge", file)
    assert done.code == 3
    assert "Cohen's kappa: not measured, since no verdict differs from any other" in done.out


def test_the_cap_holds_and_what_was_not_asked_is_said(serve: Serve, labels: Path, call: Call) -> None:
    api = serve(honest)
    done = call("calibrate-judge", labels, "--max-calls", 2, "--jobs", 1)
    assert (done.code, len(api.messages)) == (0, 2), "the third is the one that people are split about"
    assert "stopped before the end: the run was made and not judged: the cap of 2 calls was reached" in done.out
    poor = call("calibrate-judge", labels, "--max-cost-usd", 0.01)
    assert (poor.code, len(api.messages)) == (3, 2)
    assert "the cap of $0.01 was reached" in poor.out


def test_a_dry_run_asks_nobody_and_needs_no_key(monkeypatch: pytest.MonkeyPatch, labels: Path, call: Call) -> None:
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    done = call("calibrate-judge", labels, "--dry-run")
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("At least 3 calls, $0.0")
    found = call("calibrate-judge", labels, "--dry-run", "--format", "json").json
    assert (found["version"], found["calls"][0]) == (1, 3)
    assert 0 < found["usd"][0] < found["usd"][1]


def test_a_run_s_criteria_are_asked_together(serve: Serve, tmp_path: Path, call: Call) -> None:
    run = {
        "id": "whole",
        "answer": "Done.",
        "messages": ["I look."],
        "tool_calls": [{"name": "Bash", "arguments": {"command": "ls"}, "result": "a.txt"}],
        "files": {"a.txt": "leaves", "b.txt": None},
        "expected_output": "leaves",
        "criteria": [{"rubric": "It looks.", "verdict": "pass"}, {"rubric": "It writes b.txt.", "verdict": "fail"}],
    }
    file = tmp_path / "labels.yaml"
    file.write_text(json.dumps({"version": 1, "runs": [run]}))
    api = serve(lambda body: verdicts(quoting("command: ls"), absent("b.txt", "files", criterion=2, verdict="fail")))
    assert call("calibrate-judge", file).code == 0
    (body,) = api.messages
    assert "1. It looks.\n2. It writes b.txt.\n" in asked(body).criteria
    assert "WHAT ITS AUTHOR EXPECTED OF THE RUN (context, no criterion)\nleaves" in asked(body).criteria
    assert "it does not exist" in asked(body).record


WRONG = {
    "no JSON": ("{", "labels.json:1:2: "),
    "another version": (
        '{"version": 2, "runs": [{"id": "a", "criteria": [{"rubric": "r", "verdict": "pass"}]}]}',
        "labels.json:1:13: ",
    ),
    "no runs": ('{"version": 1, "runs": []}', "labels.json:1:24: this must not be empty"),
    "an unknown key": ('{"version": 1, "cases": [], "runs": []}', "labels.json:1:16: "),
    "a verdict that is none": (
        '{"version": 1, "runs": [{"id": "a", "criteria": [{"rubric": "r", "verdict": "maybe"}]}]}',
        "labels.json:1:77: ",
    ),
    "no verdict": ('{"version": 1, "runs": [{"id": "a", "criteria": [{"rubric": "r"}]}]}', "labels.json:1:50: "),
    "two kinds of verdict": (
        '{"version": 1, "runs": [{"id": "a", "criteria": [{"rubric": "r", "verdict": "pass", "verdicts": ["pass"]}]}]}',
        "labels.json:1:50: ",
    ),
    "no criteria": ('{"version": 1, "runs": [{"id": "a"}]}', "labels.json:1:25: "),
    "one id twice": (
        json.dumps({"version": 1, "runs": [LABELS["runs"][0]] * 2}),
        "holds two runs with the id 'hot'",
    ),
}


@pytest.mark.parametrize(("text", "words"), WRONG.values(), ids=WRONG.keys())
def test_a_file_that_is_not_of_the_form_is_told_with_its_place(
    tmp_path: Path, call: Call, text: str, words: str
) -> None:
    file = tmp_path / "labels.json"
    file.write_text(text)
    done = call("calibrate-judge", file)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert len(done.err.splitlines()) == 2, "what is wrong, and what to do"


@pytest.mark.parametrize("name", ["labels.txt", "labels.md", "none.json"])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, call: Call, name: str) -> None:
    (tmp_path / "labels.txt").write_text("{}")
    (tmp_path / "labels.md").write_text("{}")
    done = call("calibrate-judge", tmp_path / name)
    assert done.code == 2
    assert name in done.err


def test_an_agreement_that_nobody_can_reach_is_refused(labels: Path, call: Call) -> None:
    assert call("calibrate-judge", labels, "--min-agreement", 1.5).code == 2


def test_the_example_is_of_the_form(call: Call) -> None:
    done = call("calibrate-judge", EXAMPLE, "--dry-run")
    assert done.code == 0
    assert done.out.startswith("At least 4 calls, ")
