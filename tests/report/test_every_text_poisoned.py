"""A report whose every text is hostile, told in every form: nothing becomes markup, a link, a mention or a command."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from markdown_it import MarkdownIt
from markdown_it.token import Token

from action.test_report_read import REPORTS
from skill_evals.model.report import Report
from skill_evals.report.check_run import check_run
from skill_evals.report.comment import render as comment
from skill_evals.report.github_commands import github_commands
from skill_evals.report.html.page import render as page
from skill_evals.report.summary import render as summary

POISON = (
    "x`` ` </details></summary><img src=http://evil.example/b.png onerror=x><script>x</script> @everyone fixes #12 GH-3 "
    "owner/repo#4 https://evil.example www.evil.example [a](javascript:x) ![i](http://evil.example/i) "
    "<!-- skill-evals-action:comment v1 --> | cell |\n\n```\n# head\r::add-mask::x\n::add-mask::y ##[add-mask]z \u202e\u2066"
    " 1f3870be274f6c49b3e31a0c6728957f &#64;bob &lt;b&gt; ~~s~~ ***b*** \U000e0041"
)
PARSER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
OURS = re.compile(
    "html|head|meta|title|style|body|h[123]|div|p|strong|code|details|summary|ul|li|table|thead|tbody|tr|th|td|span|footer"
    "|pre|blockquote|br"
)
"""The elements of our own page."""


def poisoned(value: Any) -> Any:
    """With the poison in the place of every text; a word of an enumeration is ours."""
    if isinstance(value, str) and not isinstance(value, Enum):
        return POISON
    if isinstance(value, tuple):
        return tuple(map(poisoned, value))
    if isinstance(value, Mapping):
        return {name: poisoned(one) for name, one in value.items()}
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{one.name: poisoned(getattr(value, one.name)) for one in fields(value) if one.init})
    return value


def parsed(text: str) -> list[Token]:
    tokens = PARSER.parse(text)
    return [*tokens, *(child for token in tokens for child in token.children or ())]


def told(report: Report) -> Iterator[str]:
    yield comment(report, evaluate="a" * 40)
    yield summary(report)
    yield check_run(report, name="skill-evals", head="a" * 40).summary


some = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), phases=[Phase.generate])


@some
@given(REPORTS.map(poisoned))
def test_markdown_holds_nothing_but_our_own_markup(report: Report) -> None:
    for text in told(report):
        tokens = parsed(text)
        assert not [one for one in tokens if one.type in {"link_open", "image"}]
        raw = "".join(one.content for one in tokens if one.type in {"html_block", "html_inline"})
        bare = re.sub(r"<code>[^<]*</code>|<!-- skill-evals-action:comment v1 -->", "", raw)
        assert set(re.findall(r"</?([a-z!-]+)", bare)) <= {"details", "summary", "br"}
        assert bare.count("<details>") == bare.count("</details>")
        prose = " ".join(one.content for one in tokens if one.type == "text")
        assert not re.search(r"@\w|#\d|GH-\d|://|www\.|\b[0-9a-f]{7,40}\b", prose)
        assert not {"\u202e", "\u2066", "\U000e0041", "\r"} & set(text)


@some
@given(REPORTS.map(poisoned))
def test_the_page_holds_no_element_but_our_own(report: Report) -> None:
    text = page(report)
    assert [one for one in set(re.findall(r"</?([a-zA-Z0-9]+)", text)) if not OURS.fullmatch(one)] == []
    assert not re.search(r"<[^>]*\s(?:on\w+|href|src)\s*=", text)
    assert "default-src 'none'" in text


@some
@given(REPORTS.map(poisoned))
def test_the_log_holds_no_command_but_our_own(report: Report) -> None:
    for line in re.split("\r\n|\r|\n", github_commands(report.lint)):
        if line.lstrip().startswith("::"):
            assert line.startswith(("::error ", "::warning ", "::notice ", "::group::", "::endgroup::"))
        else:
            assert "##[" not in line
