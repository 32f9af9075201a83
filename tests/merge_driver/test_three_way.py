"""Case by case: what either branch changed, what both did, and what nobody can settle."""

from hypothesis import given
from hypothesis import strategies as st

from skill_evals.model.results import ResultsFile, TriggerResult
from skill_evals.results.stale_mark import stale_mark
from skill_evals.results.three_way import merged_results
from skill_evals.results.three_way_provenance import merged_provenance

from .made import MODEL, Cases, made, sidecar

NEW = "d" * 64
BASE = {"a": ("1" * 64, 3), "b": ("2" * 64, 3), "c": ("3" * 64, 0)}


def rows(file: ResultsFile) -> dict[str, TriggerResult]:
    model = file.models[MODEL]
    assert model is not None
    assert model.triggers is not None
    assert model.triggers.summary.total == len(model.triggers.results)
    return {row.query: row for row in model.triggers.results}


def told(file: ResultsFile) -> dict[str, tuple[str | None, int | None]]:
    return {query: (row.spec_hash, row.hits) for query, row in rows(file).items()}


def test_cases_that_each_branch_added_stand_beside_each_other() -> None:
    ours = made({"a": BASE["a"], "x": ("4" * 64, 1), "b": BASE["b"], "c": BASE["c"]}, at=2)
    theirs = made({"a": BASE["a"], "b": BASE["b"], "y": ("5" * 64, 2), "c": BASE["c"]}, at=3)
    merged, conflicts = merged_results(made(BASE), ours, theirs)
    assert conflicts == []
    assert list(told(merged)) == ["a", "x", "b", "y", "c"]
    assert told(merged) == {**BASE, "x": ("4" * 64, 1), "y": ("5" * 64, 2)}


def test_a_case_that_one_branch_took_out_stays_out() -> None:
    ours = made({"a": BASE["a"], "b": BASE["b"]}, at=2)
    theirs = made({**BASE, "c": ("3" * 64, 2)}, at=3)
    for one, two in ((ours, theirs), (theirs, ours)):
        merged, conflicts = merged_results(made(BASE), one, two)
        assert (list(told(merged)), conflicts) == (["a", "b"], [])


def test_of_two_measurements_of_the_same_the_newer_stands() -> None:
    ours = made({**BASE, "a": ("1" * 64, 1)}, at=3)
    theirs = made({**BASE, "a": ("1" * 64, 2)}, at=2)
    for one, two in ((ours, theirs), (theirs, ours)):
        merged, conflicts = merged_results(made(BASE), one, two)
        assert (told(merged)["a"], conflicts) == (("1" * 64, 1), [])


def test_what_was_measured_before_the_skill_changed_is_stale() -> None:
    """One branch changed the skill and measured all of it again; the other edited a case and added one."""
    ours = made({query: (spec, 2) for query, (spec, _) in BASE.items()}, content=NEW, at=2)
    theirs = made({**BASE, "b": ("9" * 64, 1), "x": ("4" * 64, 1)}, at=3)
    for one, two in ((ours, theirs), (theirs, ours)):
        merged, conflicts = merged_results(made(BASE), one, two)
        assert conflicts == []
        assert told(merged) == {
            "a": ("1" * 64, 2),
            "b": (stale_mark("9" * 64), 1),
            "c": ("3" * 64, 2),
            "x": (stale_mark("4" * 64), 1),
        }
        model = merged.models[MODEL]
        assert model is not None
        assert model.triggers is not None
        assert model.triggers.header.content_hash == NEW


def test_of_a_skill_that_both_changed_neither_result_holds() -> None:
    ours = made({**BASE, "a": ("1" * 64, 1)}, content=NEW, at=2)
    theirs = made({**BASE, "a": ("1" * 64, 2)}, content="e" * 64, at=3)
    _, conflicts = merged_results(made(BASE), ours, theirs)
    assert conflicts == [f"both sides measured the triggers of {MODEL}, each another skill"]


def test_of_a_case_that_both_reworded_neither_result_holds() -> None:
    ours = made({**BASE, "a": ("7" * 64, 1)}, at=2)
    theirs = made({**BASE, "a": ("8" * 64, 2)}, at=3)
    _, conflicts = merged_results(made(BASE), ours, theirs)
    assert conflicts == [f"both sides measured the trigger 'a' of {MODEL}, each another wording"]


def test_models_that_each_branch_measured_stand_beside_each_other() -> None:
    merged, conflicts = merged_results(None, made(BASE), made(BASE, model="other/two"))
    assert (set(merged.models), conflicts) == ({MODEL, "other/two"}, [])


SPECS = st.sampled_from([letter * 64 for letter in "12"])
CASES = st.dictionaries(st.sampled_from("abcd"), st.tuples(SPECS, st.integers(0, 3)), max_size=4)


@given(base=CASES, ours=CASES, content=st.sampled_from(["c" * 64, NEW]), at=st.integers(1, 9))
def test_what_one_branch_alone_did_is_taken_whole(base: Cases, ours: Cases, content: str, at: int) -> None:
    before, mine = made(base), made(ours, content=content, at=at)
    assert merged_results(before, mine, before) == (mine, [])
    assert merged_results(before, before, mine) == (mine, [])
    assert merged_results(before, mine, mine) == (mine, [])


@given(base=CASES, ours=CASES, theirs=CASES, contents=st.tuples(*[st.sampled_from(["c" * 64, NEW])] * 2))
def test_it_does_not_matter_who_merges_whom(base: Cases, ours: Cases, theirs: Cases, contents: tuple[str, str]) -> None:
    one, two = made(ours, content=contents[0], at=2), made(theirs, content=contents[1], at=3)
    merged, conflicts = merged_results(made(base), one, two)
    again, others = merged_results(made(base), two, one)
    assert sorted(conflicts) == sorted(others)
    if not conflicts:
        assert told(merged) == told(again)


def test_sidecars_are_merged_alike() -> None:
    ours = sidecar({**BASE, "x": ("4" * 64, 1)}, at=2)
    theirs = sidecar({"a": BASE["a"], "b": ("9" * 64, 1)}, at=3)
    merged, conflicts = merged_provenance(sidecar(BASE), ours, theirs)
    assert conflicts == []
    (tier,) = merged.models[MODEL].values()
    found = {query: (case.spec_hash, case.sweep.ran_at[9]) for query, case in tier.cases.items()}
    assert found == {"a": ("1" * 64, "3"), "x": ("4" * 64, "2"), "b": ("9" * 64, "3")}
