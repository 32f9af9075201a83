"""Two queries are the same where a reader would say so, and nowhere else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.lint.groups import TriggerGroup, TriggerPart
from skill_evals.lint.queries import all_normalised, invoked, marks_of, normalised
from skill_evals.model.glance import Listed, TriggerGlance
from skill_evals.model.suite import Suite, Tier, TriggerCase


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Fill in this form", "fill  in\tthis form\n"),
        ("これを要約して。", "これを要約して."),
        ("どう思う？", "どう思う?"),
        ("「案」、見て", '"案",見て'),
        ("ｆｉｌｌ ｉｎ", "FILL IN"),
        ("cafe\u0301 menu", "café menu"),
        ("it’s “done”", 'it\'s "done"'),
        ("GRÖSSE", "grösse"),
        ("zero\u200bwidth", "zerowidth"),
    ],
)
def test_spellings_of_one_query(one: str, other: str) -> None:
    assert normalised(one) == normalised(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("fill in form A", "fill in form B"),
        ("fix it", "fix it!"),
        ("re-run", "rerun"),
        ("resume", "résumé"),
        ("die Maße", "die Masse"),
        ("x²", "x2"),
        ("1½", "11/2"),
    ],
)
def test_queries_that_differ(one: str, other: str) -> None:
    assert normalised(one) != normalised(other)


@given(st.text(max_size=40))
def test_it_is_stable_and_blind_to_surrounding_space(query: str) -> None:
    once = normalised(query)
    assert normalised(f"  {query}\n") == once
    assert normalised(once) == once


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("/pdf-forms fill this in", "pdf-forms"),
        ("  $pdf-forms", "pdf-forms"),
        ("/office:pdf-forms\nfill this in", "office:pdf-forms"),
        ("/home/ada/form.pdf has gaps", None),
        ("run /pdf-forms", None),
        ("$5 for a form", None),
        ("", None),
    ],
)
def test_what_is_an_explicit_invocation(query: str, name: str | None) -> None:
    assert invoked(query) == name


@given(st.lists(st.text("aB \t\n\x0b\x1c\0é", max_size=6), max_size=5))
def test_the_queries_of_a_suite_are_normalised_one_by_one(queries: list[str]) -> None:
    assert all_normalised(tuple(queries)) == tuple(map(normalised, queries))


@given(st.lists(st.tuples(st.text("aB \t", max_size=3), st.sampled_from([True, False, None])), max_size=8))
def test_the_marks_of_a_group_are_equal_where_its_queries_are(cases: list[tuple[str, bool | None]]) -> None:
    glance = TriggerGlance(queries=tuple(query for query, _ in cases), labels=tuple(label for _, label in cases))
    listed: Listed[TriggerCase, TriggerGlance] = Listed(make=tuple, seen=glance)
    suite = Suite(path="t.json", dialect="evolve", tier=Tier.TRIGGERS, cases_at=(), reason="", triggers=listed)
    marks = marks_of(TriggerGroup(name="a", skill=None, parts=(TriggerPart(suite=suite, whole=True),)))
    texts = [normalised(query) for query, label in cases if label]
    assert [marks.index(mark) for mark in marks] == [texts.index(text) for text in texts]
