"""A case that lacks a fixture, or would be handed its own answer key, is never run: it is an error in words."""

import json
from dataclasses import replace

import pytest

from git_repo import Files, Link, Repo
from skill_evals.app.place import open_place
from skill_evals.app.reading import read_tree
from skill_evals.app.sweep.fixtures import stager
from skill_evals.app.sweep.nouns import ArmSide, Staging
from skill_evals.model.comparison import CaseClass
from skill_evals.model.config import Config
from skill_evals.model.evidence import Arm
from skill_evals.model.suite import EvalCase, Tier
from skill_evals.model.verdict import State

from .worlds import Backend, side, suite_path, swept, tasks

SKILL = "---\nname: tally\ndescription: Add up the numbers of a table.\n---\nAdd them up.\n"
EVOLVE = "plugins/office/evals/tally"
BESIDE = "skills/tally/evals"


def evolve(*files: str) -> Files:
    case = {"id": "sum", "prompt": "Add up", "files": list(files), "assertions": [{"type": "file_exists", "path": "a"}]}
    return {
        "plugins/office/.claude-plugin/plugin.json": '{"name": "office"}',
        "plugins/office/skills/tally/SKILL.md": SKILL,
        f"{EVOLVE}/evals.json": json.dumps({"skill_name": "tally", "evals": [case]}),
        f"{EVOLVE}/results.json": "{}",
        f"{EVOLVE}/files/in.csv": "1\n2\n",
    }


def beside(*files: str) -> Files:
    case = {"id": 1, "prompt": "Add up", "expected_output": "3", "files": list(files), "expectations": ["It says 3"]}
    return {
        "skills/tally/SKILL.md": SKILL,
        f"{BESIDE}/evals.json": json.dumps({"skill_name": "tally", "evals": [case]}),
        f"{BESIDE}/results.provenance.json": "{}",
        f"{BESIDE}/files/in.csv": "1\n2\n",
        f"{BESIDE}/files/deep/more.csv": "3\n",
    }


def staging(repo: Repo, files: Files) -> Staging:
    """Of the tree's only task."""
    repo.commit(files)
    reading = read_tree(open_place([], root=repo.root).files, Config())
    (suite,) = [found.suite for found in reading.project.suites if found.suite.evals]
    return stager(reading)(suite.path, suite.evals[0])


def test_fixtures_that_are_there_are_staged(repo: Repo) -> None:
    assert staging(repo, evolve("files/in.csv")) == Staging(files={"in.csv": b"1\n2\n"})


@pytest.mark.parametrize(
    ("files", "fault"),
    [
        (evolve("files/out.csv"), f"fixture `files/out.csv` is missing: there is no `{EVOLVE}/files/out.csv`"),
        (
            beside("../../../etc/passwd"),
            "fixture `../../../etc/passwd` leads out of the folder that fixtures come from",
        ),
        (evolve("evals.json"), "fixture `evals.json` is the suite or its results"),
        (evolve("results.json"), "fixture `results.json` is the suite or its results"),
        (beside("evals/evals.json"), "fixture `evals/evals.json` is the suite or its results"),
        (beside("results.provenance.json"), "fixture `results.provenance.json` is the suite or its results"),
    ],
)
def test_what_cannot_be_staged_is_a_fault(repo: Repo, files: Files, fault: str) -> None:
    found = staging(repo, files)
    assert found.fault is not None
    assert found.fault.startswith(fault)
    assert found.files == {}


def test_one_missing_fixture_is_enough(repo: Repo) -> None:
    assert staging(repo, evolve("files/in.csv", "files/out.csv")).files == {}


def test_a_link_is_not_followed(repo: Repo) -> None:
    found = staging(repo, {**evolve("files/in.csv"), f"{EVOLVE}/files/in.csv": Link("../../../../../../secret")})
    assert found.fault is not None
    assert "is a symbolic link" in found.fault


