"""The one comment: which is ours, and what two runs that publish at once make of it."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.report.comment import MARKER
from skill_evals.report.sticky import Action, Decision, Posted, Stamp, decide, identity, stamp_of, stamped

ME = "github-actions[bot]"
HEAD, OLDER = "c" * 40, "a" * 40
STAMP = Stamp(id="skills/evals", head=HEAD, run=31, attempt=1)
BODY = stamped(f"{MARKER}\n### fine\n", STAMP)


def posted(number: int, body: str = BODY, author: str = ME, **more: bool) -> Posted:
    return Posted(id=number, author=author, body=body, **more)


def of(run: int, attempt: int = 1, text: str = "### fine", head: str = HEAD, name: str = STAMP.id) -> str:
    return stamped(f"{MARKER}\n{text}\n", Stamp(id=name, head=head, run=run, attempt=attempt))


@pytest.mark.parametrize(
    ("comments", "decision"),
    [
        pytest.param([], Decision(action=Action.CREATE), id="none yet"),
        pytest.param([posted(9, of(30))], Decision(action=Action.KEEP, target=9), id="the same, of the same head"),
        pytest.param(
            [posted(9, of(30, head=OLDER))], Decision(action=Action.UPDATE, target=9), id="the same, of an older head"
        ),
        pytest.param([posted(9, of(30, text="### bad"))], Decision(action=Action.UPDATE, target=9), id="other words"),
        pytest.param([posted(9, BODY.replace("\n", "\r\n"))], Decision(action=Action.KEEP, target=9), id="line ends"),
        pytest.param([posted(9, of(32))], Decision(action=Action.SUPERSEDED, target=9), id="a newer run has spoken"),
        pytest.param([posted(9, of(31, 2))], Decision(action=Action.SUPERSEDED, target=9), id="a newer attempt"),
        pytest.param([posted(9, author="guest")], Decision(action=Action.CREATE), id="somebody copied the marker"),
        pytest.param([posted(9, of(30, name="other"))], Decision(action=Action.CREATE), id="of another project here"),
        pytest.param([posted(9, hidden=True)], Decision(action=Action.CREATE), id="somebody hid it"),
        pytest.param([posted(9, f"see\n{BODY}")], Decision(action=Action.CREATE), id="a quotation"),
        pytest.param(
            [posted(12, of(30)), posted(9, of(29)), posted(15, of(31))],
            Decision(action=Action.KEEP, target=9, delete=(12, 15)),
            id="the lowest stays, the others go",
        ),
        pytest.param([posted(9, author="GitHub-Actions[bot]")], Decision(action=Action.KEEP, target=9), id="capitals"),
        pytest.param([posted(9, author="github-actions")], Decision(action=Action.CREATE), id="a person's own name"),
    ],
)
def test_one_comment_of_ours_is_made_kept_or_renewed_and_others_go(comments: list[Posted], decision: Decision) -> None:
    assert decide(comments, me=ME, body=BODY, stamp=STAMP) == decision


def test_an_app_that_is_called_as_graphql_does_finds_its_own() -> None:
    assert decide([posted(9)], me="github-actions", body=BODY, stamp=STAMP) == Decision(action=Action.KEEP, target=9)


def test_nothing_to_say_mends_what_stands_and_makes_nothing_new() -> None:
    assert decide([], me=ME, body=BODY, stamp=STAMP, wanted=False).action is Action.NOTHING
    red = [posted(9, of(30, text="### ❌ broken"))]
    assert decide(red, me=ME, body=BODY, stamp=STAMP, wanted=False) == Decision(action=Action.UPDATE, target=9)


def test_no_name_ends_the_marker_early() -> None:
    for name in ("a --> b", "--", "<!--", "x" * 300, "ä/ö", "a--b---c"):
        marker = Stamp(id=name, head=HEAD, run=1, attempt=1).marker
        assert marker.count("-->") == 1
        assert "--" not in marker[4:-3]
        found = stamp_of(marker)
        assert found is not None
        assert found.id == identity(name)


def test_the_bare_marker_is_ours_where_no_id_was_given() -> None:
    assert stamp_of(MARKER) == Stamp()


@given(runs=st.permutations([1, 2, 3, 4]), interleaved=st.data())
def test_however_publishers_interleave_the_newest_has_the_last_word_in_one_comment(
    runs: list[int], interleaved: st.DataObject
) -> None:
    """Each lists, decides and acts in three steps of its own; then, as the publisher does, it looks once more."""
    comments: dict[int, Posted] = {}
    ids = itertools.count(100)
    seen: dict[int, list[Posted]] = {}

    def act(run: int) -> None:
        body = of(run, text=f"run {run}")
        stamp = Stamp(id=STAMP.id, head=HEAD, run=run, attempt=1)
        found = decide(seen[run], me=ME, body=body, stamp=stamp)
        if found.action is Action.CREATE:
            number = next(ids)
            comments[number] = posted(number, body)
        if found.action is Action.UPDATE and found.target in comments:
            comments[found.target] = posted(found.target, body)
        for one in found.delete:
            comments.pop(one, None)

    steps = {run: ["list", "act", "list", "act"] for run in runs}
    while steps:
        run = interleaved.draw(st.sampled_from(sorted(steps)))
        step = steps[run].pop(0)
        if step == "list":
            seen[run] = list(comments.values())
        else:
            act(run)
        if not steps[run]:
            del steps[run]
    # A last publisher that meets nobody leaves exactly one comment, and it is the newest's.
    seen[4] = list(comments.values())
    act(4)
    seen[4] = list(comments.values())
    act(4)
    assert [one.body for one in comments.values()] == [of(4, text="run 4")]
