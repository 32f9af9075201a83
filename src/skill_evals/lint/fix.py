"""Which fixes of a document are made, and the bytes after them.

In one round fixes that touch do not meet: the first in order is made, the other waits. A fix is made whole or not at
all, and only if the document is then read without a new fault, to exactly the value that its edits ask for.
"""

from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from skill_evals.documents.decoding import MARK
from skill_evals.documents.document import Document, Format, ProblemKind
from skill_evals.documents.lines import LineIndex
from skill_evals.documents.node import Node
from skill_evals.documents.read import read_document
from skill_evals.lint import fix_json, fix_yaml
from skill_evals.lint.fix_splice import Canvas, Splice, spliced
from skill_evals.lint.fix_value import NotThereError, edited, same
from skill_evals.model.fix import Canonical, DropMark, Edit, Fix, Rewrite
from skill_evals.model.light import light
from skill_evals.model.position import START

Rewriter = Callable[[str, bytes, Canonical], bytes | None]
"""A results file's path and bytes → its canonical bytes without some results; None where it cannot be read."""

MOST_TRIES = 10
"""Each is a reading of the whole document, and settles at least every fix that touches none before it."""

_NOTHING = Node(where=START)


@light(frozen=True, slots=True, kw_only=True)
class Fixed:
    """A document after one round. ``data`` is what it was where no fix was made."""

    data: bytes
    made: tuple[Fix, ...] = ()
    refused: tuple[Fix, ...] = ()
    """Those that this document cannot take."""


@light(frozen=True, slots=True, kw_only=True)
class _Draft:
    fix: Fix
    splices: tuple[Splice, ...]
    drops_mark: bool


def bytes_of(document: Document) -> bytes:
    """The bytes that a document was read from; only of one that is UTF-8."""
    marked = any(problem.kind is ProblemKind.BYTE_ORDER_MARK for problem in document.problems)
    return ((MARK if marked else "") + document.text).encode()


def fix_text(document: Document, fixes: Iterable[Fix], rewrite: Rewriter | None = None) -> Fixed:
    """One round over one document; ``fixes`` in the order of their findings. Never raises for what an author wrote."""
    distinct = list(dict.fromkeys(fixes))
    data = bytes_of(document)
    canonical = [fix for fix in distinct if any(isinstance(edit, Canonical) for edit in fix.edits)]
    if canonical:
        return _rewritten(document, data, canonical, rewrite)
    if not document.readable:
        return Fixed(data=data, refused=tuple(distinct))
    canvas = _canvas(document)
    drafts = [_draft(canvas, fix, yaml=_is_yaml(document)) for fix in distinct]
    chosen = _without_meetings([draft for draft in drafts if draft is not None])
    refused = tuple(fix for fix, draft in zip(distinct, drafts, strict=True) if draft is None)
    taken, more = _most(document, [], chosen) if chosen else ([], ())
    made = _written(document, taken) if taken else None
    return Fixed(data=data if made is None else made, made=tuple(draft.fix for draft in taken), refused=refused + more)


def rewrites(
    document: Document, fixes: Iterable[Fix], rewrite: Rewriter | None = None
) -> Mapping[Fix, tuple[Rewrite | DropMark, ...]]:
    """Each fix that the document takes when made with others that it does not touch, as what it changes of the text, in
    order of place. Of fixes that all touch one another the last ones are left out.

    A results file's fixes are told apart no more than they are made apart: all of them give the file that all make.
    """
    made: list[Fix] = []
    waiting = list(dict.fromkeys(fixes))
    for _ in range(MOST_TRIES):
        done = fix_text(document, waiting, rewrite)
        if any(isinstance(edit, Canonical) for fix in done.made for edit in fix.edits):
            whole = LineIndex(document.text).span(0, len(document.text))
            return dict.fromkeys(done.made, (Rewrite(span=whole, text=done.data.decode().removeprefix(MARK)),))
        made += done.made
        settled = {*done.made, *done.refused}
        waiting = [fix for fix in waiting if fix not in settled]
        if not done.made:
            break
    canvas = _canvas(document)
    return {fix: tuple(_told(canvas, fix, yaml=_is_yaml(document))) for fix in made}


def _told(canvas: Canvas, fix: Fix, *, yaml: bool) -> Iterator[Rewrite | DropMark]:
    draft = _draft(canvas, fix, yaml=yaml)
    if draft is None:
        return
    if draft.drops_mark:
        yield DropMark()
    for splice in draft.splices:
        yield Rewrite(span=canvas.lines.span(splice.start, splice.end), text=splice.text)


