"""The shipped example as a repository, and a model that goes by words: what whole sweeps are made of."""

import json
import re
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from backends.claude_code.scenarios import using
from git_repo import Repo
from servers.messages_wire import Fault, Reply, text

ROOT = Path(__file__).resolve().parent.parent.parent
GREEDY = "for any other paper"
"""Words of the description that the change gives to `meeting-minutes`."""
WORDS = {
    "convert-roman-numerals": "Roman numeral",
    "flaky-tests": "flaky|at random|second try|order of the tests|time zone|quarantine|test_counter",
    "release-notes": "[Rr]elease notes|changelog|version",
    "travel-expenses": "receipts|trip|reimbursed|per diem|mileage|expense",
    "invoice-review": "invoice|VAT|bill",
    "meeting-minutes": "minutes|action items|decided|decisions|transcript",
}
CONFIGURATION = """\
triggers: {runs: 1, confirm-runs: 6, look: 3}
max-cost-usd: 1000
max-minutes: 60
allow-commands: true
"""
"""As few runs as can still decide."""
REVIEW = "## Totals\nNet 2,200.00\n\n## Differences\nThe VAT is wrong.\n\nHOLD\n"
BY_THE_SKILL = "Done as the skill says: the cause is shared state, seed 7."
ALONE = "I did what I could."


def repository(folder: Path) -> Repo:
    """`main` is the example, `change` its pull request, checked out."""
    shutil.copytree(ROOT / "examples" / "marketplace", folder)
    (folder / ".skill-evals.yml").write_text(CONFIGURATION, encoding="utf-8")
    repo = Repo(folder, start=False)
    repo.git("init", "--quiet", "--initial-branch=main")
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "The example")
    repo.git("checkout", "--quiet", "-b", "change")
    shutil.copytree(ROOT / "examples" / "change", folder, dirs_exist_ok=True)
    repo.git("add", "--all")
    repo.git("commit", "--quiet", "--message", "A greedier description")
    return repo


def model(body: Mapping[str, Any]) -> Reply | Fault:
    """Uses the first skill whose words stand in what the person wrote, works by it, and judges by what was said."""
    if "format" in body.get("output_config", {}):
        return _verdicts(_everything(body))
    if not body.get("tools"):
        return text("A title")
    turn = sum(message["role"] == "assistant" for message in body["messages"])
    skill = _skill(asked(body), _everything(body))
    if skill is None or not any(tool.get("name") == "Skill" for tool in body["tools"]):
        return text(ALONE)
    steps = [
        using(("Skill", {"skill": skill})),
        using(*(("Read", {"file_path": name}) for name in re.findall(r"[\w-]+\.txt", asked(body)) or ["notes.txt"])),
        using(("Write", {"file_path": "review.md", "content": REVIEW})),
    ]
    return steps[turn] if turn < len(steps) else text(BY_THE_SKILL)


def asked(body: Mapping[str, Any]) -> str:
    """What the person wrote: the last words of the first message."""
    content = next(message["content"] for message in body["messages"] if message["role"] == "user")
    if isinstance(content, str):
        return content
    return str([block["text"] for block in content if block.get("type") == "text"][-1])


def _everything(body: Mapping[str, Any]) -> str:
    return json.dumps(body["messages"], ensure_ascii=False)


def _skill(asked: str, told: str) -> str | None:
    found = next((name for name, words in WORDS.items() if re.search(words, asked)), None)
    if found == "invoice-review" and GREEDY in told:
        found = "meeting-minutes"
    return found if found is not None and f"- {found}" in told else None


def _verdicts(told: str) -> Reply:
    count = int(re.findall(r"Give (\d+) verdict", told)[-1])
    quote = BY_THE_SKILL if BY_THE_SKILL in told else ALONE
    verdict = {
        "reasoning": "It says so.",
        "basis": "quote",
        "quote": quote,
        "absent": "",
        "searched": [],
        "verdict": "pass" if quote == BY_THE_SKILL else "fail",
    }
    return text(json.dumps({"verdicts": [{"criterion": n + 1, **verdict} for n in range(count)]}))
