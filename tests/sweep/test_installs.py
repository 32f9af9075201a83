"""What of a skill an agent finds on disk: its own arm's files as they are, and never what it is graded by."""

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from git_repo import Exec, Files, Link, Repo
from skill_evals.app.place import open_place
from skill_evals.app.reading import read_tree
from skill_evals.app.sweep.installs import installer
from skill_evals.edges.git import Git
from skill_evals.edges.git_tree import GitTree
from skill_evals.model.config import Config
from skill_evals.model.evidence import Arm, Stage
from skill_evals.model.files import FileTree
from skill_evals.model.skill import Skill
from skill_evals.run.links import leads_out
from skill_evals.run.ports.request import Install, RunRequest, TreeFile

from .worlds import Backend, side, swept, tasks

SKILL = "---\nname: tally\ndescription: Add up the numbers of a table.\n---\nAdd them up.\n"
SUITE = json.dumps({"skill_name": "tally", "evals": [{"id": 1, "prompt": "Add", "expectations": ["It says 3"]}]})
LFS = "version https://git-lfs.github.com/spec/v1\noid sha256:" + 64 * "0" + "\nsize 12\n"


def tree(repo: Repo, files: Files) -> FileTree:
    repo.commit(files)
    return open_place([], root=repo.root).files


def installed(files: FileTree, name: str = "tally") -> Install | str:
    reading = read_tree(files, Config())
    (skill,) = [skill for skill in reading.project.skills if skill.name == name]
    return installer(reading)(skill)


def files_of(files: FileTree, name: str = "tally") -> Mapping[str, TreeFile]:
    found = installed(files, name)
    assert isinstance(found, Install)
    assert found.name == name
    return found.files


def test_files_come_as_they_are_with_modes_and_links(repo: Repo) -> None:
    script: Files = {
        "skills/tally/scripts/add.sh": Exec("echo 3\n"),
        "skills/tally/add": Link("scripts/add.sh"),
    }
    found = files_of(tree(repo, {"skills/tally/SKILL.md": SKILL, **script}))
    assert found == {
        "SKILL.md": TreeFile(data=SKILL.encode()),
        "add": TreeFile(data=b"", link="scripts/add.sh"),
        "scripts/add.sh": TreeFile(data=b"echo 3\n", executable=True),
    }


def test_the_base_comes_from_its_commit_and_the_head_from_the_work_tree(repo: Repo) -> None:
    first = repo.commit({"skills/tally/SKILL.md": SKILL, "skills/tally/old.md": "old"})
    repo.write({"skills/tally/SKILL.md": SKILL + "Twice.\n"})
    (repo.root / "skills/tally/old.md").unlink()
    with GitTree(Git(repo.root), first) as base:
        assert set(files_of(base)) == {"SKILL.md", "old.md"}
    head = files_of(open_place([], root=repo.root).files)
    assert head == {"SKILL.md": TreeFile(data=(SKILL + "Twice.\n").encode())}


@pytest.mark.parametrize(
    "answers",
    [
        {"skills/tally/evals/evals.json": SUITE, "skills/tally/evals/files/expected.csv": "3"},
        {"skills/tally/tests/evals.json": SUITE, "skills/tally/tests/results.json": "{}"},
        {"skills/tally/evals.json": SUITE},
        {"skills/tally/evals/evals.json": SUITE, "skills/tally/references/notes.json": SUITE},
    ],
    ids=["evals/", "another folder", "beside the skill", "a copy"],
)
def test_no_suite_and_nothing_beside_it_is_handed_over(repo: Repo, answers: Files) -> None:
    found = files_of(tree(repo, {"skills/tally/SKILL.md": SKILL, "skills/tally/references/how.md": "how", **answers}))
    assert set(found) == {"SKILL.md", "references/how.md"}


def test_a_skill_at_the_root_brings_the_suites_of_no_other(repo: Repo) -> None:
    other = {"skills/other/SKILL.md": SKILL.replace("tally", "other"), "skills/other/evals/evals.json": SUITE}
    found = files_of(tree(repo, {"SKILL.md": SKILL, "evals/evals.json": SUITE, "how.md": "how", **other}))
    assert not [path for path in found if path.endswith(".json")]
    assert {"SKILL.md", "how.md"} <= set(found)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"skills/tally/table.bin": LFS}, "run `git lfs pull`"),
        ({"skills/tally/out": Link("../../../etc/passwd")}, "its link out leads out of it"),
        ({"skills/tally/out": Link("/etc/passwd")}, "its link out leads out of it"),
    ],
)
def test_what_cannot_be_installed_is_said(repo: Repo, files: Files, words: str) -> None:
    found = installed(tree(repo, {"skills/tally/SKILL.md": SKILL, **files}))
    assert isinstance(found, str)
    assert found.startswith("the skill tally cannot be installed: ")
    assert words in found


@pytest.mark.parametrize(
    ("path", "target", "out"),
    [
        ("a", "b", False),
        ("a", "./b/c", False),
        ("d/a", "../b", False),
        ("d/a", "../../b", True),
        ("a", "..", True),
        ("a", "b/../c", True),
        ("a", "/b", True),
        ("a", "", True),
    ],
)
def test_where_a_link_may_lead(path: str, target: str, out: bool) -> None:
    assert leads_out(path, target) is out


class Agents(Backend):
    installs = frozenset({"evals"})


WHOLE = side({"bake-bread": ()}, {"brew-tea": tasks(one="brew")})


def install(skill: Skill) -> Install:
    return Install(name=skill.name, files={"SKILL.md": TreeFile(data=b"")})


def requests(backend: Backend) -> Mapping[Arm, RunRequest]:
    return {request.key.arm: request for request in backend.asked}


def test_a_task_finds_its_own_skill_and_no_sibling_and_without_the_skill_nothing() -> None:
    whole, backend = replace(WHOLE, install=install), Agents(lambda _: "done")
    swept(backend, whole, whole)
    found = {arm: [one.name for one in request.installs] for arm, request in requests(backend).items()}
    assert found == {Arm.BASE: ["brew-tea"], Arm.HEAD: ["brew-tea"], Arm.LIFT: []}


def test_a_backend_that_asks_for_no_files_gets_none() -> None:
    backend = Backend(lambda _: "done")
    swept(backend, WHOLE, WHOLE)
    cases = [request for request in backend.asked if request.key.stage is not Stage.CONTROL]
    assert [len(request.installs) for request in cases] == [0] * len(cases)


def test_a_skill_that_cannot_be_installed_costs_nothing() -> None:
    backend = Agents(lambda _: "done")
    pointer = replace(WHOLE, install=lambda _: "a pointer; run `git lfs pull`")
    result = swept(backend, pointer, replace(WHOLE, install=install))
    assert Arm.BASE not in requests(backend)
    (case,) = [case for family in result.comparison.families for case in family.cases]
    assert case.reasons[0] == "base: a pointer; run `git lfs pull`"