def _without_meetings(drafts: Sequence[_Draft]) -> list[_Draft]:
    chosen: list[_Draft] = []
    taken: list[Splice] = []  # by place; none of them overlaps another
    for draft in drafts:
        if not any(_meets(splice, taken) for splice in draft.splices):
            chosen.append(draft)
            for splice in draft.splices:
                insort(taken, splice, key=_start)
    return chosen


def _meets(splice: Splice, taken: Sequence[Splice]) -> bool:
    before = bisect_right(taken, splice.end, key=_start)
    return before > 0 and splice.touches(taken[before - 1])


def _start(splice: Splice) -> int:
    return splice.start


def _most(
    document: Document, taken: Sequence[_Draft], drafts: Sequence[_Draft]
) -> tuple[list[_Draft], tuple[Fix, ...]]:
    """The most of the drafts, in order, that the document takes with those that it has taken; and what it refuses."""
    if _written(document, [*taken, *drafts]) is not None:
        return [*taken, *drafts], ()
    if len(drafts) == 1:
        return [*taken], (drafts[0].fix,)
    half = len(drafts) // 2
    first, refused = _most(document, taken, drafts[:half])
    both, more = _most(document, first, drafts[half:])
    return both, refused + more


def _written(document: Document, drafts: Sequence[_Draft]) -> bytes | None:
    """The bytes with these drafts made; None where that gives anything but what they ask for."""
    try:
        wanted = edited(document.value, (edit for draft in drafts for edit in draft.fix.edits))
    except NotThereError:
        return None
    text = spliced(document.text, (splice for draft in drafts for splice in draft.splices))
    marked = bytes_of(document).startswith(MARK.encode()) and not any(draft.drops_mark for draft in drafts)
    try:
        data = ((MARK if marked else "") + text).encode()
    except UnicodeEncodeError:  # a name of a file that is not UTF-8
        return None
    after = read_document(document.path, data)
    before = {problem.kind for problem in document.problems}
    sound = after.readable and before.issuperset(problem.kind for problem in after.problems)
    return data if sound and same(after.value, wanted) else None


def _canvas(document: Document) -> Canvas:
    return Canvas(
        text=document.text,
        lines=LineIndex(document.text),
        root=document.tree or _NOTHING,
        comment=fix_yaml.COMMENT if _is_yaml(document) else fix_json.COMMENT,
    )


def _is_yaml(document: Document) -> bool:
    return document.format in (Format.YAML, Format.FRONTMATTER)


def _draft(canvas: Canvas, fix: Fix, *, yaml: bool) -> _Draft | None:
    made: list[Splice] = []
    for edit in fix.edits:
        found = _splices(canvas, edit, yaml=yaml)
        if found is None:
            return None
        made += found
    made.sort(key=lambda splice: splice.start)
    if any(earlier.end > later.start for earlier, later in pairwise(made)):
        return None
    return _Draft(fix=fix, splices=tuple(made), drops_mark=any(isinstance(edit, DropMark) for edit in fix.edits))


def _splices(canvas: Canvas, edit: Edit, *, yaml: bool) -> list[Splice] | None:
    if isinstance(edit, DropMark):
        return []
    if isinstance(edit, Canonical):
        return None
    if isinstance(edit, Rewrite):
        start, end = canvas.offsets(edit.span)
        return [Splice(start=start, end=end, text=edit.text)]
    return fix_yaml.splices(canvas, edit) if yaml else fix_json.splices(canvas, edit)


def _rewritten(document: Document, data: bytes, fixes: Sequence[Fix], rewrite: Rewriter | None) -> Fixed:
    """Results files are written by one writer, so that their fixes join instead of meeting."""
    without = [case for fix in fixes for edit in fix.edits if isinstance(edit, Canonical) for case in edit.without]
    repeats = any(problem.kind is ProblemKind.DUPLICATE_KEY for problem in document.problems)
    made = (
        None
        if rewrite is None or repeats
        else rewrite(document.path, data, Canonical(without=tuple(dict.fromkeys(without))))
    )
    if made is None or not read_document(document.path, made).readable:
        return Fixed(data=data, refused=tuple(fixes))
    return Fixed(data=made, made=tuple(fixes))
