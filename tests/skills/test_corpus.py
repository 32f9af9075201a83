"""The real repositories: every suite finds the skill that it is about."""

from pathlib import Path

import pytest

from skill_evals.model.config import Config
from skill_evals.model.skill import Project
from skill_evals.skills.discover import discover

from .trees import CorpusTree, reader

pytestmark = pytest.mark.corpus


@pytest.fixture(scope="module")
def projects(corpus: Path) -> dict[str, Project]:
    found = {}
    for root in sorted(path for path in corpus.iterdir() if (path / ".tree.txt").is_file()):
        tree = CorpusTree(root)
        found[root.name] = discover(tree, Config(), reader(tree))
    return found


def test_suites_without_a_skill_are_rare(projects: dict[str, Project]) -> None:
    suites = [a for project in projects.values() for a in project.suites]
    assert len(suites) > 450
    assert sum(a.skill is None for a in suites) <= 20
    assert not [a.suite.path for a in suites if a.skill is None and a.target is not None]


def test_the_evolve_repository_is_read_as_evolve_reads_it(projects: dict[str, Project]) -> None:
    project = projects["bitwise-media-group__skills"]
    assert project.layout == "marketplace"
    assert {a.suite.dialect for a in project.suites} == {"evolve"}
    assert len(project.suites) == 42
    assert len(project.results) == 21
    assert all(a.skill is not None and a.skill.plugin for a in project.suites)


def test_benchmarks_of_eval_magic_are_found(projects: dict[str, Project]) -> None:
    project = projects["slowdini__slow-powers"]
    assert [a.suite.dialect for a in project.suites] == ["eval-magic"] * 8
    assert len(project.benchmarks) == 7


def test_mirrored_trees_are_folded(projects: dict[str, Project]) -> None:
    project = projects["SWEStash__swe-workflow-skills"]
    assert len(project.suites) == len(project.skills) == 66
    assert sum(len(skill.mirrors) for skill in project.skills) > 190


def test_a_file_for_95_skills_is_shared_out(projects: dict[str, Project]) -> None:
    project = projects["kujolang__kujo-skills"]
    assert len({a.skill.directory for a in project.suites if a.skill is not None}) == 95
