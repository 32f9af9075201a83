"""What of a skill reaches a model, and that nothing else counts."""

import hashlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.documents.read import read_document
from skill_evals.model.skill import Skill
from skill_evals.skills.skill import lenient_boolean, read_skill, surface_of


def skill(frontmatter: str, path: str = "skills/pack/SKILL.md") -> Skill:
    return read_skill(path, read_document(path, f"---\n{frontmatter}\n---\nBody.\n".encode()))


def test_every_member_of_the_frontmatter_is_read() -> None:
    read = skill(
        "name: packer\ndescription: Packs crates.\nwhen_to_use: For crates.\n"
        "disable-model-invocation: yes\nuser-invocable: 0\npaths: [a/*, b/*]"
    )
    surface = read.surface
    assert (read.name, read.directory, surface.name) == ("pack", "skills/pack", "packer")
    assert (surface.description, surface.when_to_use) == ("Packs crates.", "For crates.")
    assert (surface.model_invocable, surface.user_invocable, surface.paths) == (False, False, ("a/*", "b/*"))


def test_the_digest_has_the_documented_form() -> None:
    canonical = '{"description":"Packs é.","model_invocable":true,"name":"pack","paths":[],"user_invocable":true,"when_to_use":""}'
    assert skill("description: Packs é.").surface.digest == hashlib.sha256(canonical.encode()).hexdigest()


@given(st.text(), st.text(), st.lists(st.text(min_size=1), max_size=2), st.booleans(), st.booleans())
def test_the_digest_is_of_json_whatever_the_members_hold(
    name: str, words: str, paths: list[str], by_model: bool, by_user: bool
) -> None:
    frontmatter = {
        "name": name,
        "description": words,
        "paths": paths,
        "disable-model-invocation": not by_model,
        "user-invocable": by_user,
    }
    surface = surface_of(frontmatter, fallback="pack")
    members = {
        "name": surface.name,
        "description": surface.description,
        "when_to_use": "",
        "paths": surface.paths,
        "model_invocable": by_model,
        "user_invocable": by_user,
    }
    canonical = json.dumps(members, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert surface.digest == hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


@pytest.mark.parametrize(
    "same",
    [
        "description: Packs crates.\nname: pack",
        "name: pack # the skill\ndescription: >-\n  Packs\n  crates.",
        "name: pack\ndescription: Packs crates.\nlicense: MIT\nmetadata: {a: b}\nallowed-tools: Read",
        'name: "pack"\ndescription: "Packs crates."\nuser-invocable: true',
        "description: Packs crates.",
    ],
)
def test_what_does_not_reach_the_model_does_not_count(same: str) -> None:
    assert skill(same).surface.digest == skill("name: pack\ndescription: Packs crates.").surface.digest


@pytest.mark.parametrize(
    "other",
    [
        "description: Packs boxes.",
        "name: packer\ndescription: Packs crates.",
        "description: Packs crates.\nwhen_to_use: Now.",
        "description: Packs crates.\ndisable-model-invocation: on",
        "description: Packs crates.\nuser-invocable: off",
        "description: Packs crates.\npaths: src/**, docs/**",
    ],
)
def test_what_reaches_the_model_counts(other: str) -> None:
    assert skill(other).surface.digest != skill("description: Packs crates.").surface.digest


@pytest.mark.parametrize(
    ("value", "read"),
    [(True, True), ("yes", True), ("ON", True), (1, True), (False, False), ("no", False), ("off", False), (0, False)],
)
def test_flags_are_read_as_clients_read_them(value: object, read: bool) -> None:
    assert lenient_boolean(value, default=not read) is read


@pytest.mark.parametrize("value", [None, "perhaps", [], 2])
def test_what_is_no_flag_is_the_default(value: object) -> None:
    assert lenient_boolean(value, default=True)
    assert not lenient_boolean(value, default=False)


@pytest.mark.parametrize("text", ["no frontmatter", "---\nname: [\n---\n", ""])
def test_a_skill_without_readable_frontmatter_has_its_place_and_no_more(text: str) -> None:
    read = read_skill("skills/pack/SKILL.md", read_document("skills/pack/SKILL.md", text.encode()))
    assert (read.name, read.frontmatter, read.surface.description) == ("pack", None, "")
    assert read_skill("skills/pack/SKILL.md", None).surface == read.surface


def test_a_skill_at_the_root_has_its_own_name() -> None:
    assert skill("name: packer", "SKILL.md").name == "packer"
    assert skill("description: x", "SKILL.md").name == "skill"
