"""``results normalize`` and ``results hashes``, without the command line."""

from pathlib import Path

import pytest

from skill_evals.app.results_verbs import hashes, normalize
from skill_evals.errors import ResultsError
from skill_evals.model.skill import Attribution, Project
from skill_evals.results.hashes_json import hashes_json

from .nouns import SKILL_MD, Tree, evals, skill, task, trigger, triggers

FILES = Path(__file__).parent / "files"


@pytest.mark.parametrize("name", ["small.json", "small.jsonc", "small.yaml"])
def test_normal_bytes_stay(name: str) -> None:
    data = (FILES / name).read_bytes()
    assert normalize(name, data) == data


def test_other_bytes_become_normal() -> None:
    assert normalize("x.yml", b"{schema: 4, plugin: p, skill: s}") == (
        b"# Maintained by evolve run; do not edit by hand.\nplugin: p\nschema: 5\nskill: s\n"
    )


def test_what_is_unreadable_is_refused() -> None:
    with pytest.raises(ResultsError):
        normalize("results.json", b"{")


def project() -> Project:
    bread, kite = skill("plugins/kitchen/skills/bake-bread"), skill("plugins/kitchen/skills/fly-kite")
    suites = (triggers(trigger("Bake")), evals(task(files=("gone.txt",))))
    return Project(
        layout="multi",
        skills=(bread, kite),
        suites=tuple(Attribution(suite=s, skill=bread, target="bake-bread", reason="") for s in suites),
        unchecked=(),
    )


def test_skills_with_a_suite_are_hashed() -> None:
    tree = Tree({"plugins/kitchen/skills/bake-bread/SKILL.md": SKILL_MD})
    found = hashes(project(), tree)
    assert [one.skill_dir for one in found] == ["plugins/kitchen/skills/bake-bread"]


def test_a_skill_that_is_named_is_hashed_without_one() -> None:
    assert len(hashes(project(), Tree({}), skills=["bake-bread"])) == 2
    assert hashes(project(), Tree({}), skills=["none"]) == ()


def test_the_machine_form() -> None:
    tree = Tree({"plugins/kitchen/skills/bake-bread/SKILL.md": b"# none\n"})
    assert hashes_json(hashes(project(), tree)) == {
        "version": 1,
        "skills": [
            {
                "plugin": "kitchen",
                "skill": "bake-bread",
                "surface": "surface-now",
                "triggers": {
                    "content_hash": "2d8b2df4bd82307c80d3f0c69ef2c71eb50d57efbcb4da8cb50ca36c34c096f3",
                    "spec": {"Bake": "2304983225b315609806446ed3d1d532ef1860f7dee7b60100b31a48b2659b84"},
                },
                "evals": {
                    "content_hash": "d381082a31b488fd555e961cd7d8ea2a5b8b813e0a0ed44e9d0d158bcceb3a5f",
                    "spec": {"rye": None},
                },
            }
        ],
    }
