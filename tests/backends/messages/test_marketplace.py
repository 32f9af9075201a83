"""Whole sweeps of Tier 2 over examples/marketplace, the agent and the judge played by the server.

``pytest tests/backends/messages/test_marketplace.py --update-goldens`` writes the files of ``marketplace/`` anew. What no
two runs share is left out of them: times, tokens, dollars and the names of workspaces.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from backends.messages.conftest import Serve
from backends.messages.marketplace import play
from command_line import Call
from git_repo import Repo

pytestmark = pytest.mark.usefixtures("shut_in")

MODEL = "anthropic/claude-sonnet-5-5"
GOLDEN = Path(__file__).parent / "marketplace"
EXAMPLE = Path(__file__).resolve().parents[3] / "examples" / "marketplace"
SKILL = "plugins/paperwork/skills/invoice-review/SKILL.md"
FEWER = "evals:\n  confirm-runs: 5\n  look: 2\n"
_OF_ONE_RUN = frozenset(
    {
        "ran_at", "avg_run_seconds", "timing", "measured", "seconds", "usage", "prompt_hash", "catalogue", "workspace",
        "tool_version", "previous", "stderr",
    }
)  # fmt: skip

Same = Callable[[str, str], None]


@pytest.fixture
def same(request: pytest.FixtureRequest) -> Same:
    """Compares a text with a golden file, or writes it."""

    def check(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-goldens"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check


@pytest.fixture
def example(repo: Repo) -> Repo:
    shutil.copytree(EXAMPLE, repo.root, dirs_exist_ok=True)
    repo.commit({".skill-evals.yml": FEWER}, message="example")
    return repo


def steady(value: Any) -> Any:
    """Without the members that differ from run to run."""
    if isinstance(value, dict):
        return {name: steady(member) for name, member in value.items() if name not in _OF_ONE_RUN}
    return [steady(item) for item in value] if isinstance(value, list) else value


def worded(text: str) -> str:
    """Dollars, digests, times and paths are other ones each time, or depend on how long a path is."""
    text = re.sub(r"\b[0-9.]+ ?s\b", "… s", re.sub(r"--replay \S+", "--replay …", text))
    text = re.sub(r"\$[0-9.]+[0-9]", "$…", text)
    text = re.sub(r"/[^ \"'\\]*skill-evals-[a-z0-9_]+/work", "WORKSPACE", text)
    return re.sub(r"\b[0-9a-f]{12,64}\b", "DIGEST", text)


def results_of(root: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(root.rglob("results.json")):
        held = json.loads(path.read_text())
        if MODEL in held["models"]:
            yield held["skill"], json.dumps(steady(held["models"][MODEL]["evals"]), indent=1) + "\n"


def recorded(folder: Path) -> str:
    lines = [json.loads(line) for line in (folder / "runs.jsonl").read_text().splitlines()]
    lines.sort(key=lambda line: json.dumps(line["key"]))
    return "".join(worded(json.dumps(steady(line), ensure_ascii=False)) + "\n" for line in lines)


def test_a_sweep_of_every_task(serve: Serve, example: Repo, call: Call, same: Same, tmp_path: Path) -> None:
    api = serve(play())
    words = ("run", "--all", "--tier", "evals", "--backend", "messages", "--allow-commands", "--jobs", 4)
    done = call(*words, "--root", example.root, "--record", tmp_path / "record")
    assert done.code == 0, done.err
    same("out.txt", worded(done.out))
    for skill, text in results_of(example.root):
        same(f"results/{skill}.json", worded(text))
    same("runs.jsonl", recorded(tmp_path / "record"))
    assert all(request.authorised for request in api.requests)


def test_the_record_is_graded_again_for_nothing(serve: Serve, example: Repo, call: Call, tmp_path: Path) -> None:
    api = serve(play())
    suite = ("--skill", "invoice-review", "--tier", "evals", "--root", example.root)
    first = call("run", "--all", *suite, "--backend", "messages", "--record", tmp_path / "record")
    asked = len(api.requests)
    again = call("run", "--all", *suite, "--replay", tmp_path / "record")
    assert (first.code, again.code, len(api.requests)) == (0, 0, asked)
    assert "invoice-review evals on anthropic/claude-sonnet-5-5: 1 of 2 pass" in first.out
    assert "invoice-review evals on anthropic/claude-sonnet-5-5: 1 of 2 pass" in again.out


def test_a_pull_request_that_breaks_a_task(serve: Serve, example: Repo, call: Call, same: Same, tmp_path: Path) -> None:
    serve(play())
    example.branch("change")
    changed = re.sub(r"4\. Write `review\.md`.*\n", "4. Say what you found.\n", (EXAMPLE / SKILL).read_text())
    example.commit({SKILL: changed})
    out = tmp_path / "out"
    where = ("--root", example.root, "--base", "main", "--out", out)
    done = call("pr", *where, "--backend", "messages", "--tier", "evals", "--jobs", 4, "--max-cost-usd", 100)
    assert done.code == 1, done.err
    comment = (out / "comment.md").read_text()
    assert "totals-add-up" in comment
    same("comment.md", worded(comment))
