"""What goes to a log is no command to the runner: it ends a line at a carriage return, too."""

import json
import re

import pytest

from command_line import Call, skill, triggers
from git_repo import Repo
from skill_evals.cli.output import inert
from skill_evals.report.escape import shown, terminal

RESULTS = "skills/sheep/evals/results.json"
MODEL = "x\r::add-mask::a\n ::add-mask::b\u2028##[add-mask]c\x1b[2J"


def lines(log: str) -> list[str]:
    """As .NET's ``StreamReader.ReadLine`` parts them."""
    return re.split("\r\n|\r|\n", log)


@pytest.mark.parametrize("text", ["a\r::x::", "a\n::x::", "a\r\n ::x::", "a\r \t::x::", "::x::", "a\n\r::x::"])
def test_no_line_of_a_text_is_a_command(text: str) -> None:
    assert not [line for line in lines(inert(text)) if line.lstrip().startswith("::")]


@pytest.mark.parametrize("letter", ["\u202e", "\u061c", "\U000e0041", "\xad", "\x1b", "\u3164"])
def test_what_nobody_sees_is_shown(letter: str) -> None:
    for made in (terminal(f"a{letter}b"), shown(f"a{letter}b")):
        assert letter not in made
        assert made.startswith("a\\")


def test_the_name_of_a_model_in_committed_results_is_a_strangers(repo: Repo, call: Call) -> None:
    repo.commit({"skills/sheep/SKILL.md": skill(), "skills/sheep/evals/triggers.json": triggers()})
    call("run", "--root", repo.root, "--all", "--backend", "lexical", "--write-results", "-q")
    repo.commit(message="measured")
    repo.git("branch", "base")
    found = json.loads((repo.root / RESULTS).read_text(encoding="utf-8"))
    found["models"][MODEL] = next(iter(found["models"].values()))
    repo.commit({RESULTS: json.dumps(found)})

    for form in ("text", "markdown", "json"):
        done = call("compare", "--root", repo.root, "--base", "base", "--format", form)

        assert "add-mask" in done.out
        assert not [line for line in lines(done.out) if line.lstrip().startswith("::") or "##[" in line]
        assert not {"\x1b", "\r", "\u2028"} & set(done.out)
