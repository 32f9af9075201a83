"""Every option of the command line is described, on its page of the documentation as well."""

import argparse
import re
from pathlib import Path

import pytest

from skill_evals.cli import action as step
from skill_evals.cli import (
    calibrate,
    calibrate_judge,
    compare,
    doctor,
    explain,
    init,
    lint,
    merge,
    merge_driver,
    nights,
    plan,
    pr,
    results,
    rules,
    run,
)
from skill_evals.cli.main import VERBS
from skill_evals.cli.parser import Parser

MODULES = {
    "lint": lint, "plan": plan, "run": run, "compare": compare, "pr": pr, "merge": merge,
    "merge-driver": merge_driver, "nights": nights, "action": step, "results": results, "rules": rules,
    "explain": explain, "init": init, "calibrate": calibrate, "calibrate-judge": calibrate_judge, "doctor": doctor,
}  # fmt: skip
PAGE = (Path(__file__).resolve().parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")

PROMISED = {
    "lint": ["--base", "--select", "--ignore", "--fix", "--format", "--output", "--root", "--tree-listing",
             "--force-exclude", "--fail-on", "--max-warnings", "--fetch", "--quiet", "--color"],
    "plan": ["--base", "--format", "--fetch", "--quiet", "--color"],
    "run": ["--base", "--all", "--tier", "--skill", "--backend", "--model", "--runs", "--jobs", "--max-cost-usd",
            "--record", "--dry-run", "--fetch", "--quiet", "--color"],
    "compare": ["--base", "--format", "--fetch", "--quiet", "--color"],
    "pr": ["--base", "--backend", "--out", "--fetch", "--quiet", "--color"],
    "results": ["--skill", "--format"],
}  # fmt: skip
"""What the product's design lists, by verb."""


def actions(verb: str) -> list[argparse.Action]:
    parser = Parser(prog=verb)
    MODULES[verb].add_arguments(parser)
    found = list(parser._actions)
    for action in parser._actions:
        if isinstance(action.choices, dict):
            found += [inner for sub in action.choices.values() for inner in sub._actions]
    return found


def options(verb: str) -> list[str]:
    return [word for action in actions(verb) for word in action.option_strings]


def test_every_verb_is_here() -> None:
    assert list(MODULES) == list(VERBS)


@pytest.mark.parametrize("verb", VERBS)
def test_every_option_and_argument_is_described(verb: str) -> None:
    for action in actions(verb):
        if action.dest != "what":  # the names of sub-verbs, each with a line of its own
            assert action.help, action


@pytest.mark.parametrize("verb", PROMISED)
def test_what_is_promised_is_there_or_said_to_come_later(verb: str) -> None:
    _, _, later = PAGE.partition("## Not there yet")
    for option in PROMISED[verb]:
        assert option in options(verb) or f"`{option}`" in later, option


@pytest.mark.parametrize("verb", VERBS)
def test_the_page_names_every_option(verb: str) -> None:
    for option in options(verb):
        if option.startswith("--") and option != "--help":
            assert f"`{option}" in PAGE, option


def test_the_page_names_no_option_that_does_not_exist() -> None:
    now, _, _ = PAGE.partition("## Not there yet")
    known = {option for verb in VERBS for option in options(verb)} | {"--version", "--help"}
    assert set(re.findall(r"`(--[a-z-]+)", now)) <= known


def test_every_verb_and_exit_code_has_its_line() -> None:
    assert all(f"### `skill-evals {verb}" in PAGE for verb in VERBS)
    assert all(f"| {code} |" in PAGE for code in (0, 1, 2, 3, 130, 141))
