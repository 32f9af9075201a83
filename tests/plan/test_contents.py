"""What a change of content, of cases and of fixtures runs."""

from dataclasses import replace

import pytest

from plan.planned import BODY, CASES, NO_CHANGE, jobs, pdf, plan, skips, with_evals
from sides import changed, evals, side, skill, task, triggers
from skill_evals.model.suite import EvalCase
from skill_evals.plan.pairs import renamed_suites


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
