"""Whatever is edited in whatever document: the value is the one asked for, and only the lines of the edit differ."""

import copy
import json
from dataclasses import dataclass
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skill_evals.documents.document import Document, Format
from skill_evals.documents.read import read_document
from skill_evals.lint.fix import fix_text
from skill_evals.model.fix import Delete, Fix, Insert, RenameKey, Replace
from skill_evals.model.position import Part, Pointer

NodeEdit = Delete | Insert | RenameKey | Replace

NAMES = st.sampled_from(["id", "query", "should_trigger", "files", "näme", "a b"])
TEXTS = st.sampled_from(["", "yes", "say hello", "it's", 'a "b"', "#1", "x: y", "é", "-", "- a", "1", "[", "a, b"])
SCALARS = TEXTS | st.booleans() | st.integers(-3, 300) | st.none() | st.sampled_from([2.0, 0.5])
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4), max_leaves=12
)
ROOTS = st.dictionaries(NAMES, VALUES, min_size=1, max_size=4) | st.lists(VALUES, min_size=1, max_size=4)


@dataclass(frozen=True, kw_only=True)
class Style:
    """How somebody writes: ``notes`` are comments in JSONC and YAML; ``margin`` None is everything in one line."""

    path: str
    margin: str | None
    ending: str
    final: bool
    notes: bool
    mark: bool


STYLES = st.builds(
    Style,
    path=st.sampled_from(["a.json", "a.jsonc", "a.yaml", "flow.yaml"]),
    margin=st.sampled_from([None, "  ", "    "]),
    ending=st.sampled_from(["\n", "\r\n"]),
    final=st.booleans(),
    notes=st.booleans(),
    mark=st.booleans(),
)


def written(value: Any, style: Style) -> bytes:
    if style.path == "a.yaml":
        lines = block(value, style.notes)
    else:
        lines = json.dumps(value, indent=style.margin, ensure_ascii=False).split("\n")
        note = {"a.jsonc": " // note, [1]", "flow.yaml": " # note, [1]"}.get(style.path)
        if note and style.notes:
            lines = [f"{line}{note}" for line in lines]
    text = style.ending.join(lines) + (style.ending if style.final else "")
    return (("\ufeff" if style.mark else "") + text).encode()


def block(value: Any, notes: bool) -> list[str]:
    """YAML in block style; a note stands behind every scalar and above every item."""
    note = "  # note: 1" if notes else ""
    lines: list[str] = []
    members = (
        [(f"{json.dumps(k)}:", v) for k, v in value.items()] if isinstance(value, dict) else [("-", v) for v in value]
    )
    for head, inner in members:
        lines += ["# above"] * (notes and head == "-")
        if not isinstance(inner, dict | list) or not inner:
            lines.append(f"{head} {json.dumps(inner, ensure_ascii=False)}{note}")
        elif head == "-":
            below = block(inner, notes)
            first = next(number for number, line in enumerate(below) if not line.startswith("#"))
            lines += below[:first] + [f"- {below[first]}"] + [f"  {line}" for line in below[first + 1 :]]
        else:
            lines += [head, *(f"  {line}" for line in block(inner, notes))]
    return lines


def places(value: Any, at: Pointer = ()) -> list[Pointer]:
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [at, *(place for step, member in members for place in places(member, (*at, step)))]


def value_at(value: Any, at: Pointer) -> Any:
    for step in at:
        value = value[step]
    return value


def edits_at(value: Any, at: Pointer) -> list[NodeEdit]:
    """Every kind of edit that makes sense at a node."""
    node = value_at(value, at)
    found: list[NodeEdit] = []
    if at:
        found.append(Delete(at=at))
        if isinstance(at[-1], str):
            found.append(RenameKey(at=at, name="zz"))
        if not isinstance(node, dict | list):
            found += [Replace(at=at, value=False), Replace(at=at, value="zz"), Replace(at=at, value=7)]
    if isinstance(node, dict):
        found.append(Insert(at=(*at, "zz"), value=7))
    return found


