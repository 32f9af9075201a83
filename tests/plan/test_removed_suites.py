"""Suites that the head lacks, or that nothing can be run of."""

from plan.planned import jobs, pdf, plan, skips
from sides import changed, triggers

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
