"""Which case runs in which arm, and in whose wording."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from skill_evals.model.comparison import Count
from skill_evals.model.suite import EvalCase, Suite, Tier, TriggerCase
from skill_evals.model.verdict import State
from skill_evals.run.catalogues import catalogue
from skill_evals.run.sampling import Sample, Wording, cases_of, disputed, samples
from skill_evals.run.suspicion import suspected_harness_failure

from .scripted import query, skill


def task(prompt: str, *, files: Mapping[str, bytes] | None = None) -> Wording:
    case = EvalCase(key="one", id="one", prompt=prompt, at=(), fields={"id": "one", "prompt": prompt})
    return Wording(case=case, fixtures=files or {})


def trigger(text: str, *, label: bool | None = True) -> Wording:
    case = TriggerCase(key=text, query=text, should_trigger=label, at=(), query_at=(), label_at=())
    return Wording(case=case, fixtures={})


def only(found: tuple[Sample, ...]) -> Sample:
    (one,) = found
    return one


def test_a_case_that_both_have_runs_in_both_arms() -> None:
    found = only(samples(["a"], {"a": trigger("a")}, {"a": trigger("a")}))
    assert (found.compared, found.removed, found.wording_of_head) == (True, False, True)


def test_a_case_that_the_head_removes_runs_in_both_arms_all_the_same() -> None:
    found = only(samples(["a"], {"a": trigger("a")}, {}))
    assert (found.compared, found.removed, found.wording_of_head) == (True, True, False)


def test_a_case_that_only_the_head_has_is_new() -> None:
    found = only(samples(["a"], {}, {"a": trigger("a")}))
    assert (found.id, found.compared) == ("a", False)
    assert not only(samples(["a"], None, {"a": trigger("a")})).compared


def test_an_edited_task_runs_as_the_base_wrote_it_in_both_arms_and_as_the_head_did_in_its_own() -> None:
    before, after = samples(["one"], {"one": task("as it was")}, {"one": task("made easier")})
    assert isinstance(before.case, EvalCase)
    assert (before.id, before.case.prompt, before.compared, before.wording_of_head) == ("one", "as it was", True, False)
    assert isinstance(after.case, EvalCase)
    assert (after.id, after.case.prompt, after.compared) == ("one (as edited)", "made easier", False)


def test_a_changed_fixture_is_an_edit() -> None:
    found = samples(["one"], {"one": task("same", files={"a": b"1"})}, {"one": task("same", files={"a": b"2"})})
    assert [(s.id, s.fixtures) for s in found] == [("one", {"a": b"1"}), ("one (as edited)", {"a": b"2"})]


def test_a_flipped_label_is_judged_by_the_base_in_both_arms() -> None:
    before, after = samples(["a"], {"a": trigger("a")}, {"a": trigger("a", label=False)})
    assert (before.case.should_trigger, before.compared) == (True, True)
    assert (after.case.should_trigger, after.compared) == (False, False)


def test_a_case_without_a_label_is_never_run() -> None:
    assert samples(["a"], {"a": trigger("a", label=None)}, {"a": trigger("a", label=None)}) == ()
    assert not only(samples(["a"], {"a": trigger("a", label=None)}, {"a": trigger("a")})).compared


def test_of_cases_with_one_key_the_first_is_run() -> None:
    first, second = query("a"), query("a", label=False)
    suite = Suite(path="t.json", dialect="evolve", tier=Tier.TRIGGERS, cases_at=(), reason="", triggers=(first, second))
    assert cases_of(suite) == {"a": first}


def test_stored_verdicts_are_dropped_where_more_than_a_quarter_of_eight_differ() -> None:
    same, other = (State.PASS, State.PASS), (State.PASS, State.FAIL)
    assert not disputed([other] * 7)
    assert not disputed([other] * 2 + [same] * 6)
    assert disputed([other] * 3 + [same] * 5)
    assert disputed([(State.FAIL, State.PASS)] * 3 + [same] * 5)


def test_a_listing_holds_the_invocable_siblings_of_the_plugin_and_the_target() -> None:
    target = skill("hidden", plugin_dir="p", model_invocable=False)
    sibling, silent = skill("sibling", plugin_dir="p"), skill("silent", plugin_dir="p", model_invocable=False)
    stranger = skill("stranger", plugin_dir="q")
    every = (sibling, silent, target, stranger)
    assert catalogue(every, target, "p", Tier.TRIGGERS).skills == (sibling, target)
    assert catalogue(every, None, "p", Tier.TRIGGERS).skills == (sibling,)
    assert catalogue(every, target, "p", Tier.EVALS).skills == (target,)


@given(st.permutations(["a", "b", "c"]))
def test_the_digest_of_a_listing_tells_its_order_and_nothing_else(names: list[str]) -> None:
    of = catalogue([skill(name) for name in names], None, "", Tier.TRIGGERS)
    alphabetic = catalogue([skill(name) for name in sorted(names)], None, "", Tier.TRIGGERS)
    assert (of.digest == alphabetic.digest) is (names == sorted(names))


def test_silence_of_every_positive_without_an_error_is_suspect() -> None:
    silent, spoke, lossy = Count(correct=0, valid=2), Count(correct=1, valid=3), Count(correct=0, valid=2, errored=1)
    assert suspected_harness_failure([silent, silent])
    assert not suspected_harness_failure([silent, spoke])
    assert not suspected_harness_failure([silent, lossy])
    assert not suspected_harness_failure([])
