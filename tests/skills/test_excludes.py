"""What is left out of a tree, and what is read all the same."""

import pytest

from skill_evals.model.config import Config

from .trees import EVALS, TRIGGERS, project_of, skill_at

LEFT_OUT = [
    "skills/pack/templates/evals.json",
    "testdata/pack/evals/evals.json",
    "tests/fixtures/pack/evals/evals.json",
    "test/a/b/fixtures/evals/evals.json",
    "src/__tests__/evals/evals.json",
    "evals/pack/files/evals/evals.json",
    "skills/pack/evals/files/evals.json",
    "skills/pack-workspace/iteration-1/evals/evals.json",
    "skills/archive/old/evals/evals.json",
    "node_modules/x/evals/evals.json",
    "vendor/x/evals/evals.json",
]


@pytest.mark.parametrize("path", LEFT_OUT)
def test_left_out_by_default(path: str) -> None:
    assert project_of({path: EVALS}).suites == ()
    assert project_of({path: EVALS}).documents == ()


@pytest.mark.parametrize("path", LEFT_OUT)
def test_read_when_named(path: str) -> None:
    (found,) = project_of({path: EVALS}, named=frozenset({path})).suites
    assert found.suite.path == path


def test_excludes_replace_the_defaults_and_extensions_add() -> None:
    files: dict[str, str | None] = {"templates/evals.json": EVALS, "evals/a.json": EVALS, "old/evals.json": EVALS}
    assert paths(files) == ["evals/a.json", "old/evals.json"]
    assert paths(files, Config(exclude=("old/",))) == ["evals/a.json", "templates/evals.json"]
    assert paths(files, Config(extend_exclude=("old/",))) == ["evals/a.json"]


def paths(files: dict[str, str | None], config: Config | None = None) -> list[str]:
    return [a.suite.path for a in project_of(files, config).suites]


def test_skills_of_excluded_places_are_no_skills_of_the_tree() -> None:
    files = {**skill_at("templates/skills/pack"), **skill_at("skills/sell")}
    assert [skill.name for skill in project_of(files).skills] == ["sell"]


def test_a_named_file_finds_its_skill_in_an_excluded_place() -> None:
    path = "tests/fixtures/skills/pack/evals/evals.json"
    files = {path: EVALS, **skill_at("tests/fixtures/skills/pack")}
    project = project_of(files, named=frozenset({path}))
    (found,) = project.suites
    assert found.skill is not None
    assert found.skill.directory == "tests/fixtures/skills/pack"
    assert project.skills == ()


def test_a_named_file_is_never_passed_over_in_silence() -> None:
    files: dict[str, str | None] = {"data.json": '{"a": 1}', "notes.txt": "x", "evals/run.yml": "on: push"}
    project = project_of(files, named=frozenset({"data.json", "evals/run.yml"}))
    assert [(u.path, u.shape) for u in project.unchecked] == [("data.json", "unknown"), ("evals/run.yml", "unknown")]


@pytest.mark.parametrize(
    "name",
    ["results.json", "benchmark.json", "grading.json", "timing.json", "EVALUATION.json", "feedback.json",
     "history.json", "package.json", "evals.schema.json", "results.provenance.json", "eval_metadata.json"],
)  # fmt: skip
def test_results_and_manifests_are_no_suites(name: str) -> None:
    assert project_of({f"skills/pack/evals/{name}": TRIGGERS}).suites == ()