def changed(value: Any, edit: NodeEdit) -> Any:
    """The same edit of the plain value, the short way."""
    value = copy.deepcopy(value)
    parent, step = value_at(value, edit.at[:-1]), edit.at[-1]
    if isinstance(edit, Delete):
        del parent[step]
    elif isinstance(edit, RenameKey):
        parent[edit.name] = parent.pop(step)
    else:
        parent[step] = edit.value
    return value


def its_lines(document: Document, edit: NodeEdit) -> set[int]:
    """The 0-based lines that an edit may change: its node's; of a deletion also those where the neighbours end and
    begin; of an insertion those where its object and first member begin."""
    at = edit.at[:-1] if isinstance(edit, Insert) else edit.at
    span, key = document.span(at), document.span(at, Part.KEY)
    lines = {*range(min(key.line, span.line) - 1, span.end_line)}
    parent = value_at(document.value, at[:-1]) if at else None
    if isinstance(edit, Delete) and isinstance(parent, dict | list):
        steps = [*parent] if isinstance(parent, dict) else [*range(len(parent))]
        number = steps.index(at[-1])
        lines |= {document.span((*at[:-1], step)).end_line - 1 for step in steps[max(number - 1, 0) : number]}
        if document.format is Format.YAML and number == 0 and len(steps) > 1:
            lines.add(document.span((*at[:-1], steps[1]), Part.KEY).line - 1)  # it takes the place behind the dash
        lines |= {document.span(at[:-1]).line - 1, document.span(at[:-1]).end_line - 1} if len(steps) == 1 else set()
    return lines


def only_there(before: bytes, after: bytes, lines: set[int]) -> bool:
    """Whether everything above and below these lines is what it was."""
    old, new = before.split(b"\n"), after.split(b"\n")
    first, below = min(lines), len(old) - max(lines) - 1
    return new[:first] == old[:first] and new[len(new) - below :] == old[len(old) - below :]


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_one_edit_of_any_document(data: st.DataObject) -> None:
    value, style = data.draw(ROOTS), data.draw(STYLES)
    before = written(value, style)
    document = read_document(style.path, before)
    assume(document.readable and json.dumps(document.value) == json.dumps(value))
    edit = data.draw(st.sampled_from([edit for at in places(value) for edit in edits_at(value, at)]))
    fix = Fix(title="any", edits=(edit,))
    done = fix_text(document, [fix])
    if not done.made:
        assert done.data == before
        # Only YAML has forms that an edit would have to write anew; in JSON every edit can be made.
        assert style.path == "a.yaml"
        return
    after = read_document(style.path, done.data)
    assert json.dumps(after.value, sort_keys=True) == json.dumps(changed(value, edit), sort_keys=True)
    assert only_there(before, done.data, its_lines(document, edit))
    assert done.data.startswith("\ufeff".encode()) is style.mark
    assert (b"\r\n" in done.data) <= (style.ending == "\r\n")


@settings(max_examples=200, deadline=None)
@given(data=st.data())
def test_deletions_to_the_last_one_end_and_lose_nothing_else(data: st.DataObject) -> None:
    kept = data.draw(st.lists(st.booleans(), min_size=1, max_size=6))
    style = data.draw(STYLES)
    items = [{"n": number, "gone": not stays} for number, stays in enumerate(kept)]
    assume(any(kept) or style.path != "a.yaml")
    document = read_document(style.path, written(items, style))
    for _ in range(len(items)):
        assert isinstance(document.value, list)
        found = [number for number, item in enumerate(document.value) if item["gone"]]
        if not found:
            break
        done = fix_text(document, [Fix(title=f"{n}", edits=(Delete(at=(n,)),)) for n in found])
        assert done.made
        document = read_document(style.path, done.data)
    assert document.value == [item for item in items if not item["gone"]]
