"""What a change of descriptions runs: the skill's own triggers, and its neighbours'."""

from typing import Any

import pytest

from plan.planned import CASES, family, jobs, pdf, plan, skips
from sides import changed, side, skill, triggers
from skill_evals.model.config import RunConfig
from skill_evals.plan.nouns import Side


def test_nothing_changed() -> None:
    found = plan(pdf(), pdf())
    assert found.jobs == ()
    assert skips(found) == {("pdf", "triggers"): "the trigger surface is unchanged and no case is new or edited"}
    assert (found.base, found.head) == ("b" * 40, "h" * 40)


def test_a_changed_description_runs_every_trigger() -> None:
    assert jobs(plan(pdf("reads anything"), pdf())) == {
        ("pdf", "triggers"): (("one", "two", "three"), ("`description` of `pdf` changed",))
    }


@pytest.mark.parametrize(
    ("surface", "words"),
    [
        ({"when_to_use": "always"}, "`when_to_use` of `pdf` changed"),
        ({"model_invocable": False}, "`disable-model-invocation` of `pdf` changed"),
        ({"paths": ("*.pdf",), "description": "x"}, "`description` and `paths` of `pdf` changed"),
    ],
)
def test_every_member_of_the_surface_counts(surface: dict[str, Any], words: str) -> None:
    before: dict[str, Any] = {"description": "reads PDF"}
    head = side(skill("pdf", **(before | surface)), suites=[triggers("pdf", CASES)])
    assert jobs(plan(head, pdf()))["pdf", "triggers"][1] == (words,)


@pytest.mark.parametrize(
    ("mode", "rippled"),
    [
        ("plugin", {"b": "neighbour of `a` in plugin `p`, whose `description` changed"}),
        (
            "repo",
            {
                "b": "neighbour of `a` in plugin `p`, whose `description` changed",
                "far": "neighbour of `a`, whose `description` changed",
            },
        ),
        ("off", {}),
    ],
)
def test_neighbours_run_their_triggers_too(mode: str, rippled: dict[str, str]) -> None:
    found = jobs(plan(family("takes everything"), family(), run=RunConfig(ripple=mode)))
    assert found.pop(("a", "triggers"))[1] == ("`description` of `a` changed",)
    assert {name: reasons for (name, _), (_, reasons) in found.items()} == {n: (w,) for n, w in rippled.items()}


def test_added_and_removed_skills_ripple_like_changed_ones() -> None:
    a, b, c = skill("a"), skill("b"), skill("c")
    suites = [triggers(name, {f"ask {name}": True}) for name in "abc"]
    found = plan(side(a, b, suites=suites[:2]), side(a, c, suites=[suites[0], suites[2]]))
    assert jobs(found) == {
        ("a", "triggers"): (("ask a",), ("neighbour of `b` in plugin `p`, which is new (and of 1 more)",)),
        ("b", "triggers"): (("ask b",), ("`b` is new",)),
    }
    assert skips(found) == {("c", "triggers"): "the skill was removed"}


def test_a_skill_that_no_model_sees_moves_no_neighbour() -> None:
    before = side(skill("a"), skill("h", "x", model_invocable=False), suites=[triggers("a", CASES)])
    after = side(skill("a"), skill("h", "y", model_invocable=False), suites=[triggers("a", CASES)])
    assert plan(after, before).jobs == ()


def test_a_renamed_skill_is_followed() -> None:
    old, new = skill("pdf"), skill("pdf-tools")
    changes = changed(renamed={f"{new.directory}/SKILL.md": f"{old.directory}/SKILL.md"})
    after = side(new, suites=[triggers("pdf-tools", CASES)])
    found = plan(after, side(old, suites=[triggers("pdf", CASES)]), changes)
    assert jobs(found) == {("pdf-tools", "triggers"): (("one", "two", "three"), ("`name` of `pdf-tools` changed",))}
    assert found.skips == ()


def test_a_skill_that_changes_plugins_changes_both_listings() -> None:
    def tree(plugin: str) -> Side:
        skills = (skill("a", plugin=plugin), skill("b"), skill("c", plugin="q"))
        return side(*skills, suites=[triggers(name, {f"ask {name}": True}) for name in "abc"])

    changes = changed(renamed={"plugins/q/skills/a/SKILL.md": "plugins/p/skills/a/SKILL.md"})
    assert {name: reasons for (name, _), (_, reasons) in jobs(plan(tree("q"), tree("p"), changes)).items()} == {
        "a": ("`a` moved from plugin `p` to plugin `q`",),
        "b": ("neighbour of `a` in plugin `p`, which moved from plugin `p` to plugin `q`",),
        "c": ("neighbour of `a` in plugin `q`, which moved from plugin `p` to plugin `q`",),
    }


def test_a_plugin_whose_folder_was_renamed_moves_nobody() -> None:
    old, new = skill("a", plugin="p"), skill("a", plugin="q")
    changes = changed(renamed={new.path: old.path})
    assert plan(side(new, suites=[triggers("a", CASES)]), side(old, suites=[triggers("a", CASES)]), changes).jobs == ()
