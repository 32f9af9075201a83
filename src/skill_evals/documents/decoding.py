"""Bytes → text. What is not UTF-8 is named by its offset, with a guess at what it is."""

from skill_evals.documents.document import Problem, ProblemKind
from skill_evals.documents.lines import LineIndex
from skill_evals.model.light import light
from skill_evals.model.position import START

MARK = "\ufeff"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


@light(frozen=True, slots=True, kw_only=True)
class Decoded:
    """``text`` is without its mark; ``readable`` is False where it is for display only."""

    text: str
    problems: tuple[Problem, ...] = ()
    readable: bool = True


def decode(data: bytes, reader: str) -> Decoded:
    """The text of a document; ``reader`` says in the message of a byte-order mark who stumbles over it."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        return Decoded(text=_display(data), problems=(_not_utf8(data, error.start),), readable=False)
    if not text.startswith(MARK):
        return Decoded(text=text)
    problem = Problem(
        kind=ProblemKind.BYTE_ORDER_MARK,
        message=f"the file begins with a byte-order mark, {reader}",
        span=START,
        cure="save the file as UTF-8 without a byte-order mark",
    )
    return Decoded(text=text[1:], problems=(problem,))


def _display(data: bytes) -> str:
    encoding = "utf-16" if data.startswith(_WIDE_MARKS) else "utf-8"
    return data.decode(encoding, errors="replace").removeprefix(MARK)


def _not_utf8(data: bytes, offset: int) -> Problem:
    guess, cure = _guess(data, offset)
    span = START
    if not data.startswith(_WIDE_MARKS):
        shown = data[:offset].decode("utf-8").removeprefix(MARK)
        span = LineIndex(shown + "?").point(len(shown))
    return Problem(
        kind=ProblemKind.NOT_UTF8,
        message=f"byte 0x{data[offset]:02X} at offset {offset} is not UTF-8{guess}",
        span=span,
        cure=cure,
    )


def _guess(data: bytes, offset: int) -> tuple[str, str]:
    """What the bytes probably are, and what to do. 0x80 to 0x9F are typographic signs in Windows-1252 only."""
    if data.startswith(_WIDE_MARKS):
        return "; the file looks like UTF-16", "save the file as UTF-8"
    if len(data) - offset < 4 and data[offset] >= 0xC2:
        return "; the file ends in the middle of a character", "the file was cut: restore its end"
    if data[offset] < 0xA0:
        return (
            "; it looks like Windows-1252",
            "save the file as UTF-8, or retype the character (often a curly quote or a dash)",
        )
    return "; it looks like Latin-1 or Windows-1252", "save the file as UTF-8, or retype the character"
