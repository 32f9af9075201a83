"""From two trees to the plan: what runs, what does not, and the words for both."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from sides import changed, evals, side, skill, stored, task, triggers
from skill_evals.errors import UsageError
from skill_evals.model.changes import ChangeSet
from skill_evals.model.config import AcceptStale, Config, RunConfig
from skill_evals.model.freshness import Freshness
from skill_evals.model.plan import Plan
from skill_evals.model.suite import EvalCase, Suite, Tier
from skill_evals.plan.nouns import BackendTraits, PlanOptions, Side
from skill_evals.plan.pairs import renamed_suites
from skill_evals.plan.planner import make_plan

LEXICAL = BackendTraits(
    name="lexical", deterministic=True, free=True, tiers=frozenset({"triggers"}), model_keys=("local/lexical-x",)
)
REPLAY = BackendTraits(
    name="replay", deterministic=False, free=True, tiers=frozenset({"triggers", "evals"}), model_keys=("anthropic/m",)
)
NO_CHANGE = changed()
NO_OPTIONS = PlanOptions()
DEFAULTS = RunConfig()
CASES = {"one": True, "two": True, "three": False}
FRESH = dict.fromkeys(CASES, Freshness.FRESH)


def plan(
    head: Side,
    base: Side | None,
    changes: ChangeSet | None = NO_CHANGE,
    *,
    run: RunConfig = DEFAULTS,
    accept: Iterable[AcceptStale] = (),
    backend: BackendTraits = REPLAY,
    options: PlanOptions = NO_OPTIONS,
) -> Plan:
    return make_plan(head, base, changes, Config(run=run, accept_stale=tuple(accept)), backend, options)


def jobs(found: Plan) -> dict[tuple[str, str], tuple[tuple[str, ...], tuple[str, ...]]]:
    return {(job.skill, job.tier.value): (job.cases, job.reasons) for job in found.jobs}


def skips(found: Plan) -> dict[tuple[str, str], str]:
    return {(skip.skill, skip.tier.value): skip.reason for skip in found.skips}


def pdf(description: str = "reads PDF", suites: Iterable[Suite] = (triggers("pdf", CASES),)) -> Side:
    return side(skill("pdf", description), suites=suites)


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


def family(changed_one: str = "does things") -> Side:
    """Two skills in a plugin, one in another, one that the model never sees."""
    skills = (
        skill("a", changed_one),
        skill("b"),
        skill("hidden", model_invocable=False),
        skill("far", plugin="q"),
    )
    return side(*skills, suites=[triggers(one.name, {f"ask {one.name}": True}) for one in skills])


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


BODY = "plugins/p/skills/pdf/SKILL.md"


def with_evals(*cases: str, content: str | None = None) -> Side:
    suite = evals("pdf", *(task(key) for key in cases or ("e1", "e2")))
    return side(skill("pdf"), suites=[suite], content={"pdf": content} if content else None)


@pytest.mark.parametrize(
    ("paths", "words"),
    [
        ((BODY,), f"content of `pdf` changed: {BODY}"),
        ((BODY, "plugins/p/skills/pdf/a.py"), f"content of `pdf` changed: {BODY} and 1 more"),
    ],
)
def test_changed_content_runs_tier_2_alone(paths: tuple[str, ...], words: str) -> None:
    suites = [evals("pdf", task("e1")), triggers("pdf", CASES)]
    tree = side(skill("pdf"), suites=suites)
    found = plan(tree, tree, changed(*paths))
    assert jobs(found) == {("pdf", "evals"): (("e1",), (words,))}
    assert list(skips(found)) == [("pdf", "triggers")]


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "plugins/p/skills/pdf/evals/notes.md",
        "plugins/p/skills/pdf/.cache/x",
        "plugins/p/skills/pdf-tools/SKILL.md",
        "plugins/p/evals/pdf/evals.json",
    ],
)
def test_what_is_not_content(path: str) -> None:
    found = plan(with_evals(), with_evals(), changed(path))
    assert found.jobs == ()
    assert skips(found) == {("pdf", "evals"): "the skill's content is unchanged and no case is new or edited"}


def test_a_file_belongs_to_the_innermost_skill() -> None:
    outer = replace(skill("outer"), directory="", path="SKILL.md")
    inner = skill("inner")
    tree = side(outer, inner, suites=[evals("outer", task("o")), evals("inner", task("i"))])
    found = plan(tree, tree, changed(f"{inner.directory}/a.py"))
    assert list(jobs(found)) == [("inner", "evals")]


def test_equal_content_hashes_mean_that_only_names_changed() -> None:
    changes = changed(BODY)
    assert plan(with_evals(content="same"), with_evals(content="same"), changes).jobs == ()
    assert len(plan(with_evals(content="new"), with_evals(content="old"), changes).jobs) == 1


def test_an_edited_case_alone_runs_again() -> None:
    before = pdf()
    after = pdf(suites=[triggers("pdf", {"one": False, "two": True, "three": False, "four": True})])
    assert jobs(plan(after, before)) == {("pdf", "triggers"): (("one", "four"), ("1 case is new", "1 case was edited"))}


@pytest.mark.parametrize(
    "edited",
    [
        task("e1", prompt="do it well"),
        task("e1", pattern="better"),
        task("e1", files=("a.md",)),
        task("e1", setup="a key that nobody models"),
        replace(task("e1"), max_turns=3),
    ],
)
def test_whatever_decides_a_task_is_an_edit(edited: EvalCase) -> None:
    before = with_evals("e1", "e2")
    after = side(skill("pdf"), suites=[evals("pdf", edited, task("e2"))])
    assert jobs(plan(after, before)) == {("pdf", "evals"): (("e1",), ("1 case was edited",))}


def test_the_name_and_the_place_of_a_case_are_no_edit() -> None:
    after = side(
        skill("pdf"), suites=[evals("pdf", task("e2"), replace(task("e1", name="x"), name="x", at=("evals", 9)))]
    )
    assert plan(after, with_evals("e1", "e2")).jobs == ()


def test_a_suite_in_another_format_holds_the_same_cases() -> None:
    after = pdf(suites=[triggers("pdf", CASES, path="plugins/p/evals/pdf/triggers.yaml")])
    assert plan(after, pdf()).jobs == ()
    assert renamed_suites(after.project, pdf().project, NO_CHANGE) == {
        ("plugins/p/evals/pdf/triggers.yaml", "plugins/p/skills/pdf"): (
            "plugins/p/evals/pdf/triggers.json",
            "plugins/p/skills/pdf",
        )
    }


@pytest.mark.parametrize(
    ("authored", "path"),
    [
        ("in.csv", "plugins/p/evals/pdf/in.csv"),
        ("files/in.csv", "plugins/p/evals/pdf/files/in.csv"),
        ("in.csv", "plugins/p/evals/pdf/files/in.csv"),
        ("evals/in.csv", "plugins/p/evals/pdf/in.csv"),
        ("shared/in.csv", "shared/in.csv"),
        ("shared", "shared/deep/in.csv"),
    ],
)
def test_a_changed_fixture_runs_the_cases_that_start_from_it(authored: str, path: str) -> None:
    tree = side(skill("pdf"), suites=[evals("pdf", task("e1", files=(authored,)), task("e2", files=("other.csv",)))])
    assert jobs(plan(tree, tree, changed(path))) == {
        ("pdf", "evals"): (("e1",), (f"1 case starts from a fixture that changed ({path})",))
    }


def test_removed_cases_run_in_the_bases_wording_when_the_skill_changed() -> None:
    after = pdf("reads anything", suites=[triggers("pdf", {"one": True})])
    assert jobs(plan(after, pdf())) == {
        ("pdf", "triggers"): (
            ("one", "two", "three"),
            ("`description` of `pdf` changed", "2 cases were removed and run in the base's wording"),
        )
    }


SUITE = "plugins/p/evals/pdf/triggers.json"


def test_a_removed_suite_hides_no_fall_either() -> None:
    (job,) = plan(pdf("reads anything", suites=[]), pdf(), changed(deleted=[SUITE])).jobs
    assert (job.suite, job.cases) == ("plugins/p/evals/pdf/triggers.json", ("one", "two", "three"))


def test_a_removed_suite_of_an_unchanged_skill() -> None:
    found = plan(pdf(suites=[]), pdf(), changed(deleted=[SUITE]))
    assert (found.jobs, skips(found)) == ((), {("pdf", "triggers"): "the suite was removed"})


def test_a_suite_that_the_change_broke_is_not_called_removed() -> None:
    words = f"{SUITE} can no longer be read as a suite of this skill"
    found = plan(pdf(suites=[]), pdf(), changed(SUITE))
    assert (found.jobs, skips(found)) == ((), {("pdf", "triggers"): words})
    (job,) = plan(pdf("x", suites=[]), pdf(), changed(SUITE)).jobs
    assert job.reasons == ("`description` of `pdf` changed", f"3 cases run in the base's wording, since {words}")


def test_a_case_without_a_label_is_never_run() -> None:
    after = pdf("x", suites=[triggers("pdf", {"one": True, "what?": None})])
    assert jobs(plan(after, pdf(suites=[triggers("pdf", {"one": True})])))["pdf", "triggers"][0] == ("one",)


def with_results(state: Freshness, *, description: str = "reads PDF", hits: int = 3, only: str | None = None) -> Side:
    fresh = {key: state if only in (None, key) else Freshness.FRESH for key in CASES}
    tree = pdf(description)
    return replace(tree, results=(stored("pdf", "anthropic/m", fresh, hits=hits),))


def test_fresh_results_that_the_base_holds_as_well_save_the_run() -> None:
    """A description that was changed back: the base is stale, and what both hold is true of the head."""
    found = plan(
        with_results(Freshness.FRESH, description="old words"),
        with_results(Freshness.STALE_CONTENT, description="new words"),
    )
    assert found.jobs == ()
    assert skips(found) == {("pdf", "triggers"): "the results of 3 cases are fresh and the same as the base's"}


def test_fresh_results_that_only_the_head_holds_are_claims() -> None:
    found = plan(
        with_results(Freshness.FRESH, description="new words", hits=3),
        with_results(Freshness.FRESH, description="old words", hits=2),
    )
    assert jobs(found)["pdf", "triggers"][0] == ("one", "two", "three")


def test_a_neighbours_change_is_not_in_the_hashes() -> None:
    suites = [triggers("a", CASES), triggers("pdf", CASES)]
    results = (stored("pdf", "anthropic/m", FRESH),)
    before = side(skill("a"), skill("pdf"), suites=suites, results=results)
    after = side(skill("a", "greedy"), skill("pdf"), suites=suites, results=results)
    assert ("pdf", "triggers") in jobs(plan(after, before))


def test_fresh_results_are_said_to_be() -> None:
    found = plan(with_results(Freshness.FRESH), with_results(Freshness.FRESH))
    assert skips(found) == {("pdf", "triggers"): "the trigger surface is unchanged and its results are fresh"}


@pytest.mark.parametrize(
    ("head", "base", "words"),
    [
        (Freshness.STALE_CASE, Freshness.STALE_CASE, "1 case has results that are stale"),
        (Freshness.STALE_CONTENT, Freshness.STALE_CONTENT, "1 case has results that are stale"),
        (Freshness.STALE_CONTENT, Freshness.FRESH, None),
        (Freshness.UNRUN, Freshness.UNRUN, "1 case has no result yet"),
        (Freshness.UNKNOWN, Freshness.UNKNOWN, None),
    ],
)
def test_stale_and_missing_results_run(head: Freshness, base: Freshness, words: str | None) -> None:
    found = jobs(plan(with_results(head, only="two"), with_results(base, only="two")))
    assert found == ({} if words is None else {("pdf", "triggers"): (("two",), (words,))})


def test_results_of_another_model_make_no_work() -> None:
    tree = with_results(Freshness.STALE_CASE)
    assert plan(tree, tree, backend=LEXICAL).jobs == ()


def test_results_without_hashes_are_never_called_fresh() -> None:
    tree = with_results(Freshness.UNKNOWN)
    assert "cannot be told" in skips(plan(tree, tree))["pdf", "triggers"]


def test_without_a_base_only_results_speak() -> None:
    found = plan(with_results(Freshness.UNRUN, only="two"), None, None)
    assert jobs(found) == {("pdf", "triggers"): (("two",), ("1 case has no result yet",))}
    assert (found.base, found.head) == (None, None)
    assert skips(plan(pdf(), None, None)) == {
        ("pdf", "triggers"): "there is no base to compare with and no stored result is stale"
    }


@pytest.mark.parametrize("base", [None, with_results(Freshness.FRESH)])
def test_all_means_all(base: Side | None) -> None:
    found = plan(with_results(Freshness.FRESH), base, options=PlanOptions(all=True))
    assert jobs(found) == {("pdf", "triggers"): (("one", "two", "three"), ("everything was asked for (--all)",))}


def test_a_backend_that_cannot_run_a_tier_says_what_it_leaves_out() -> None:
    found = plan(with_evals(), with_evals(), changed(BODY), backend=LEXICAL)
    assert found.jobs == ()
    assert skips(found) == {
        ("pdf", "evals"): f"the backend lexical cannot run it, though content of `pdf` changed: {BODY}"
    }


def test_the_tier_that_was_asked_for() -> None:
    suites = [triggers("pdf", CASES), evals("pdf", task("e1"))]
    tree = side(skill("pdf"), suites=suites)
    found = plan(tree, None, None, options=PlanOptions(all=True, tier=Tier.EVALS))
    assert list(jobs(found)) == [("pdf", "evals")]
    assert skips(found) == {("pdf", "triggers"): "only evals were asked for (--tier)"}


@pytest.mark.parametrize("name", ["a", "p/a", "plugins/p/skills/a"])
def test_the_skill_that_was_asked_for(name: str) -> None:
    found = plan(family(), None, None, options=PlanOptions(all=True, skill=name))
    assert list(jobs(found)) == [("a", "triggers")]
    assert found.skips == ()


def test_a_skill_that_is_not_here() -> None:
    with pytest.raises(UsageError, match="no skill hiden") as raised:
        plan(family(), None, None, options=PlanOptions(skill="hiden"))
    assert raised.value.cure == "did you mean hidden?"


def test_a_change_that_was_accepted_needs_no_run_and_moves_no_neighbour() -> None:
    after = family("spelt better")
    digest = after.project.skills[0].surface.digest
    accept = AcceptStale(skill="a", tier=Tier.TRIGGERS, surface=digest, reason="a typo")
    found = plan(after, family(), accept=[accept])
    assert found.jobs == ()
    assert skips(found)["a", "triggers"] == "the change was accepted without a re-run: a typo"
    other = replace(accept, surface="0" * 64)
    assert len(plan(after, family(), accept=[other]).jobs) == 2


MESSAGES = replace(REPLAY, name="messages", free=False, model_keys=("anthropic/default",))


@pytest.mark.parametrize(
    ("backend", "configured", "models"),
    [
        (MESSAGES, (), ["anthropic/default"]),
        (MESSAGES, ("anthropic/x", "anthropic/y"), ["anthropic/x", "anthropic/y"]),
        (LEXICAL, ("anthropic/x",), ["local/lexical-x"]),
        (replace(REPLAY, model_keys=("a/1", "a/2")), ("a/2", "a/3"), ["a/2"]),
    ],
)
def test_the_models_of_a_plan(backend: BackendTraits, configured: tuple[str, ...], models: list[str]) -> None:
    found = plan(pdf("x"), pdf(), backend=backend, run=RunConfig(models=configured))
    assert [job.model for job in found.jobs] == models


@pytest.mark.parametrize(
    ("restriction", "model", "runs"),
    [
        (("anthropic",), "anthropic/m", True),
        (("m",), "anthropic/m", True),
        (("anthropic/m",), "anthropic/m", True),
        (("all",), "anthropic/m", True),
        (("openai",), "anthropic/m", False),
        (("openai",), "local/lexical-x", True),
    ],
)
def test_a_suites_own_restriction(restriction: tuple[str, ...], model: str, runs: bool) -> None:
    suites = [triggers("pdf", CASES, models=restriction)]
    found = plan(pdf("x", suites), pdf(suites=suites), backend=replace(REPLAY, model_keys=(model,)))
    assert bool(found.jobs) is runs
    if not runs:
        assert skips(found) == {("pdf", "triggers"): "the suite restricts itself to openai"}


def test_a_suite_about_no_skill_is_named() -> None:
    found = plan(side(suites=[triggers("ghost", CASES)]), side())
    assert skips(found) == {("ghost", "triggers"): "plugins/p/evals/ghost/triggers.json is about no skill that is here"}


def test_a_large_tree_is_planned_in_one_pass() -> None:
    """Order is by plugin, skill, tier, suite and model, however the tree lists them."""
    skills = [skill(f"s{number:03}") for number in range(300)]
    suites = [triggers(one.name, CASES) for one in skills] + [evals(one.name, task("e")) for one in skills]
    found = plan(side(*skills[::-1], suites=suites[::-1]), None, None, options=PlanOptions(all=True))
    assert [(job.skill, job.tier) for job in found.jobs] == [(one.name, tier) for one in skills for tier in Tier]