def test_a_copy_of_the_suite_elsewhere_is_refused(repo: Repo) -> None:
    tree, copy = dict(beside("notes.txt")), "skills/tally/notes.txt"
    found = staging(repo, {**tree, copy: tree[f"{BESIDE}/evals.json"]})
    assert found.fault == f"fixture `{copy}` is a copy of the suite, which no agent is handed"


def test_a_folder_brings_its_files_and_never_the_answer_key(repo: Repo) -> None:
    assert set(staging(repo, beside("files")).files) == {"files/in.csv", "files/deep/more.csv"}
    repo.git("rm", "-r", "--quiet", ".")
    whole = staging(repo, beside("evals"))
    assert whole.fault is None
    assert set(whole.files) == {"evals/files/in.csv", "evals/files/deep/more.csv"}


def seeded(*setup: str) -> Files:
    check = {"id": "c", "type": "command_check", "command": "make", "setup_files": list(setup)}
    case = {"id": "a", "prompt": "Add up", "expected_output": "3", "assertions": [check]}
    suite = json.dumps({"skill_name": "tally", "evals": [case]})
    return {
        "skills/tally/SKILL.md": SKILL,
        f"{BESIDE}/evals.json": suite,
        f"{BESIDE}/seed.sql": "select 1;",
        f"{BESIDE}/checks/a.py": "a",
    }


def test_files_for_a_check_are_kept_apart_from_what_the_agent_finds(repo: Repo) -> None:
    found = staging(repo, seeded("seed.sql", "checks"))
    assert found == Staging(setup={"seed.sql": b"select 1;", "checks/a.py": b"a"})


def test_a_missing_file_for_a_check_is_a_fault(repo: Repo) -> None:
    found = staging(repo, seeded("none.sql"))
    assert (found.fault or "").startswith(f"fixture `none.sql` is missing: there is no `{BESIDE}/none.sql`")


def test_an_edited_file_for_a_check_is_another_case(repo: Repo) -> None:
    hashes = set()
    for text in ("select 1;", "select 2;"):
        repo.commit({**seeded("seed.sql"), f"{BESIDE}/seed.sql": text})
        reading = read_tree(open_place([], root=repo.root).files, Config(), every_hash=True)
        (of_skill,) = reading.hashes.values()
        assert of_skill.evals is not None
        hashes.add(of_skill.evals.specs["a"])
    assert len(hashes) == 2
    assert None not in hashes


PATH = suite_path("brew-tea", Tier.EVALS)
FAULT = "fixture `water` is missing"


def lacking(whole: ArmSide, *cases: str) -> ArmSide:
    def stage(path: str, case: EvalCase) -> Staging:
        assert path == PATH
        return Staging(fault=FAULT) if case.key in cases else Staging(files={"pot": b""})

    return replace(whole, fixtures=stage)


WHOLE = side({}, {"brew-tea": tasks(one="brew", two="pour")})


def test_a_case_without_its_fixture_is_errored_and_costs_nothing() -> None:
    backend = Backend(lambda _: "done")
    result = swept(backend, lacking(WHOLE, "one"), lacking(WHOLE, "one"))
    one, two = (case for case in sorted(result.comparison.families[0].cases, key=lambda case: case.id))
    assert (one.case_class, two.case_class) == (CaseClass.ERRORED, CaseClass.STILL_PASSING)
    assert one.reasons == (f"base: {FAULT}", f"head: {FAULT}")
    assert {key.case for key in backend.cases()} == {"two"}
    assert result.stats.calls == len(backend.asked)


def test_a_fixture_that_the_head_deletes_is_an_edit_that_cannot_be_run() -> None:
    backend = Backend(lambda _: "done")
    result = swept(backend, lacking(WHOLE), lacking(WHOLE, "one"))
    states = {case.id: case.head.state for case in result.families[0].cases}
    assert states == {"one": State.PASS, "one (as edited)": State.ERROR, "two": State.PASS}
    fixtures = {(request.key.arm, request.key.case): request.fixtures for request in backend.asked}
    assert fixtures[Arm.HEAD, "one"] == {"pot": b""}
