"""Evidence that stands in the record holds, and nothing else does."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from judge.records import call, evidence, file, said
from skill_evals.grade.judge.answer import Claim
from skill_evals.grade.judge.support import stands_in, supported
from skill_evals.grade.judge.trace import PART_BYTES, Kind, Trace, trace_of
from skill_evals.model.evidence import Judgement

RUN = trace_of(
    evidence(
        "Here is your tea.\n\n  It is   hot, and the total is 42.\nyes\n",
        messages=(said("I boil “soft” water."),),
        tool_calls=(call("Bash", '{"command": "kettle --boil \\"2 l\\""}', 1),),
        files={"menu.md": file("# Menu\n\n- green tea\n- black tea\n")},
    )
)


@pytest.mark.parametrize(
    "quote",
    [
        "Here is your tea.",
        "  your tea.\nIt is hot,  and ",
        "yes",
        'kettle --boil "2 l"',
        "menu.md",
        "- green tea - black tea",
        "# Menu",
    ],
)
def test_a_quote_from_the_record_holds_whatever_its_white_space(quote: str) -> None:
    assert stands_in(quote, RUN)


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "   \n",
        "here is your tea.",
        "Here is your tea!",
        "Here is … tea.",
        'I boil "soft" water.',
        "Here is your tea. It is warm",
        "42.",
        "42",
        "e",
        "hot, and the total is 42. yes I boil",
        'kettle --boil \\"2 l\\"',
        "it does not exist",
        "final answer",
    ],
)
def test_a_quote_that_is_not_in_it_does_not(quote: str) -> None:
    assert not stands_in(quote, RUN)


def test_what_was_cut_out_joins_nothing() -> None:
    cut = trace_of(evidence("a" * PART_BYTES + "b" * PART_BYTES))
    assert not stands_in("aaaabbbb", cut)
    assert stands_in("aaaa", cut)


texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=80)


solid = st.text(st.characters(exclude_categories=["Cs", "Zs", "Zl", "Zp", "Cc"]), min_size=2, max_size=8)


@given(
    before=texts,
    words=st.lists(solid, min_size=2, max_size=5),
    after=texts,
    spaces=st.tuples(*[st.sampled_from([" ", "\n", "\t\t", "\u00a0", "\u2028"])] * 2),
)
@settings(max_examples=200, deadline=None)
def test_every_piece_of_the_record_can_be_quoted(
    before: str, words: list[str], after: str, spaces: tuple[str, str]
) -> None:
    there, quoted = (space.join(words) for space in spaces)
    assert stands_in(f" {quoted}\n", trace_of(evidence(before + there + after)))


@given(text=texts, quote=texts)
@settings(max_examples=200, deadline=None)
def test_what_holds_is_in_the_record_but_for_white_space(text: str, quote: str) -> None:
    if stands_in(quote, trace_of(evidence(text))):
        assert "".join(quote.split()) in "".join(text.split())


@pytest.mark.parametrize("passed", [True, False])
def test_a_pass_and_a_fail_need_the_same_evidence(passed: bool) -> None:
    told = supported(Claim(passed=passed, basis="quote", quote=" your tea. "), RUN)
    assert told == Judgement(passed=passed, evidence="your tea.")
    made_up = supported(Claim(passed=passed, basis="quote", quote="a lovely cup"), RUN)
    assert made_up == "the quote does not stand in the record: a lovely cup"


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        (Claim(passed=True, basis="quote", quote=" "), "it quotes nothing"),
        (Claim(passed=True, basis="quote", quote="42"), "fewer than 4 characters must be a whole line"),
        (Claim(passed=True, basis="none"), "neither a quote nor an absence"),
        (Claim(passed=True, basis="absence", searched=(Kind.ANSWER,)), "it does not say what is absent"),
        (Claim(passed=True, basis="absence", absent="an apology"), "it does not say what was searched"),
        (
            Claim(passed=True, basis="absence", absent="a table", searched=(Kind.ANSWER, Kind.CHANGE)),
            "not recorded or not shown whole: size of the change",
        ),
    ],
)
def test_each_lack_is_named(claim: Claim, words: str) -> None:
    told = supported(claim, RUN)
    assert isinstance(told, str)
    assert words in told


def test_an_absence_names_itself_and_what_was_searched() -> None:
    claim = Claim(passed=True, basis="absence", absent="an\napology", searched=(Kind.ANSWER, Kind.MESSAGES))
    assert supported(claim, RUN) == Judgement(
        passed=True, evidence="absent: an apology (searched: final answer, messages)"
    )


def test_nothing_is_absent_from_what_was_cut() -> None:
    cut = trace_of(evidence("a" * 2 * PART_BYTES))
    claim = Claim(passed=False, basis="absence", absent="a b", searched=(Kind.ANSWER,))
    assert isinstance(supported(claim, cut), str)


def test_who_cannot_tell_gives_an_error_and_no_fail() -> None:
    told = supported(Claim(passed=None, basis="none", reasoning="The file\nis cut."), Trace(parts=()))
    assert told == Judgement(passed=None, error="the judge cannot tell: The file is cut.")
