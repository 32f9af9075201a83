"""The agent that a server plays on the tasks of examples/marketplace: some done well, some badly, one given up."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from servers.messages_agent import Heard, Turn, agent, heard_of
from servers.messages_api import Script
from servers.messages_wire import Fault, Reply, calls, text

REVIEW = "# Review\n\n## Totals\n\nNet 2200.00, VAT 440.00, gross 2640.00.\n\n## Differences\n\nNone.\n\n{verdict}\n"


def reviews(heard: Heard) -> Reply:
    """With the skill, as it says; without it, in words only."""
    if heard.turn == 0:
        return uses(heard, "invoice-review") or calls(("Read", {"file_path": "invoice.txt"}))
    if heard.turn == 1 and has_skill(heard):
        base = heard.results[0].partition(": ")[2].partition("\n")[0]
        return calls(("Read", {"file_path": f"{base}/rounding.md"}), ("Read", {"file_path": "invoice.txt"}))
    if heard.turn == 2 and "Write `review.md`" in json.dumps(heard.body["messages"]):
        return calls(("Write", {"file_path": "review.md", "content": REVIEW.format(verdict="PAY")}))
    return text("The invoice is in order; pay it.")


def overlooks_the_vat(heard: Heard) -> Reply:
    """Looks into the skill's file without calling it, and gets it wrong."""
    if heard.turn == 0 and has_skill(heard):
        skill = f"{heard.workspace}/.claude/skills/invoice-review/SKILL.md"
        return calls(("Read", {"file_path": skill}), ("Read", {"file_path": "wrong-vat.txt"}))
    if heard.turn == 0:
        return calls(("Read", {"file_path": "wrong-vat.txt"}))
    if heard.turn == 1:
        return calls(("Write", {"file_path": "review.md", "content": REVIEW.format(verdict="PAY")}))
    return text("Yes, pay it.")


def mends_the_test(heard: Heard) -> Reply:
    if heard.turn == 0:
        return uses(heard, "flaky-tests") or calls(("Glob", {"pattern": "*.py"}))
    if heard.turn == 1:
        return calls(("Bash", {"command": "grep -c test_ test_counter.py; false"}))
    return text("Both tests share the module-level counter; I reset it in setUp.")


def gives_up(heard: Heard) -> Reply:
    """Nothing is told by this tool, and the last words claim nothing."""
    return calls(("Teleport", {"to": "seed"})) if heard.turn == 0 else text("I cannot say.")


def writes_notes(heard: Heard) -> Reply:
    if heard.turn == 0:
        return uses(heard, "release-notes") or calls(("Read", {"file_path": "fixtures/commits.txt"}))
    if heard.turn == 1 and has_skill(heard):
        return calls(("Glob", {"pattern": "**/commits.txt"}), ("Read", {"file_path": "fixtures/commits.txt"}))
    return text("2.0 removes --legacy; use --format instead.")


def uses_it_where_it_must_not(heard: Heard) -> Reply:
    return (heard.turn == 0 and uses(heard, "release-notes")) or text("The parser was split in two.")


def answers(words: str) -> Turn:
    return lambda heard: text(words)


TASKS: Mapping[str, Turn] = {
    "Review the invoice in invoice.txt": reviews,
    "The invoice in wrong-vat.txt came in": overlooks_the_vat,
    "test_counter.py fails about one time": mends_the_test,
    "Run test_counter.py in random order": gives_up,
    "Write the release notes for 2.0": writes_notes,
    "Summarise for me what the last three": uses_it_where_it_must_not,
    "Here are the receipts": answers("I made the report; the hotel receipt is missing."),
    "How much is the per diem": answers("200 euros."),
}


VERDICTS: Mapping[str, tuple[str, str]] = {
    "expenses.csv has one row": ("fail", ""),
    "The hotel receipt that is missing": ("pass", "the hotel receipt is missing"),
    "The answer is 200 euros": ("pass", "200 euros"),
    "Do the notes begin with": ("pass", "2.0 removes --legacy"),
    "Does the answer explain": ("pass", "The parser was split in two"),
    "The review names the VAT": ("fail", ""),
}


def judges(body: Mapping[str, Any]) -> Reply:
    """The judge's answer: each sentence decided by its first words, with a quote or with what is lacking."""
    asked = body["messages"][0]["content"][0]["text"].partition("WHAT ")[0]
    numbered = [line.partition(". ") for line in asked.splitlines() if line[:1].isdigit()]
    entries = []
    for number, _, sentence in numbered:
        verdict, quote = next(found for words, found in VERDICTS.items() if sentence.startswith(words))
        lacking = {"basis": "absence", "quote": "", "absent": "it", "searched": ["final answer", "messages"]}
        given = {"basis": "quote", "quote": quote, "absent": "", "searched": []} if quote else lacking
        entries.append({"criterion": int(number), "reasoning": "So it is.", "verdict": verdict, **given})
    return text(json.dumps({"verdicts": entries}))


def play() -> Script:
    def script(body: Mapping[str, Any]) -> Reply | Fault:
        if "tools" not in body:
            return judges(body)
        heard = heard_of(body)
        found: list[Callable[[Heard], Reply | Fault]] = [turn for words, turn in TASKS.items() if words in heard.shown]
        return agent(*found)(body) if found else Fault(status=400, type="invalid_request_error", message="what?")

    return script


def has_skill(heard: Heard) -> bool:
    return any(tool["name"] == "Skill" for tool in heard.body["tools"])


def uses(heard: Heard, skill: str) -> Reply | None:
    return calls(("Skill", {"skill": skill})) if has_skill(heard) else None
