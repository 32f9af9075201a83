"""`lint FILE --related`, as the hook calls it: what the named file breaks in another one is told too."""

import json
from pathlib import Path

import pytest

from command_line import SUITE, Call, skill, small, triggers
from git_repo import Repo

BROKEN_BY = [
    (
        "skills/sheep/SKILL.md",
        skill().replace("description:", "disable-model-invocation: true\ndescription:"),
        ("not-model-invocable", SUITE),
    ),
    (
        "skills/sheep/evals/a-triggers.json",
        json.dumps(
            {
                "skill_name": "sheep",
                "queries": [{"query": "Please count woolly sheep, ten of them", "should_trigger": False}],
            }
        ),
        ("conflicting-query", SUITE),
    ),
    (
        "skills/sheep/evals/zz-triggers.json",
        json.dumps(
            {
                "skill_name": "sheep",
                "queries": [{"query": f"Please weigh goat number {n}", "should_trigger": True} for n in range(30)],
            }
        ),
        ("unbalanced-triggers", SUITE),
    ),
]


@pytest.mark.parametrize(("path", "text", "finding"), BROKEN_BY, ids=[case[2][0] for case in BROKEN_BY])
def test_what_a_named_file_breaks_elsewhere(
    path: str, text: str, finding: tuple[str, str], repo: Repo, call: Call
) -> None:
    small(repo).write({path: text})

    def found(*words: object) -> list[tuple[str, str]]:
        done = call("lint", repo.root / path, "--format", "json", *words)
        return [(one["rule"], one["path"]) for one in done.json["diagnostics"]]

    assert finding not in found()
    assert finding in found("--related")


def test_what_another_file_breaks_elsewhere_stays_untold(repo: Repo, call: Call) -> None:
    small(repo).write({SUITE: triggers().replace("true", '"true"', 1)})
    done = call("lint", repo.root / "skills/sheep/SKILL.md", "--related", "--format", "json")
    assert (done.code, done.rules) == (0, [])


def test_an_accepted_finding_stays_accepted(repo: Repo, call: Call) -> None:
    small(repo).write({BROKEN_BY[0][0]: BROKEN_BY[0][1]})
    call("lint", repo.root, "--write-baseline")
    assert call("lint", repo.root / "skills/sheep/SKILL.md", "--related", "--format", "json").rules == []


@pytest.mark.parametrize("name", [".skill-evals.yml", ".evolve.yaml"])
def test_a_configuration_may_change_anything(name: str, repo: Repo, call: Call) -> None:
    small(repo).write({SUITE: triggers().replace("true", '"true"', 1), name: "layout: single\n"})
    assert call("lint", repo.root / name, "--format", "json").code == 0
    assert call("lint", repo.root / name, "--related", "--format", "json").rules == ["not-boolean"]


def test_a_fix_of_the_named_file_is_no_fix_of_the_others(repo: Repo, call: Call) -> None:
    small(repo).write({SUITE: triggers().replace("true", '"true"', 1)})
    before = (repo.root / SUITE).read_bytes()
    assert call("lint", repo.root / "skills/sheep/SKILL.md", "--fix").code == 0
    assert Path(repo.root / SUITE).read_bytes() == before
