r"""Changes of files as unified diffs that ``git apply`` and ``patch`` take.

A line ends at ``\n`` alone, as there, so that the other ends are part of a line's text and stay in the patch.
"""

from collections.abc import Iterator
from difflib import unified_diff

_NO_END = "\\ No newline at end of file\n"
_ESCAPES = {"\n": r"\n", "\t": r"\t", "\r": r"\r", '"': r"\"", "\\": r"\\"}


def unified(path: str, before: bytes, after: bytes) -> str:
    """The diff of one file; empty where nothing differs. The bytes are UTF-8; ``path`` is relative, with ``/``."""
    names = (_quoted(f"a/{path}"), _quoted(f"b/{path}"))
    return "".join(_ended(unified_diff(_lines(before), _lines(after), *names)))


def _lines(data: bytes) -> list[str]:
    lines = data.decode().split("\n")
    return [f"{line}\n" for line in lines[:-1]] + ([lines[-1]] if lines[-1] else [])


def _ended(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield line if line.endswith("\n") else f"{line}\n{_NO_END}"


def _quoted(name: str) -> str:
    """A name as git quotes it, where it holds what would break a line of the patch."""
    if name.isprintable() and not set(name) & {'"', "\\"}:
        return name
    return '"' + "".join(_ESCAPES.get(letter) or _octal(letter) for letter in name) + '"'


def _octal(letter: str) -> str:
    if letter.isprintable() and letter.isascii():
        return letter
    return "".join(f"\\{byte:03o}" for byte in letter.encode("utf-8", "surrogateescape"))
