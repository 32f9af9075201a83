"""A glance at the authored values of an evolve suite says what its cases say, or says nothing."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from skill_evals.dialects import evolve
from skill_evals.dialects.evolve_glance import look_at_evals, look_at_triggers
from skill_evals.dialects.place import Detection
from skill_evals.model.glance import EvalGlance, TriggerGlance
from skill_evals.model.suite import Suite, Tier

TEXTS = st.sampled_from(["", " ", "sort the list", "Sort the list"])
ODD = st.one_of(st.none(), st.booleans(), st.integers(-2, 2), st.just(2.0), st.just([]), st.just({}))
OFTEN_TEXTS = st.one_of(TEXTS, TEXTS, TEXTS, ODD)
KINDS = st.sampled_from(["regex", "llm", "file_exists", "unheard-of"])
CHECKS = st.one_of(
    st.fixed_dictionaries({"type": KINDS}, optional={"path": OFTEN_TEXTS, "pattern": OFTEN_TEXTS, "Path": TEXTS}),
    st.fixed_dictionaries({}, optional={"type": OFTEN_TEXTS, "text": TEXTS}),
    OFTEN_TEXTS,
)
LISTS = st.one_of(st.lists(CHECKS, max_size=3), st.lists(TEXTS, max_size=3), ODD)
EVALS = st.fixed_dictionaries(
    {"prompt": OFTEN_TEXTS, "id": OFTEN_TEXTS},
    optional={
        "assertions": LISTS,
        "expectations": LISTS,
        "files": LISTS,
        "note": ODD,
        "Prompt": TEXTS,
        "ASSERTIONS": LISTS,
    },
)
TRIGGERS = st.fixed_dictionaries(
    {}, optional={"query": OFTEN_TEXTS, "should_trigger": st.booleans() | ODD, "Query": TEXTS, "why": TEXTS}
)


def read(tier: Tier, listed: list[object]) -> Suite:
    found = Detection(reason="", dialect="evolve", tier=tier, cases_at=(tier.value,))
    return evolve.read({tier.value: listed}, found, "evals/demo/suite.json")


@given(st.lists(TRIGGERS | ODD, max_size=4))
def test_triggers_at_a_glance_are_those_of_the_cases(listed: list[object]) -> None:
    seen = look_at_triggers(listed)
    expected = TriggerGlance.of(read(Tier.TRIGGERS, listed).triggers)

    if seen is not None:
        authored = [case for case in listed if isinstance(case, dict)]
        assert seen.names == frozenset(name for case in authored for name in case)
        assert (seen.queries, seen.labels, seen.skills) == (expected.queries, expected.labels, expected.skills)


@given(st.lists(EVALS | ODD, max_size=4))
def test_evals_at_a_glance_are_those_of_the_cases(listed: list[object]) -> None:
    seen = look_at_evals(listed)
    expected = EvalGlance.of(read(Tier.EVALS, listed).evals)

    if seen is not None:
        assert (seen.ids, seen.prompts, seen.names) == (expected.ids, expected.prompts, expected.names)
        assert (seen.all_graded, seen.staging) == (expected.all_graded, expected.staging)
        assert {kind: in_any_order(checks) for kind, checks in seen.checks.items()} == {
            kind: in_any_order(checks) for kind, checks in expected.checks.items()
        }


def in_any_order(checks: Sequence[object]) -> list[str]:
    return sorted(map(repr, checks))


def test_a_suite_of_the_usual_form_is_seen_without_its_cases() -> None:
    triggers = [{"query": "sort the list", "should_trigger": True}]
    evals = [
        {
            "id": 1,
            "prompt": "sort",
            "assertions": ["is sorted", {"type": "file_exists", "path": "out"}],
            "files": ["in"],
        },
        {"id": "two", "prompt": "sort", "expectations": ["names everybody"], "note": 1},
    ]

    asked, graded = look_at_triggers(triggers), look_at_evals(evals)

    assert asked is not None
    assert asked.labels == (True,)
    assert graded is not None
    assert graded.ids == ["1", "two"]
    assert graded.texts("llm", "text") == frozenset({"is sorted", "names everybody"})
    assert graded.column("file_exists", "path") == ["out"]
    assert graded.staging


def test_a_member_that_is_no_text_is_no_set_of_texts() -> None:
    graded = look_at_evals([{"id": 1, "prompt": "x", "assertions": [{"type": "regex", "path": ["a"], "pattern": "b"}]}])

    assert graded is not None
    assert graded.texts("regex", "path") is None
    assert graded.texts("regex", "pattern") == frozenset({"b"})
    assert graded.texts("regex", "cwd") == frozenset()
