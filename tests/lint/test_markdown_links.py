"""Links of a skill's body: where they stand, whatever stands around them."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from skill_evals.documents.document import Document
from skill_evals.documents.read import read_document
from skill_evals.lint.markdown_links import named_files, relative_links, relative_targets

FRONT = "---\nname: glaze\ndescription: Plans firings.\n---\n"


def skill(body: str, *, ends: str = "\n") -> Document:
    return read_document("skills/glaze/SKILL.md", (FRONT + body).replace("\n", ends).encode())


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_a_link_is_found_on_its_line_whatever_ends_lines(ends: str) -> None:
    document = skill("First.\n\n- one\n- see [the cones](references/cones.md#low)\n", ends=ends)
    (link,) = relative_links(document)
    assert (link.target, link.span.line, link.span.column) == ("references/cones.md", 8, 19)


@pytest.mark.parametrize(
    "body",
    [
        "[out](https://example.com/a.md) [mail](mailto:a@example.com) [here](#low) [root](/LICENSE) [home](~/a.md)",
        "[template]({path}) [variable]($HOME/a.md) [glob](references/*.md) [cut](references/...)",
        "`[code](a.md)`",
        "```\n[fenced](a.md)\n```",
        "    [indented](a.md)",
        "<!-- [comment](a.md) -->",
        "\\[escaped](a.md)",
        "[empty]()",
    ],
)
def test_what_is_no_relative_link(body: str) -> None:
    assert list(relative_links(skill(body))) == []


def test_files_named_in_code_spans() -> None:
    found = list(named_files(skill("Run `scripts/fire.py`, read `references/` and `notes.md`.\n")))
    assert [(one.target, one.span.line, one.span.column) for one in found] == [("scripts/fire.py", 5, 6)]


@settings(max_examples=150)
@given(
    st.lists(
        st.sampled_from(["[a](b.md)", "![", "](", "[", ")", "`", "\n", "\n\n", "> ", "- ", "*", "é", "<", "[r]: c.md"])
    )
)
def test_the_cheap_look_misses_no_link_and_each_lies_in_the_text(pieces: list[str]) -> None:
    document = skill("".join(pieces))
    lines = document.text.split("\n")
    links = list(relative_links(document))
    if "](" in document.text:
        # A target with parentheses of its own is seen up to the first that closes: no file has such a name, so the
        # parser is asked all the same.
        targets = relative_targets(document)
        assert {link.target for link in links} <= targets or any("(" in target for target in targets)
    for link in links:
        assert 5 <= link.span.line <= len(lines)
        assert link.span.column <= len(lines[link.span.line - 1]) + 1
