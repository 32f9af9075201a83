"""What the server's judge says: entries of its answer, and what it was asked."""

import asyncio
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from judge.records import evidence, request
from servers.messages_wire import Reply, text
from skill_evals.edges.judge.judge import MessagesJudge
from skill_evals.model.evidence import Evidence
from skill_evals.model.suite import EvalCase
from skill_evals.run.ports.judge import Judged
from skill_evals.run.ports.request import Meter


def entry(criterion: int = 1, verdict: str = "pass", **more: object) -> dict[str, object]:
    whole: dict[str, object] = {
        "criterion": criterion,
        "reasoning": "It says so.",
        "basis": "quote",
        "quote": "",
        "absent": "",
        "searched": [],
        "verdict": verdict,
    }
    return {**whole, **more}


def quoting(quote: str, criterion: int = 1, verdict: str = "pass") -> dict[str, object]:
    return entry(criterion, verdict, quote=quote)


def absent(what: str, *searched: str, criterion: int = 1, verdict: str = "pass") -> dict[str, object]:
    return entry(criterion, verdict, basis="absence", absent=what, searched=list(searched))


def verdicts(*entries: Mapping[str, object], **more: Any) -> Reply:
    return text(json.dumps({"verdicts": entries}), **more)


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One request to a judge, taken apart as its words say."""

    criteria: str
    fence: str
    record: str
    last: str
    complaint: str = ""


def asked(body: Mapping[str, Any]) -> Asked:
    criteria, record, last = (block["text"] for block in body["messages"][0]["content"])
    found = re.search(r"Its random word is (\S+)\.$", criteria)
    assert found is not None
    told = body["messages"][2]["content"] if len(body["messages"]) > 1 else ""
    return Asked(criteria=criteria, fence=found[1], record=record, last=last, complaint=told)


def judged(
    judge: MessagesJudge, case: EvalCase, found: Evidence | None = None, *, meter: Meter | None = None
) -> Judged:
    return many(judge, [(case, found)], meter=meter)[0]


def many(
    judge: MessagesJudge, runs: Iterable[tuple[EvalCase, Evidence | None]], *, meter: Meter | None = None
) -> list[Judged]:
    async def all_of_them() -> list[Judged]:
        try:
            told = []
            for case, found in runs:
                asks = replace(request(case), meter=meter)
                told.append(await judge.judged(asks, found or evidence()))
            return told
        finally:
            await judge.close()

    return asyncio.run(all_of_them())
