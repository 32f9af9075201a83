"""Whatever stands in a file, reading it gives a document: with a value, or with a problem that says why not."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skill_evals.documents.document import UNREAD, Document, Format
from skill_evals.documents.lines import line_at
from skill_evals.documents.read import format_of, read_document

NAMES = st.sampled_from(["a.json", "a.jsonc", "a.yaml", "b.yml", "SKILL.md"])
SEEDS = {
    ".json": '{"skill_name": "demo", "evals": [{"id": 1, "prompt": "Plan \\"it\\"", "runs": 3}]}',
    ".jsonc": '{"evals": [ // one\n {"id": 1, "prompt": "x", }, ], /* two */ }',
    ".yaml": "evals: # all\n  - &a {id: 1, prompt: 'x'}\n  - <<: *a\n    prompt: >-\n      folded\n      text\n",
    ".yml": 'a: !!str 1\nb: "\\u00e9\\x41"\n? c\n: |2\n    d\n---\ne: [1, 2]\n',
    ".md": "---\nname: demo\ndescription: Use when: asked\nmetadata:\n  a: b\n---\n# Title\n",
}
INSERTS = st.sampled_from(
    ["{", "}", "[", "]", ",", ":", ": ", '"', "'", "\\", "\\u", "\n", "\r", "\t", " ", "#", "- ", "---\n", "...", "&a ", "*a", "<<", "!", "!!int ",
     "%YAML 9.9\n", "%TAG ! x\n", "|", ">", "? ", "\0", "\ufeff", "\u0085", "\u2028", "\ud7ff", "😀", "\x7f", "\\UFFFFFFFF", "\\xZZ", "@", "`", "~", "=", "1e999"]
)  # fmt: skip


def check(document: Document) -> None:
    assert document.readable or document.problems
    for problem in document.problems:
        assert problem.message.isprintable()
        assert len(problem.message) < 400
        assert problem.cure
        assert problem.span.line >= 1
        assert problem.span.column >= 1
        assert (problem.span.end_line, problem.span.end_column) >= (problem.span.line, problem.span.column)
        assert problem.span.column <= len(line_at(document.text, problem.span.line)) + 1
    assert document.tree is None or document.tree.where.line >= 1
    if document.value is not UNREAD:
        json.dumps(document.value)


@given(NAMES, st.binary(max_size=60))
def test_any_bytes(name: str, data: bytes) -> None:
    check(read_document(name, data))


@given(NAMES, st.text(max_size=60))
def test_any_text(name: str, text: str) -> None:
    check(read_document(name, text.encode(errors="surrogatepass")))


@given(st.sampled_from(sorted(SEEDS)), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 4), INSERTS), max_size=4))
def test_a_mutated_document(ending: str, edits: list[tuple[float, int, str]]) -> None:
    text = SEEDS[ending]
    for share, dropped, insert in edits:
        at = round(share * len(text))
        text = text[:at] + insert + text[at + dropped :]
    check(read_document(f"a{ending}", text.encode()))


@pytest.mark.parametrize("ending", sorted(SEEDS))
def test_a_document_cut_anywhere(ending: str) -> None:
    data = SEEDS[ending].encode()
    for end in range(len(data)):
        check(read_document(f"a{ending}", data[:end]))


@pytest.mark.parametrize(
    "text", ["{0}: 1\n{0}: 2", "*{0}", "!{0} x", "? {0}\n: &a 0", "{0} #1: x", "1{0}: x", "- {0} {0} #1"]
)
def test_an_authors_text_is_cut_in_messages(text: str) -> None:
    check(read_document("a.yaml", text.format("x" * 900).encode()))
    check(read_document("SKILL.md", f"---\n{text.format('x' * 900)}\n---\n".encode()))


@pytest.mark.parametrize(
    ("path", "format_"),
    [
        ("evals/demo/triggers.json", Format.JSON),
        ("a.JSONC", Format.JSONC),
        ("a.b.yaml", Format.YAML),
        ("a.yml", Format.YAML),
        ("skills/demo/SKILL.md", Format.FRONTMATTER),
        ("a.txt", None),
        ("json", None),
        ("a.json/b", None),
    ],
)
def test_the_name_says_the_format(path: str, format_: Format | None) -> None:
    assert format_of(path) is format_


def test_a_name_without_a_format_is_the_callers_mistake() -> None:
    with pytest.raises(ValueError, match=r"notes\.txt"):
        read_document("notes.txt", b"")
