"""The page: it holds everything, needs nothing else, and nothing a stranger wrote becomes markup."""

from html.parser import HTMLParser

from hypothesis import given
from hypothesis import strategies as st

from report.test_check_run import finding, report
from skill_evals.model.comparison import (
    CaseClass,
    CaseComparison,
    Comparison,
    ComparisonOutcome,
    Count,
    FamilyComparison,
    Tally,
    Turn,
)
from skill_evals.model.confusion import NOBODY, Confusion, ConfusionRow
from skill_evals.model.report import GateDecision, Report, RunSummary
from skill_evals.model.suite import Tier
from skill_evals.report.html import render

KNOWN = {
    "html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "div", "table", "thead", "tbody", "tr", "th",
    "td", "code", "pre", "span", "strong", "blockquote", "details", "summary", "ul", "li", "br", "footer",
}  # fmt: skip
ATTRIBUTES = {"class", "title", "lang", "charset", "content", "http-equiv", "name", "open"}
HOSTILE = '<script>alert(1)</script><img src=x onerror="x"> `a` &amp; \u202e @you'


class Reader(HTMLParser):
    """What a browser would make of the page."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in {"meta", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def a_whole_report(text: str) -> Report:
    """Every part of it, with the same text wherever a stranger may write one."""
    turn = Turn(arm="head", activated=(text,), called=(text,), said=text, skill=text, description=text)
    case = CaseComparison(
        id=text,
        should_trigger=True,
        case_class=CaseClass.BROKEN,
        base=Count(correct=3, valid=3),
        head=Count(correct=0, valid=3),
        base_fresh=Count(correct=12, valid=12),
        head_fresh=Count(correct=0, valid=12),
        confirmed=True,
        activated_instead=text,
        note=text,
        reasons=(text,),
        turns=(turn,),
    )
    family = FamilyComparison(
        skill=text,
        skill_dir="skills/a",
        plugin="",
        suite="evals/a/triggers.json",
        tier=Tier.TRIGGERS,
        model=text,
        outcome=ComparisonOutcome.REGRESSED,
        base=Tally(passed=1, failed=0, errored=0),
        head=Tally(passed=0, failed=1, errored=0),
        cases=(case,),
        notes=(text,),
    )
    rows = (
        ConfusionRow(skill=text, should_trigger=True, called={"other": 2, NOBODY: 1}, errored=1),
        ConfusionRow(skill=text, should_trigger=False, called={text: 1, NOBODY: 5}),
    )
    return report(
        finding(message=text),
        failed=True,
        exit_code=1,
        comparison=Comparison(outcome=ComparisonOutcome.REGRESSED, families=(family,), notes=(text,)),
        gate=GateDecision(failed=True, reasons=(text,), notes=(text,)),
        run=RunSummary(backend="messages", models=(text,), calls=30, usd=0.21, partial=text),
        confusions=(Confusion(model=text, arm="head", rows=rows),),
        replay=("skill-evals", "run", "--replay", text),
        notes=(text,),
    )


def test_nothing_a_stranger_wrote_is_markup() -> None:
    page = render(a_whole_report(HOSTILE))
    read = Reader(page)
    assert read.tags <= KNOWN
    assert read.attributes <= ATTRIBUTES
    assert not read.open
    assert read.text.count("<script>alert(1)</script>") > 10
    assert "\u202e" not in page


@given(text=st.text(max_size=40))
def test_any_text_leaves_the_page_whole(text: str) -> None:
    page = render(a_whole_report(text))
    read = Reader(page)
    assert read.tags <= KNOWN
    assert read.attributes <= ATTRIBUTES
    assert not read.open
    page.encode()


def test_it_loads_nothing() -> None:
    page = render(a_whole_report("plain"))
    assert "default-src 'none'" in page
    assert "http://" not in page
    assert "https://" not in page


def test_the_matrix_marks_what_lies_beside_the_diagonal() -> None:
    page = render(a_whole_report("mine"))
    assert '<td class="miss" title="wrong">2</td>' in page, "a positive that another skill took"
    assert '<td class="miss" title="wrong">1</td>' in page, "a negative that the skill took"
    assert '<td class="hit" title="as it should be">5</td>' in page


def test_an_empty_report_is_a_page_too() -> None:
    assert Reader(render(report())).text.count("nothing had to run") == 2
