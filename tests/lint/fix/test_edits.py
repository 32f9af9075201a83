"""Each edit of a document as its smallest change of text; ``None``: it cannot be made, and nothing changes."""

import pytest

from skill_evals.documents.read import read_document
from skill_evals.lint.fix import fix_text
from skill_evals.model.fix import Delete, DropMark, Edit, Fix, Insert, RenameKey, Replace, Rewrite
from skill_evals.model.position import Span

CASES: dict[str, tuple[str, str, tuple[Edit, ...], str | None]] = {
    "a value in JSON": ("a.json", '{"a" : "x" , "b":1}', (Replace(at=("a",), value=True),), '{"a" : true , "b":1}'),
    "a text in JSON": ("a.json", '{"a": 1}', (Replace(at=("a",), value='é"'),), '{"a": "é\\""}'),
    "a key in JSON": ("a.json", '{"a": {"x": 1}}', (RenameKey(at=("a",), name="b"),), '{"b": {"x": 1}}'),
    "a key and a value below it": (
        "a.json", '{"a": {"x": 1}}', (RenameKey(at=("a",), name="b"), Replace(at=("a", "x"), value=2)), '{"b": {"x": 2}}',
    ),
    "a key that would be there twice": ("a.json", '{"a": 1, "b": 2}', (RenameKey(at=("a",), name="b"),), None),
    "a key that is repeated": ("a.json", '{"a": 1, "a": 2}', (Delete(at=("a",)),), None),
    "an object in the place of a text": ("a.json", '{"a": {"b": 1}}', (Replace(at=("a",), value=1),), None),
    "what is not there": ("a.json", '{"a": 1}', (Delete(at=("b",)),), None),
    "the first of a line": ("a.json", "[1, 2, 3]", (Delete(at=(0,)),), "[2, 3]"),
    "the middle of a line": ("a.json", "[1, 2, 3]", (Delete(at=(1,)),), "[1, 3]"),
    "the last of a line": ("a.json", "[1, 2, 3]", (Delete(at=(2,)),), "[1, 2]"),
    "the only one": ("a.json", '{\n  "a": [\n    1\n  ]\n}', (Delete(at=("a", 0)),), '{\n  "a": []\n}'),
    "a line": ("a.json", "[\n  1,\n  2,\n  3\n]\n", (Delete(at=(1,)),), "[\n  1,\n  3\n]\n"),
    "the last line": ("a.json", "[\r\n\t1,\r\n\t2\r\n]\r\n", (Delete(at=(1,)),), "[\r\n\t1\r\n]\r\n"),
    "the end of a line": ("a.json", "[1, 2,\n 3]", (Delete(at=(1,)),), "[1,\n 3]"),
    "an object between braces of others": (
        "a.json", '[\n  {\n    "a": 1\n  }, {\n    "a": 2\n  }, {\n    "a": 3\n  }\n]', (Delete(at=(1,)),),
        '[\n  {\n    "a": 1\n  }, {\n    "a": 3\n  }\n]',
    ),
    "a comma before the line": ("a.json", "[ 1\n, 2\n, 3\n]", (Delete(at=(2,)),), "[ 1\n, 2\n]"),
    "two of one list": ("a.json", "[1, 2, 3, 4, 5]", (Delete(at=(0,)), Delete(at=(3,))), "[2, 3, 5]"),
    "a member of an empty object": ("a.json", "[{}]", (Insert(at=(0, "id"), value=3),), '[{"id": 3}]'),
    "a member of a line": ("a.json", '[{"b": 1}]', (Insert(at=(0, "id"), value="x"),), '[{"id": "x", "b": 1}]'),
    "a member of lines": ("a.json", '{\n\t"b": 1\n}', (Insert(at=("id",), value=3),), '{\n\t"id": 3,\n\t"b": 1\n}'),
    "a member that is there": ("a.json", '{"b": 1}', (Insert(at=("b",), value=3),), None),
    "JSONC: a trailing comma stays": ("a.jsonc", "[\n  1,\n  2,\n]", (Delete(at=(1,)),), "[\n  1,\n]"),
    "JSONC: the comment of the line goes, others stay": (
        "a.jsonc", "[ // all\n  1, // one\n  // of two\n  2, // two\n  3 // three\n]", (Delete(at=(1,)),),
        "[ // all\n  1, // one\n  // of two\n  3 // three\n]",
    ),
    "JSONC: the comma before the comment of another": (
        "a.jsonc", "[\n  1, // one\n  2 // two\n]", (Delete(at=(1,)),), "[\n  1 // one\n]",
    ),
    "JSONC: the only one beside a comment": (
        "a.jsonc", "[\n  // none yet\n  1\n]", (Delete(at=(0,)),), "[\n  // none yet\n]",
    ),
    "JSONC: a comma inside a comment is no comma": (
        "a.jsonc", "[1 /* , */, 2 /* , */]", (Delete(at=(1,)),), "[1 /* , */ /* , */]",
    ),
    "YAML: a plain value": ("a.yaml", "a:  x   # c\nb: 1\n", (Replace(at=("a",), value=False),), "a:  false   # c\nb: 1\n"),
    "YAML: a text keeps its quotes": ("a.yaml", "a: 'x'\n", (Replace(at=("a",), value="it's"),), "a: 'it''s'\n"),
    "YAML: a text gets the quotes that it needs": ("a.yaml", "a: x\n", (Replace(at=("a",), value="no"),), 'a: "no"\n'),
    "YAML: a block of text": ("a.yaml", "a: |\n  x\nb: 1\n", (Replace(at=("a",), value="y"),), None),
    "YAML: a key": ("a.yaml", "- aa: [1]\n", (RenameKey(at=(0, "aa"), name="bb"),), "- bb: [1]\n"),
    "YAML: an item": (
        "a.yaml", "l:\n- a: 1\n  b: |\n    x\n\n# two\n- a: 2 # c\n- a: 3\n", (Delete(at=("l", 1)),),
        "l:\n- a: 1\n  b: |\n    x\n\n# two\n- a: 3\n",
    ),
    "YAML: an item that ends in a block of text": (
        "a.yaml", "- a: |\n    x\n- a: |\n    y\n- z\n", (Delete(at=(1,)),), "- a: |\n    x\n- z\n",
    ),
    "YAML: the last item": ("a.yaml", "- 1\n- 2", (Delete(at=(1,)),), "- 1"),
    "YAML: the last item of Windows lines": ("a.yaml", "- 1\r\n- 2\r\n", (Delete(at=(1,)),), "- 1\r\n"),
    "YAML: a member behind a dash": ("a.yaml", "- a: 1\n  b: 2\n", (Delete(at=(0, "a")),), "- b: 2\n"),
    "YAML: a member behind a dash, before a comment of the next": (
        "a.yaml", "- a: 1 # a\n  # b\n  b: 2\n", (Delete(at=(0, "a")),), None,
    ),
    "YAML: a member on its line": ("a.yaml", "- a: 1\n  b: 2\n", (Delete(at=(0, "b")),), "- a: 1\n"),
    "YAML: the only member of a block": ("a.yaml", "l:\n  - 1\n", (Delete(at=("l", 0)),), None),
    "YAML: an item in brackets": ("a.yaml", "l: [a, b, # c\n    d]\n", (Delete(at=("l", 1)),), "l: [a, # c\n    d]\n"),
    "YAML: what an alias repeats": ("a.yaml", "a: &x {k: 1}\nb: *x\n", (Replace(at=("a", "k"), value=2),), None),
    "YAML: a member of a block": ("a.yaml", "- b: 1\n", (Insert(at=(0, "id"), value=3),), "- id: 3\n  b: 1\n"),
    "YAML: a member of braces": ("a.yaml", "- {b: 1}\n", (Insert(at=(0, "id"), value=3),), "- {id: 3, b: 1}\n"),
    "frontmatter": (
        "SKILL.md", "---\nname: x\nlicense: MIT\n---\nname: y\n", (Delete(at=("license",)),), "---\nname: x\n---\nname: y\n",
    ),
    "the mark alone": ("a.json", "\ufeff[1]\n", (DropMark(),), "[1]\n"),
    "the mark stays where nobody takes it": ("a.json", "\ufeff[1]", (Replace(at=(0,), value=2),), "\ufeff[2]"),
    "text that is read otherwise": (
        "a.yaml", "a: x\n", (Rewrite(span=Span(line=1, column=4, end_line=1, end_column=5), text="y"),), None,
    ),
    "text that is read alike": (
        "a.yaml", "a: x\n", (Rewrite(span=Span(line=1, column=4, end_line=1, end_column=5), text='"x"'),), 'a: "x"\n',
    ),
    "an invalid document": ("a.json", "[1", (Delete(at=(0,)),), None),
    "a name that is no UTF-8": ("a.json", '{"a": 1}', (Replace(at=("a",), value="\udcff"),), None),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_an_edit_changes_what_it_must_and_no_more(name: str) -> None:
    path, before, edits, after = CASES[name]
    fix = Fix(title="as the case says", edits=edits)
    done = fix_text(read_document(path, before.encode()), [fix])
    assert done.data.decode() == (before if after is None else after)
    assert (done.made, done.refused) == (((), (fix,)) if after is None else ((fix,), ()))


def deleting(*at: int) -> list[Fix]:
    return [Fix(title=f"delete {number}", edits=(Delete(at=(number,)),)) for number in at]


def test_of_two_fixes_that_touch_the_first_is_made_and_the_other_waits() -> None:
    first, second = deleting(1, 2)
    done = fix_text(read_document("a.json", b"[1, 2, 3]"), [first, second])
    assert (done.data, done.made, done.refused) == (b"[1, 3]", (first,), ())


def test_fixes_that_do_not_touch_are_made_together() -> None:
    fixes = deleting(0, 2)
    assert fix_text(read_document("a.json", b"[1, 2, 3, 4]"), fixes).data == b"[2, 4]"


def test_the_same_fix_twice_is_made_once() -> None:
    done = fix_text(read_document("a.json", b"[1, 2]"), deleting(1) * 2)
    assert (done.data, len(done.made)) == (b"[1]", 1)


def test_a_fix_that_cannot_be_made_keeps_no_other_from_being_made() -> None:
    bad = Fix(title="rename", edits=(RenameKey(at=("a",), name="b"),))
    good = Fix(title="write 3", edits=(Replace(at=("c",), value=3),))
    done = fix_text(read_document("a.json", b'{"a": 1, "b": 2, "c": 2}'), [bad, good])
    assert (done.data, done.made, done.refused) == (b'{"a": 1, "b": 2, "c": 3}', (good,), (bad,))
