"""One skill in several trees is one skill, and its suite one suite."""

from skill_evals.documents.document import Document
from skill_evals.model.config import Config
from skill_evals.skills.discover import discover

from .trees import EVALS, SET, TRIGGERS, MemoryTree, project_of, reader, skill_at


def test_copies_are_folded_into_the_one_with_the_suites() -> None:
    files = {
        **skill_at(".agents/skills/pack"),
        **skill_at("skills/pack"),
        **skill_at("plugins/yard/skills/pack"),
        "plugins/yard/skills/pack/evals/evals.json": EVALS,
        "skills/pack/evals/evals.json": EVALS,
        "skills/pack/evals/trigger-evals.json": SET,
    }
    project = project_of(files)
    (skill,) = project.skills
    assert skill.directory == "skills/pack"
    assert skill.mirrors == (".agents/skills/pack", "plugins/yard/skills/pack")
    assert [a.suite.path for a in project.suites] == [
        "skills/pack/evals/evals.json",
        "skills/pack/evals/trigger-evals.json",
    ]


def test_a_copy_whose_skill_or_suite_differs_is_a_skill_of_its_own() -> None:
    files = {
        **skill_at("skills/pack"),
        "skills/pack/evals/evals.json": EVALS,
        **skill_at("a/pack"),
        "a/pack/evals/evals.json": EVALS.replace("Sort it", "Sort them"),
        "b/pack/SKILL.md": "---\nname: pack\ndescription: Another.\n---\n",
    }
    project = project_of(files)
    assert [(s.directory, s.mirrors) for s in project.skills] == [("a/pack", ()), ("b/pack", ()), ("skills/pack", ())]
    assert len(project.suites) == 2


def test_evolve_suites_of_a_mirrored_plugin_are_folded_too() -> None:
    files: dict[str, str | None] = {}
    for plugin in ("plugins/yard", "plugins/yard-copy"):
        files |= {**skill_at(f"{plugin}/skills/pack"), f"{plugin}/evals/pack/triggers.json": TRIGGERS}
    project = project_of(files)
    assert [s.mirrors for s in project.skills] == [("plugins/yard-copy/skills/pack",)]
    assert [a.suite.path for a in project.suites] == ["plugins/yard/evals/pack/triggers.json"]
    files["plugins/yard-copy/evals/pack/triggers.json"] = TRIGGERS.replace("sort it", "stow it")
    changed = project_of(files)
    assert [s.mirrors for s in changed.skills] == [(), ()]
    assert [a.skill and a.skill.plugin for a in changed.suites] == ["yard-copy", "yard"]


def test_a_named_file_of_a_copy_is_read() -> None:
    path = "b/pack/evals/evals.json"
    files = {**skill_at("a/pack"), **skill_at("b/pack"), path: EVALS, "a/pack/evals/evals.json": EVALS}
    found = {a.suite.path: a.skill for a in project_of(files, named=frozenset({path})).suites}
    assert path in found
    assert found[path] == found["a/pack/evals/evals.json"]


def test_object_ids_spare_the_reading() -> None:
    tree = MemoryTree({**skill_at("a/pack"), **skill_at("b/pack")}, oid="same")
    document = reader(tree)
    read: list[str] = []

    def watched(path: str) -> Document | None:
        read.append(path)
        return document(path)

    project = discover(tree, Config(), watched)
    assert [s.mirrors for s in project.skills] == [("b/pack",)]
    assert "b/pack/SKILL.md" not in read
