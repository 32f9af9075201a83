"""The fault matrix of the judge: whatever goes wrong, no criterion passes or fails by it."""

from dataclasses import dataclass
from typing import Any

import pytest

from backends.messages.conftest import Serve
from judge.bench import absent, entry, judged, many, quoting, verdicts
from judge.conftest import Make
from judge.records import evidence, task
from servers.messages_wire import Fault, Reply, calls, text
from skill_evals.model.evidence import Judgement

CASE = task("It offers tea.", "It says that the tea is hot.")
TEA = evidence("Here is your tea. It is hot.")


@dataclass(frozen=True, kw_only=True)
class Row:
    said: Fault | Reply
    words: str
    asked: int = 1
    first: bool | None = None
    """The verdict on the first criterion, where only the second has none."""
    ends: bool = False
    """Whether no judge can be asked any more."""
    seconds: float = 30.0
    """Of patience with one call."""


USAGE_LIMIT = "You have reached your specified API usage limits. You will regain access on 2026-12-01 at 00:00 UTC."
GOOD = quoting("Here is your tea.")

ROWS = {
    "401": Row(said=Fault(status=401, message="no"), words="the API refuses the credential (401: no)", ends=True),
    "402": Row(said=Fault(status=402, message="no"), words="the account cannot pay (402: no)", ends=True),
    "403": Row(said=Fault(status=403, message="no"), words="the credential may not do this (403: no)", ends=True),
    "404": Row(said=Fault(status=404, message="no"), words="the API does not know the model (404: no)", ends=True),
    "400 at the usage limit": Row(
        said=Fault(status=400, message=USAGE_LIMIT), words="it ends 2026-12-01 at 00:00 UTC", ends=True
    ),
    "429 for an hour": Row(
        said=Fault(status=429, message="slow", headers={"retry-after": "3600"}),
        words="the API asks to wait 60 minutes",
        ends=True,
    ),
    "400": Row(said=Fault(status=400, message="odd"), words="the API rejects the request"),
    "413": Row(said=Fault(status=413, message="big"), words="too large for one request (413: big)"),
    "429": Row(said=Fault(status=429, message="slow"), words="the rate limit was reached (429: slow)", asked=4),
    "500": Row(said=Fault(status=500, message="oh"), words="the API failed (500: oh)", asked=4),
    "529": Row(said=Fault(status=529, message="busy"), words="the API is overloaded (529: busy)", asked=4),
    "overload in mid-stream": Row(
        said=Fault(event="overloaded_error", message="busy"), words="the API failed (busy)", asked=4
    ),
    "connection lost": Row(said=Fault(cut=0), words="the connection to the API was lost", asked=4),
    "connection lost in mid-stream": Row(said=Fault(cut=3), words="the connection to the API was lost", asked=4),
    "a stream that stalls": Row(said=Fault(stall=3), words="the answer did not come to its end in time", seconds=0.3),
    "no JSON from a proxy": Row(said=Fault(garbage=True), words="the answer broke off", asked=4),
    "refusal": Row(said=Reply(stop="refusal"), words="the judge refused to answer"),
    "a whole answer, then a refusal": Row(
        said=verdicts(GOOD, quoting("hot", 2), stop="refusal"), words="the judge refused to answer"
    ),
    "max_tokens": Row(
        said=verdicts(GOOD, stop="max_tokens"), words="the judge's answer was cut at its limit of tokens"
    ),
    "context": Row(
        said=Reply(stop="model_context_window_exceeded"), words="the record does not fit the judge's context"
    ),
    "a call of a tool": Row(said=calls(("Skill", {"skill": "x"})), words="not known here: tool_use"),
    "words": Row(said=text("Both pass!"), words="the judge's answer cannot be read: it is not JSON"),
    "nothing": Row(said=text(""), words="the judge's answer cannot be read: it is not JSON"),
    "half an answer": Row(said=text('{"verdicts": [{"criterion": 1'), words="cannot be read: it is not JSON"),
    "an unknown criterion": Row(
        said=verdicts(GOOD, quoting("It is hot.", 2), quoting("It is hot.", 3)),
        words="there is a verdict on criterion 3, which was not asked for",
    ),
    "a missing verdict": Row(said=verdicts(GOOD), words="cannot be used: there is no verdict on it", first=True),
    "two verdicts": Row(
        said=verdicts(GOOD, quoting("It is hot.", 2), quoting("It is hot.", 2, "fail")),
        words="cannot be used: there are 2 verdicts on it",
        first=True,
    ),
    "undecidable": Row(
        said=verdicts(GOOD, entry(2, "undecidable", basis="none", reasoning="It is cut.")),
        words="the judge cannot tell: It is cut.",
        first=True,
    ),
    "a quote that is not there, twice": Row(
        said=verdicts(GOOD, quoting("The tea is hot.", 2)),
        words="the quote does not stand in the record: The tea is hot. (asked twice)",
        asked=2,
        first=True,
    ),
    "a fail whose quote is not there, twice": Row(
        said=verdicts(GOOD, quoting("The tea is cold.", 2, "fail")),
        words="the quote does not stand in the record: The tea is cold. (asked twice)",
        asked=2,
        first=True,
    ),
    "an absence from what is not recorded": Row(
        said=verdicts(GOOD, absent("heat", "files", criterion=2, verdict="fail")),
        words="nothing can be shown to be absent from what is not recorded or not shown whole: files (asked twice)",
        asked=2,
        first=True,
    ),
}


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS.keys())
def test_no_fault_is_a_verdict(serve: Serve, judge: Make, row: Row) -> None:
    api = serve(lambda body: row.said)
    told = judged(judge(seconds=row.seconds), CASE, TEA)
    first, second = told.evidence.judgements[0], told.evidence.judgements[1]
    assert second.passed is None
    assert row.words in (second.error or "")
    assert first.passed is row.first
    assert (first.error is None) is (row.first is not None)
    assert len(api.messages) == row.asked
    assert (told.end is not None and row.words in told.end) is row.ends


