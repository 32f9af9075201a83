"""An answer is read as strictly as it was asked for."""

import json

import pytest

from skill_evals.grade.judge.answer import Claim, MalformedAnswerError, read_answer
from skill_evals.grade.judge.trace import Kind


def entry(criterion: object = 1, **more: object) -> dict[str, object]:
    whole = {
        "criterion": criterion,
        "reasoning": "",
        "basis": "quote",
        "quote": "q",
        "absent": "",
        "searched": [],
        "verdict": "pass",
    }
    return {**whole, **more}


def answer(*entries: object) -> str:
    return json.dumps({"verdicts": entries})


def test_each_criterion_gets_its_claim() -> None:
    told = read_answer(answer(entry(2, verdict="fail"), entry(1, searched=["files", "files"])), [1, 2])
    assert told[1] == Claim(passed=True, basis="quote", quote="q", searched=(Kind.FILES,))
    assert isinstance(told[2], Claim)
    assert told[2].passed is False


def test_a_criterion_without_a_verdict_or_with_two_has_none() -> None:
    told = read_answer(answer(entry(1), entry(1, verdict="fail"), entry(3)), [1, 2, 3])
    assert (told[1], told[2]) == ("there are 2 verdicts on it", "there is no verdict on it")
    assert isinstance(told[3], Claim)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "it is not JSON"),
        ("All is well.", "it is not JSON"),
        (answer(entry())[:-5], "it is not JSON"),
        ("[" * 100_000, "it is not JSON"),
        ("[]", "no list of verdicts"),
        ('{"verdicts": {}}', "no list of verdicts"),
        ('{"verdicts": [], "verdicts": []}', "a name twice"),
        (answer("pass"), "a verdict is not an object"),
        (answer(entry("1")), "does not say on which criterion"),
        (answer(entry(True)), "does not say on which criterion"),
        (answer(entry(1.0)), "does not say on which criterion"),
        (answer(entry(4)), "criterion 4, which was not asked for"),
        (answer(entry(0)), "criterion 0, which was not asked for"),
        (answer(entry(verdict="PASS")), "`verdict` is none of pass, fail, undecidable"),
        (answer(entry(verdict=True)), "`verdict` is none of"),
        (answer(entry(verdict=["pass"])), "`verdict` is none of"),
        (answer(entry(basis="hope")), "`basis` is none of"),
        (answer(entry(quote=None)), "`quote` is not a text"),
        (answer(entry(searched="files")), "`searched` is not a list"),
        (answer(entry(searched=["everywhere"])), "`searched` is not a list"),
    ],
)
def test_what_is_no_answer_is_said_to_be_none(text: str, words: str) -> None:
    with pytest.raises(MalformedAnswerError, match=words):
        read_answer(text, [1, 2, 3])
