"""Names of files that strangers chose, from git to the log, the outputs and the comment."""

import json
import os

import pytest

from action.workflow import Job
from command_line import Call, skill, triggers
from git_repo import Repo
from lint.outputs.test_github_commands import read

NAMES: dict[str, bytes] = {
    "accent": "café".encode(),
    "ideographs": "日本".encode(),
    "emoji": "🎉".encode(),
    "quote": b'a"b',
    "tab": b"a\tb",
    "newline": b"a\nb",
    "leading-dash": b"-rf",
    "trailing-space": b"end ",
    "spaces": b"two words and 'three'",
    "not-utf8": b"\xff\xfe",
}
PLACE = b"plugins/shipping/skills/"


def with_suites(job: Job, names: list[bytes]) -> list[str]:
    """A pull request that adds a skill of each name with one error in its suite; the paths of the suites."""
    job.origin.git("reset", "--quiet", "--hard", "main")
    suites = [PLACE + name + b"/evals/triggers.json" for name in names]
    skills = {PLACE + name + b"/SKILL.md": skill(f"zebra-{n}") for n, name in enumerate(names)}
    job.origin.commit(
        {**skills, **{path: triggers(f"zebra-{n}").replace("true", "1", 1) for n, path in enumerate(suites)}}
    )
    job.check_out()
    return [os.fsdecode(path) for path in suites]


@pytest.mark.bug(6)
@pytest.mark.bug(7)
@pytest.mark.bug(34)
def test_bug_6_7_34_no_name_is_quoted_split_or_passed_over(job: Job) -> None:
    """git writes such names in octal and in quotes, and shells split them; here each one is linted and told exactly."""
    suites = with_suites(job, list(NAMES.values()))
    done = job.step(job.pull(), mode="lint")
    changed = json.loads(done.outputs["changed-files"])
    assert set(suites) <= set(changed), done.log
    report = json.loads((job.workspace / ".skill-evals" / "report.json").read_bytes())
    found = {one["path"] for one in report["lint"]["diagnostics"] if one["rule"] == "not-boolean"}
    assert found == set(suites)


@pytest.mark.bug(31)
def test_bug_31_no_name_forges_a_command_of_the_runner(job: Job) -> None:
    """A name may hold a line break and then what the runner obeys, or the older form of it anywhere in its line."""
    forged = [b"x\n::error file=a::forged", b"##[error]forged", b"::add-mask::e", b"%0A::stop-commands::forged"]
    suites = with_suites(job, forged)
    done = job.step(job.pull(), backend="lexical", annotations="commands")
    commands, _ = read(done.log)
    assert {command.name for command in commands} <= {"error", "warning", "notice", "group", "endgroup"}
    assert {"a"}.isdisjoint(command.properties.get("file") for command in commands)
    files = {
        command.properties["file"] for command in commands if command.name == "error" and "file" in command.properties
    }
    assert set(suites) <= files


@pytest.mark.bug(63)
def test_bug_63_a_skill_whose_file_is_named_in_lower_case_is_said(repo: Repo, call: Call) -> None:
    """Some systems find ``skill.md`` under the name ``SKILL.md`` and others do not."""
    repo.commit({"skills/sheep/skill.md": skill(), "skills/sheep/evals/triggers.json": triggers()})
    done = call("lint", repo.root)
    assert "warning orphan-suite" in done.out
    assert "rename skills/sheep/skill.md to `SKILL.md`" in done.out


@pytest.mark.bug(63)
def test_bug_63_two_names_that_differ_by_case_only_are_said(repo: Repo, call: Call) -> None:
    """A checkout on such a system holds one of the two."""
    names = ("sheep", "Sheep")
    repo.commit(
        {f"skills/{name}/SKILL.md": skill(name) for name in names}
        | {f"skills/{name}/evals/triggers.json": triggers(name) for name in names}
    )
    done = call("lint", repo.root, "--format", "json")
    assert "duplicate-skill-name" in done.rules, done.out