def test_once_nothing_can_be_asked_no_other_run_asks(serve: Serve, judge: Make) -> None:
    api = serve(lambda body: Fault(status=402, message="no credit"))
    both = many(judge(), [(CASE, TEA), (CASE, TEA)])
    assert [told.end is not None for told in both] == [True, True]
    assert len(api.messages) == 1


def test_a_passing_fault_costs_nothing_but_time(serve: Serve, judge: Make) -> None:
    faults = [Fault(status=529), Fault(cut=2), Fault(status=429, headers={"retry-after": "0"})]
    good = verdicts(GOOD, quoting("It is hot.", 2))
    serve(lambda body: faults.pop() if faults else good)
    told = judged(judge(), CASE, TEA)
    assert [one.passed for one in told.evidence.judgements.values()] == [True, True]
    assert told.evidence.judging is not None
    assert told.evidence.judging.usage.calls == 2  # of the stream that broke off, the beginning is billed


def test_what_is_asked_again_is_only_what_did_not_hold(serve: Serve, judge: Make) -> None:
    answers = [
        verdicts(GOOD, quoting("The tea is hot.", 2)),
        verdicts(absent("any tea", "final answer", verdict="fail"), quoting("It is hot.", 2)),
    ]
    api = serve(lambda body: answers[len(body["messages"]) // 2])
    told = judged(judge(), CASE, TEA).evidence.judgements
    assert told == {
        0: Judgement(passed=True, evidence="Here is your tea."),
        1: Judgement(passed=True, evidence="It is hot."),
    }
    first, second = api.messages
    assert second["messages"][0] == first["messages"][0]
    complaint: Any = second["messages"][2]["content"]
    assert "- criterion 2: the quote does not stand in the record: The tea is hot." in complaint
    assert "criterion 1" not in complaint
