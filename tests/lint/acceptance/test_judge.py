"""Findings against a baseline: what is accepted, what is gone, and what the file may become."""

from collections import Counter
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from lint_findings import finding, result
from skill_evals.lint.accept import Judged, Terms, judge
from skill_evals.lint.baseline import Baseline, Entry, Key
from skill_evals.model.diagnostic import Diagnostic, Severity

FILE = ".skill-evals-baseline.json"


def entry(path: str = "a.json", rule: str = "duplicate-id", fingerprint: str = "0f", count: int = 1) -> Entry:
    return Entry(rule=rule, path=path, fingerprint=fingerprint, count=count)


def terms(
    *, scope: Sequence[str] = ("a.json", "b.json"), files: Sequence[str] = ("a.json", "b.json"),
    trusted: dict[Key, int] | None = None, changed: frozenset[str] | None = None,
) -> Terms:  # fmt: skip
    return Terms(
        judged=lambda one: one.path in scope,
        exists=lambda path: path in files,
        passing=frozenset({"weakened-suite"}),
        trusted=trusted,
        changed=changed,
    )


def judged(found: Sequence[Diagnostic], *entries: Entry, on: Terms | None = None) -> Judged:
    return judge(result(*found), Baseline(path=FILE, entries=entries), on or terms())


def counts(entries: Sequence[Entry]) -> dict[Key, int]:
    return {one.key: one.count for one in entries}


def left(one: Judged) -> list[tuple[str, str]]:
    return [(d.path, d.rule) for d in one.result.diagnostics]


def test_what_an_entry_names_is_accepted_and_counted() -> None:
    one = judged([finding("a.json")], entry())
    assert left(one) == []
    assert (one.result.summary.errors, one.result.summary.accepted) == (0, 1)
    assert counts(one.kept) == {("a.json", "duplicate-id", "0f"): 1}
    assert one.fresh == ()


def test_what_no_entry_names_is_left_and_would_be_growth() -> None:
    found = [finding("a.json"), finding("a.json"), finding("a.json", fingerprint="1f"), finding("b.json")]
    one = judged(found, entry())
    assert len(left(one)) == 3
    assert counts(one.kept) == {("a.json", "duplicate-id", "0f"): 1}
    assert counts(one.fresh) == {
        ("a.json", "duplicate-id", "0f"): 1, ("a.json", "duplicate-id", "1f"): 1, ("b.json", "duplicate-id", "0f"): 1,
    }  # fmt: skip


def test_an_entry_that_is_gone_is_an_error_at_its_place_until_it_is_removed() -> None:
    one = judged([finding("a.json")], entry(count=3))
    (gone,) = one.result.diagnostics
    assert (gone.rule, gone.code, gone.severity, gone.path) == ("baseline", "X002", Severity.ERROR, FILE)
    assert "2 findings of `duplicate-id` in `a.json`" in gone.message
    assert "--write-baseline" in gone.message
    assert one.result.summary.errors == 1
    again = judged([finding("a.json")], *one.kept)
    assert left(again) == []


def test_what_was_not_looked_at_is_neither_gone_nor_removed() -> None:
    one = judged([], entry("b.json"), on=terms(scope=["a.json"]))
    assert left(one) == []
    assert counts(one.kept) == {("b.json", "duplicate-id", "0f"): 1}


def test_information_failures_of_ours_and_findings_about_a_change_are_never_accepted() -> None:
    found = [
        finding("a.json", severity=Severity.INFO),
        finding("a.json", rule="internal-error"),
        finding("a.json", rule="weakened-suite", severity=Severity.WARNING),
    ]
    entries = [entry(rule=d.rule) for d in found]
    one = judged(found, *entries)
    assert one.result.summary.accepted == 0
    assert one.fresh == ()
    assert [rule for _, rule in left(one)].count("baseline") == 3


def test_entries_follow_a_file_that_was_renamed() -> None:
    one = judged([finding("b.json")], entry("old.json"), on=terms(scope=["old.json", "a.json", "b.json"]))
    assert left(one) == []
    assert counts(one.kept) == {("b.json", "duplicate-id", "0f"): 1}


def test_entries_of_a_file_that_is_there_follow_nothing() -> None:
    one = judged([finding("b.json")], entry("a.json"))
    assert left(one) == [(FILE, "baseline"), ("b.json", "duplicate-id")]


def test_what_a_change_adds_to_the_file_accepts_nothing_before_the_merge() -> None:
    found = [finding("a.json"), finding("b.json")]
    on = terms(trusted={("a.json", "duplicate-id", "0f"): 1}, changed=frozenset({FILE, "b.json"}))
    one = judged(found, entry("a.json"), entry("b.json"), on=on)
    assert left(one) == [("b.json", "duplicate-id")]
    assert (one.result.summary.accepted, one.result.summary.accepted_later) == (1, 1)


def test_an_entry_that_was_gone_before_the_change_lies_elsewhere() -> None:
    def elsewhere(*changed: str) -> bool:
        (gone,) = judged([], entry(), on=terms(trusted={}, changed=frozenset(changed))).result.diagnostics
        return gone.elsewhere

    assert elsewhere("c.json")
    assert not elsewhere("a.json")
    assert not elsewhere(FILE)


paths = st.sampled_from(["a.json", "b.json", "old.json"])
prints = st.sampled_from(["0f", "1f"])
findings = st.lists(st.builds(finding, paths, fingerprint=prints, severity=st.sampled_from(Severity)), max_size=12)
entries = st.lists(
    st.builds(entry, paths, st.sampled_from(["duplicate-id", "missing-id"]), prints, st.integers(1, 3)),
    max_size=6,
    unique_by=lambda one: one.key,
)


@given(findings, entries)
@settings(max_examples=200, deadline=None)
def test_a_rewrite_never_grows_and_leaves_nothing_gone(found: list[Diagnostic], known: list[Entry]) -> None:
    everywhere = terms(scope=["a.json", "b.json", "old.json"])
    one = judged(found, *known, on=everywhere)
    assert sum(kept.count for kept in one.kept) <= sum(was.count for was in known)
    by_kind = Counter({(was.rule, was.fingerprint): 0 for was in known})
    for was in known:
        by_kind[was.rule, was.fingerprint] += was.count
    for kept in one.kept:
        by_kind[kept.rule, kept.fingerprint] -= kept.count
    assert min(by_kind.values(), default=0) >= 0
    again = judged(found, *one.kept, on=everywhere)
    assert "baseline" not in [rule for _, rule in left(again)]
    assert counts(again.kept) == counts(one.kept)
    assert again.result.summary.accepted == one.result.summary.accepted


@given(findings, entries)
@settings(max_examples=200, deadline=None)
def test_growth_leaves_only_what_is_never_accepted(found: list[Diagnostic], known: list[Entry]) -> None:
    everywhere = terms(scope=["a.json", "b.json", "old.json"])
    one = judged(found, *known, on=everywhere)
    total: Counter[Key] = Counter()
    for grown in (*one.kept, *one.fresh):
        total[grown.key] += grown.count
    again = judged(
        found, *(Entry(path=k[0], rule=k[1], fingerprint=k[2], count=n) for k, n in total.items()), on=everywhere
    )
    assert all(d.severity is Severity.INFO for d in again.result.diagnostics)
